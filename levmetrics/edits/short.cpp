// The short way into the kernel: what is measured of a few texts, straight from Python's strings.
//
// Columns of Arrow cost more than all the work that a sentence takes. This module reads strings
// itself, by CPython's limited API (3.10), so that one binary serves every version of Python. What it
// does not take (other types, lone surrogates, long texts) goes the long way, which has the messages.

#define Py_LIMITED_API 0x030A0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <array>
#include <cstdint>
#include <vector>

#include "native/characters.hpp"
#include "native/measures.hpp"
#include "native/words.hpp"

namespace {

using lev::Byte;
using lev::Index;

// More bytes are worth a thread, and more cells than a moment, in which nothing can interrupt.
constexpr Index MOST_BYTES = 1'000'000;
constexpr Index MOST_CELLS = 300'000'000;
// Fewer cells take less time than another thread, which may have the lock then, keeps it.
constexpr Index CELLS_FOR_OTHERS = 1'000'000;
// So many bytes are read at once for totals, by what is kept from call to call.
constexpr Index KEPT_BYTES = 65'536;

const std::int32_t NEVER_CANCELLED = 0;

// The UTF-8 of strings, one after the other.
struct Texts {
    std::vector<Byte> bytes;
    std::vector<Index> offsets{0};

    // Reads a string, or a list of strings, of no more than so many bytes; false for anything else.
    bool read(PyObject* strings, Index most_bytes) {
        bytes.clear();
        offsets.resize(1);
        if (PyUnicode_CheckExact(strings)) return add(strings, most_bytes);
        if (!PyList_CheckExact(strings)) return false;
        for (Py_ssize_t i = 0; i < PyList_Size(strings); ++i) {
            if (!add(PyList_GetItem(strings, i), most_bytes)) return false;
        }
        return true;
    }

    Index rows() const { return static_cast<Index>(offsets.size()) - 1; }
    Index size(Index row) const { return offsets[row + 1] - offsets[row]; }
    LevColumn column() const { return {bytes.data(), offsets.data(), rows()}; }

  private:
    bool add(PyObject* string, Index most_bytes) {
        if (!PyUnicode_CheckExact(string)) return false;
        // Not PyUnicode_AsUTF8AndSize: strings beyond ASCII would keep the copy for their life.
        PyObject* encoded = PyUnicode_AsUTF8String(string);
        if (!encoded) {
            PyErr_Clear();
            return false;
        }
        const char* data = PyBytes_AsString(encoded);
        const Py_ssize_t size = PyBytes_Size(encoded);
        bytes.insert(bytes.end(), data, data + size);
        Py_DecRef(encoded);
        offsets.push_back(static_cast<Index>(bytes.size()));
        return offsets.back() <= most_bytes;
    }
};

// The texts of both sides, row by row.
struct Rows {
    Texts preds, target;
    LevColumn ours{}, theirs{};
    Index cells = 0;  // of all edit matrices, at most

    // Reads two strings, or lists of as many; false for anything else.
    bool read(PyObject* const* sides, Index most_bytes) {
        if (!preds.read(sides[0], most_bytes) || !target.read(sides[1], most_bytes)) return false;
        if (!target.rows() || preds.rows() != target.rows()) return false;
        ours = preds.column();
        theirs = target.column();
        cells = 0;
        for (Index row = 0; row < target.rows(); ++row) cells += preds.size(row) * target.size(row);
        return cells <= MOST_CELLS;
    }

    lev::Pairs pairs() const { return {&ours, &theirs, nullptr, target.rows(), &NEVER_CANCELLED}; }
};

// Whether a number is not 0; anything else sets an error.
bool is_set(PyObject* argument) { return PyLong_AsLong(argument) != 0; }

// Measures every pair of the first two arguments, and returns `numbers` rows of 64-bit numbers as
// bytes, a number a pair; None for what goes the long way.
template <class Measure>
PyObject* measured(PyObject* const* arguments, Index numbers, Measure measure) {
    Rows rows;
    std::vector<Index> found;
    bool is_short = false;
    const lev::Status read = lev::status_of([&] {
        is_short = rows.read(arguments, MOST_BYTES);
        if (is_short) found.resize(static_cast<std::size_t>(numbers * rows.target.rows()));
    });
    if (read != lev::DONE) return PyErr_NoMemory();
    if (!is_short) Py_RETURN_NONE;
    const lev::Pairs pairs = rows.pairs();
    PyThreadState* state = rows.cells < CELLS_FOR_OTHERS ? nullptr : PyEval_SaveThread();
    const lev::Status status = lev::status_of([&] { measure(pairs, found.data()); });
    if (state) PyEval_RestoreThread(state);
    if (status != lev::DONE) return PyErr_NoMemory();
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(found.data()),
                                     static_cast<Py_ssize_t>(found.size() * sizeof(Index)));
}

