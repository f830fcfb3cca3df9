// The short way into the kernel: the errors of a few texts, straight from Python's strings.
//
// Columns of Arrow cost more than all the work that a sentence takes. This module reads strings
// itself, by CPython's limited API (3.10), so that one binary serves every version of Python. What it
// does not take (other types, lone surrogates, long texts) goes the long way, which has the messages.

#define Py_LIMITED_API 0x030A0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
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

// The UTF-8 of strings, one after the other.
struct Texts {
    std::vector<Byte> bytes;
    std::vector<Index> offsets{0};

    // Reads a string, or a list of strings; false for anything else.
    bool read(PyObject* strings) {
        if (PyUnicode_CheckExact(strings)) return add(strings);
        if (!PyList_CheckExact(strings)) return false;
        const Py_ssize_t size = PyList_Size(strings);
        offsets.reserve(static_cast<std::size_t>(size) + 1);
        for (Py_ssize_t i = 0; i < size; ++i) {
            if (!add(PyList_GetItem(strings, i))) return false;
        }
        return true;
    }

    Index rows() const { return static_cast<Index>(offsets.size()) - 1; }
    Index size(Index row) const { return offsets[row + 1] - offsets[row]; }
    LevColumn column() const { return {bytes.data(), offsets.data(), rows()}; }

  private:
    bool add(PyObject* string) {
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
        return offsets.back() <= MOST_BYTES;
    }
};

Index cells(const Texts& preds, const Texts& target) {
    Index cells = 0;
    for (Index row = 0; row < target.rows(); ++row) cells += preds.size(row) * target.size(row);
    return cells;
}

// Measures every pair of the first two arguments, and returns `rows` rows of 64-bit numbers as bytes,
// a number a pair; None for what goes the long way.
template <class Measure>
PyObject* measured(PyObject* const* arguments, Index rows, Measure measure) {
    Texts preds, target;
    std::vector<Index> found;
    bool is_short = false;
    Index work = 0;
    const lev::Status read = lev::status_of([&] {
        is_short = preds.read(arguments[0]) && target.read(arguments[1]) && target.rows() &&
                   preds.rows() == target.rows();
        if (is_short) work = cells(preds, target);
        if (is_short) found.resize(static_cast<std::size_t>(rows * target.rows()));
    });
    if (read != lev::DONE) return PyErr_NoMemory();
    if (!is_short || work > MOST_CELLS) Py_RETURN_NONE;
    const LevColumn ours = preds.column(), theirs = target.column();
    const std::int32_t cancelled = 0;
    const lev::Pairs pairs{&ours, &theirs, nullptr, target.rows(), &cancelled};
    PyThreadState* state = work < CELLS_FOR_OTHERS ? nullptr : PyEval_SaveThread();
    const lev::Status status = lev::status_of([&] { measure(pairs, found.data()); });
    if (state) PyEval_RestoreThread(state);
    if (status != lev::DONE) return PyErr_NoMemory();
    return PyBytes_FromStringAndSize(reinterpret_cast<const char*>(found.data()),
                                     static_cast<Py_ssize_t>(found.size() * sizeof(Index)));
}

// Whether a number is not 0; anything else sets an error.
bool is_set(PyObject* argument) { return PyLong_AsLong(argument) != 0; }

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

PyMethodDef METHODS[] = {
    {"counts", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(counts)), METH_FASTCALL, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_short", nullptr, 0, METHODS,
                      nullptr,               nullptr,  nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__short() {
    PyObject* module = PyModule_Create(&MODULE);
    if (module && PyModule_AddIntConstant(module, "INTERFACE", 1) < 0) {
        Py_DecRef(module);
        return nullptr;
    }
    return module;
}