// counts(preds, target, tokens, costs): substitutions, deletions, insertions, hits and zeros of every
// pair; `tokens`: words (0) or characters (1); `costs`: unit (0) or NIST's (1).
PyObject* counts(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    if (count != 4) return PyErr_Format(PyExc_TypeError, "counts takes four arguments");
    const bool are_characters = is_set(arguments[2]), are_nist = is_set(arguments[3]);
    if (PyErr_Occurred()) return nullptr;
    return measured(arguments, 5, [&](const lev::Pairs& pairs, Index* found) {
        Index *substitutions = found, *deletions = found + pairs.size, *insertions = deletions + pairs.size,
              *hits = insertions + pairs.size;
        const auto measure =
            are_characters ? lev::measure_counts<lev::Characters> : lev::measure_counts<lev::Words>;
        measure(pairs, are_nist, substitutions, hits, insertions, deletions);  // the lengths, for now
        for (Index i = 0; i < pairs.size; ++i) {
            deletions[i] -= hits[i] + substitutions[i];
            insertions[i] -= hits[i] + substitutions[i];
        }
    });
}

// distances(preds, target, tokens): the length of the prediction, the distance, the length of the
// reference, and a zero, of every pair.
PyObject* distances(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    if (count != 3) return PyErr_Format(PyExc_TypeError, "distances takes three arguments");
    const bool are_characters = is_set(arguments[2]);
    if (PyErr_Occurred()) return nullptr;
    return measured(arguments, 4, [&](const lev::Pairs& pairs, Index* found) {
        const auto measure =
            are_characters ? lev::measure_distances<lev::Characters> : lev::measure_distances<lev::Words>;
        measure(pairs, found + pairs.size, found, found + 2 * pairs.size);
    });
}

// What finds the distances of pairs.
template <class Tokens>
struct Measuring {
    lev::Pair<Tokens> pair;
    lev::Search search{&NEVER_CANCELLED};

    // Adds the distances of all pairs, and the lengths of their predictions and references.
    std::array<Index, 3> totals(const lev::Pairs& pairs) {
        std::array<Index, 3> totals{};
        pairs.each(pair, [&](Index) {
            totals[0] += search.distance(pair.target(), pair.pred(), pair.distinct());
            totals[1] += pair.pred_length();
            totals[2] += pair.target_length();
        });
        return totals;
    }
};

// totals(preds, target, tokens): the sums of the distances and of the lengths of predictions and of
// references, as a tuple, of the fewest texts.
PyObject* totals(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    if (count != 3) return PyErr_Format(PyExc_TypeError, "totals takes three arguments");
    const bool are_characters = is_set(arguments[2]);
    if (PyErr_Occurred()) return nullptr;
    // Kept, since to make them takes longer than to measure a sentence; they are used under the lock.
    static Rows rows;
    static Measuring<lev::Words> words;
    static Measuring<lev::Characters> characters;
    bool is_short = false;
    std::array<Index, 3> totals{};
    const lev::Status status = lev::status_of([&] {
        is_short = rows.read(arguments, KEPT_BYTES) && rows.cells < CELLS_FOR_OTHERS;
        if (is_short) totals = are_characters ? characters.totals(rows.pairs()) : words.totals(rows.pairs());
    });
    if (status != lev::DONE) return PyErr_NoMemory();
    if (!is_short) Py_RETURN_NONE;
    PyObject* tuple = PyTuple_New(3);
    for (Py_ssize_t i = 0; tuple && i < 3; ++i) {
        PyObject* total = PyLong_FromLongLong(totals[static_cast<std::size_t>(i)]);
        if (total) {
            PyTuple_SetItem(tuple, i, total);  // which takes it over
        } else {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

PyMethodDef method(const char* name, PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t)) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL, nullptr};
}

PyMethodDef METHODS[] = {
    method("counts", counts),
    method("distances", distances),
    method("totals", totals),
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_short", nullptr, 0, METHODS,
                      nullptr,               nullptr,  nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__short() {
    PyObject* module = PyModule_Create(&MODULE);
    if (module && PyModule_AddIntConstant(module, "INTERFACE", 2) < 0) {
        Py_DecRef(module);
        return nullptr;
    }
    return module;
}
