// The kernel over Python strings, without Arrow columns.
//
// For a sentence, columns cost more than all other work; for a corpus, a third of it. This module reads
// strings and lists of strings itself, by CPython's limited API (3.11), so that one binary serves every
// version of Python. It copies a few dozen kilobytes at a time, which stay in the first caches, and
// measures them while other threads read theirs. Where all texts are wanted first, as for a normalizer or
// for several references, it makes the column, in one pass over the lists. Other input (other types, lone
// surrogates) is left to Python's code, which has the messages.

#define Py_LIMITED_API 0x030B0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include "native/characters.hpp"
#include "native/measures.hpp"
#include "native/words.hpp"

namespace {

using lev::Byte;
using lev::Index;

// More cells take too long for a call that cannot be interrupted.
constexpr Index MOST_CELLS = 300'000'000;
// Fewer cells take less time than waiting for another thread to release the lock.
constexpr Index CELLS_FOR_OTHERS = 10'000'000;
// The bytes read at once of each side, unless a single text is longer.
constexpr std::size_t BYTES_OF_A_PIECE = 65'536;
// A string has its UTF-8 at no cost if it is ASCII, as most are. Another one keeps what it is asked for as
// long as it lives: after each such string, so many are copied, and longer ones always.
constexpr Index COPIED_STRINGS = 1'000;
constexpr Py_ssize_t MOST_KEPT = 4'096;
// The numbers of strings and lists prefetched, since each may be anywhere in memory.
constexpr Index STRINGS_AHEAD = 8;
constexpr Index LISTS_AHEAD = 32;
constexpr Index BYTES_AHEAD = 256;

const std::int32_t NEVER_CANCELLED = 0;

void prefetch_string(const void* string) {
    for (Index i = 0; i < BYTES_AHEAD; i += lev::BYTES_OF_A_LINE) lev::prefetch(static_cast<const char*>(string) + i);
}

// The texts of one side as Python objects: a list of strings, or one string.
class Strings {
  public:
    explicit Strings(PyObject* given) : given_(given), is_list_(PyList_CheckExact(given)) {}

    Index rows() const { return is_list_ ? PyList_Size(given_) : PyUnicode_CheckExact(given_); }

    // A borrowed reference; null for a row that the list no longer has.
    PyObject* row(Index row) const { return is_list_ ? PyList_GetItem(given_, row) : given_; }

    void prefetch(Index row) const {
        if (is_list_ && row < rows()) prefetch_string(PyList_GetItem(given_, row));
    }

  private:
    PyObject* given_;
    bool is_list_;
};

// The UTF-8 of a string, until that of the next.
class Encoder {
  public:
    Encoder() = default;
    ~Encoder() { Py_XDECREF(encoded_); }
    Encoder(const Encoder&) = delete;
    Encoder& operator=(const Encoder&) = delete;

    // Encodes a string; false for null, for another object, and for a string with lone surrogates.
    bool encode(PyObject* string) {
        length_ = string && PyUnicode_CheckExact(string) ? PyUnicode_GetLength(string) : -1;
        if (length_ < 0) {
            bytes_ = nullptr;
        } else if (length_ > MOST_KEPT || to_be_copied_) {
            Py_XDECREF(encoded_);
            encoded_ = PyUnicode_AsUTF8String(string);
            bytes_ = encoded_ ? PyBytes_AsString(encoded_) : nullptr;
            size_ = encoded_ ? PyBytes_Size(encoded_) : 0;
            to_be_copied_ -= to_be_copied_ > 0;
        } else {
            bytes_ = PyUnicode_AsUTF8AndSize(string, &size_);
            if (!bytes_ || !is_ascii()) to_be_copied_ = COPIED_STRINGS;
        }
        if (!bytes_) PyErr_Clear();
        return bytes_;
    }

    bool is_ascii() const { return size_ == length_; }
    Index size() const { return size_; }
    void write(Byte* at) const { std::memcpy(at, bytes_, static_cast<std::size_t>(size_)); }

  private:
    static Index to_be_copied_;  // under the lock
    PyObject* encoded_ = nullptr;
    const char* bytes_ = nullptr;
    Py_ssize_t length_ = 0, size_ = 0;
};

Index Encoder::to_be_copied_ = 0;

// The UTF-8 of some strings, concatenated.
struct Texts {
    std::vector<Byte> bytes;  // more than the last offset says
    std::vector<Index> offsets{0};

    void clear() { offsets.resize(1); }

    // Adds a string; false for what is none, or has no UTF-8.
    bool add(PyObject* string, Encoder& encoder) {
        if (!encoder.encode(string)) return false;
        // Not insert() at the end, which costs more than the copy.
        const std::size_t end = size() + static_cast<std::size_t>(encoder.size());
        if (bytes.size() <= end) bytes.resize(std::max(2 * bytes.size(), end + 1));
        encoder.write(bytes.data() + size());
        offsets.push_back(static_cast<Index>(end));
        return true;
    }

    std::size_t size() const { return static_cast<std::size_t>(offsets.back()); }
    Index rows() const { return static_cast<Index>(offsets.size()) - 1; }
    Index last_size() const { return offsets.back() - offsets[offsets.size() - 2]; }
    LevColumn column() const { return {bytes.data(), offsets.data(), rows()}; }
};

// The texts of both sides, row by row: as many as fit in a piece.
struct Piece {
    Texts preds, target;
    LevColumn ours{}, theirs{};
    Index cells = 0;  // of all edit matrices, at most

    // Reads rows from `start` up to at most `stop`; false if one has another type, or no UTF-8.
    bool read(const Strings& pred_strings, const Strings& target_strings, Index start, Index stop) {
        preds.clear();
        target.clear();
        cells = 0;
        Encoder encoder;
        for (Index row = start; row < stop && !is_full(); ++row) {
            pred_strings.prefetch(row + STRINGS_AHEAD);
            target_strings.prefetch(row + STRINGS_AHEAD);
            if (!preds.add(pred_strings.row(row), encoder) || !target.add(target_strings.row(row), encoder)) return false;
            cells += preds.last_size() * target.last_size();
        }
        ours = preds.column();
        theirs = target.column();
        return true;
    }

    bool is_full() const {
        return std::max(preds.size(), target.size()) >= BYTES_OF_A_PIECE;
    }
    Index rows() const { return target.rows(); }
    lev::Pairs pairs(const volatile std::int32_t* cancelled) const {
        return {&ours, &theirs, nullptr, rows(), cancelled};
    }
};

// Whether a number is not 0; anything else sets an error.
bool is_set(PyObject* argument) { return PyLong_AsLong(argument) != 0; }

// Measures the pairs of the first two arguments from row `start` to `stop`, the next two, and returns
// `numbers` rows of 64-bit numbers as bytes, with a number for each pair. The last argument is the address
// of a number that becomes non-zero to stop the work; without one (0), long work is refused. Returns None
// for input that it does not take.
template <class Measure>
PyObject* measured(PyObject* const* arguments, Index numbers, Measure measure) {
    const Strings preds(arguments[0]), target(arguments[1]);
    const Index start = PyLong_AsLongLong(arguments[2]), stop = PyLong_AsLongLong(arguments[3]);
    const void* address = PyLong_AsVoidPtr(arguments[4]);
    if (PyErr_Occurred()) return nullptr;
    const Index size = stop - start;
    if (start < 0 || size <= 0 || stop > target.rows() || preds.rows() != target.rows()) Py_RETURN_NONE;
    PyObject* bytes = PyBytes_FromStringAndSize(nullptr, numbers * size * static_cast<Index>(sizeof(Index)));
    if (!bytes) return nullptr;
    Index* found = reinterpret_cast<Index*>(PyBytes_AsString(bytes));
    const auto* cancelled = address ? static_cast<const volatile std::int32_t*>(address) : &NEVER_CANCELLED;

    Piece piece;
    bool is_taken = true;
    lev::Status status = lev::DONE;
    Index cells = 0;
    for (Index row = start; row < stop && is_taken && status == lev::DONE; row += piece.rows()) {
        status = lev::status_of([&] { is_taken = piece.read(preds, target, row, stop); });
        cells += piece.cells;
        is_taken = is_taken && (address || cells <= MOST_CELLS);
        if (status != lev::DONE || !is_taken) break;
        PyThreadState* state = address || piece.cells >= CELLS_FOR_OTHERS ? PyEval_SaveThread() : nullptr;
        status = lev::status_of([&] { measure(piece.pairs(cancelled), found + (row - start), size); });
        if (state) PyEval_RestoreThread(state);
    }
    if (is_taken && status == lev::DONE) return bytes;
    Py_DecRef(bytes);
    if (status == lev::OUT_OF_MEMORY) return PyErr_NoMemory();
    if (status == lev::CANCELLED) return PyErr_Format(PyExc_InterruptedError, "the search was cancelled");
    Py_RETURN_NONE;
}

// counts(preds, target, start, stop, cancelled, tokens, costs): substitutions, deletions, insertions,
// hits and zeros of every pair; `tokens`: words (0) or characters (1); `costs`: unit (0) or NIST's (1).
PyObject* counts(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    if (count != 7) return PyErr_Format(PyExc_TypeError, "counts takes seven arguments");
    const bool are_characters = is_set(arguments[5]), are_nist = is_set(arguments[6]);
    if (PyErr_Occurred()) return nullptr;
    return measured(arguments, 5, [&](const lev::Pairs& pairs, Index* found, Index size) {
        Index *substitutions = found, *deletions = found + size, *insertions = deletions + size,
              *hits = insertions + size, *zeros = hits + size;
        const auto measure =
            are_characters ? lev::measure_counts<lev::Characters> : lev::measure_counts<lev::Words>;
        measure(pairs, are_nist, substitutions, hits, insertions, deletions);  // the lengths, for now
        for (Index i = 0; i < pairs.size; ++i) {
            deletions[i] -= hits[i] + substitutions[i];
            insertions[i] -= hits[i] + substitutions[i];
            zeros[i] = 0;
        }
    });
}

// distances(preds, target, start, stop, cancelled, tokens): the length of the prediction, the distance,
// the length of the reference, and a zero, of every pair.
PyObject* distances(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    if (count != 6) return PyErr_Format(PyExc_TypeError, "distances takes six arguments");
    const bool are_characters = is_set(arguments[5]);
    if (PyErr_Occurred()) return nullptr;
    return measured(arguments, 4, [&](const lev::Pairs& pairs, Index* found, Index size) {
        const auto measure =
            are_characters ? lev::measure_distances<lev::Characters> : lev::measure_distances<lev::Words>;
        measure(pairs, found + size, found, found + 2 * size);
        std::fill_n(found + 3 * size, pairs.size, Index{0});
    });
}

// Finds the distances of pairs.
template <class Tokens>
struct Measuring {
    lev::Pair<Tokens> pair;
    lev::Search search{&NEVER_CANCELLED};

    // Adds the distances of all pairs, and the lengths of their predictions and references.
    std::array<Index, 4> totals(const lev::Pairs& pairs) {
        std::array<Index, 4> totals{};
        pairs.each(pair, [&](Index) {
            totals[0] += search.distance(pair.target(), pair.pred(), pair.distinct());
            totals[1] += pair.pred_length();
            totals[2] += pair.target_length();
        });
        return totals;
    }
};

// totals(preds, target, tokens): the sums of the distances, of prediction lengths and of reference lengths,
// and the bytes of all references, as a tuple, for input of one piece; None for any other.
PyObject* totals(PyObject*, PyObject* const* arguments, Py_ssize_t count) {
    if (count != 3) return PyErr_Format(PyExc_TypeError, "totals takes three arguments");
    const bool are_characters = is_set(arguments[2]);
    if (PyErr_Occurred()) return nullptr;
    const Strings preds(arguments[0]), target(arguments[1]);
    const Index size = target.rows();
    if (!size || preds.rows() != size) Py_RETURN_NONE;
    // Kept, since making them takes longer than measuring a sentence; they are used under the lock.
    static Piece piece;
    static Measuring<lev::Words> words;
    static Measuring<lev::Characters> characters;
    bool is_taken = false;
    std::array<Index, 4> totals{};
    const lev::Status status = lev::status_of([&] {
        is_taken = piece.read(preds, target, 0, size) && piece.rows() == size && !piece.is_full() &&
                   piece.cells < CELLS_FOR_OTHERS;
        const lev::Pairs pairs = piece.pairs(&NEVER_CANCELLED);
        if (is_taken) totals = are_characters ? characters.totals(pairs) : words.totals(pairs);
        totals[3] = static_cast<Index>(piece.target.size());
        if (piece.is_full()) piece = {};  // of a text that may be long, and would be kept
    });
    if (status != lev::DONE) return PyErr_NoMemory();
    if (!is_taken) Py_RETURN_NONE;
    PyObject* tuple = PyTuple_New(4);
    for (Py_ssize_t i = 0; tuple && i < 4; ++i) {
        PyObject* total = PyLong_FromLongLong(totals[static_cast<std::size_t>(i)]);
        if (total) {
            PyTuple_SetItem(tuple, i, total);  // which takes it over
        } else {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

// A reference that this module owns.
using Owned = std::unique_ptr<PyObject, decltype(&Py_DecRef)>;

Owned owned(PyObject* made) {
    if (!made) throw std::bad_alloc();
    return {made, Py_DecRef};
}

// Numbers or bytes in Python's memory, which is returned without a copy, and not zeroed as a vector's is.
template <class Element>
class Buffer {
  public:
    explicit Buffer(Index size) : object_(owned(PyByteArray_FromStringAndSize(nullptr, bytes(size)))) {}

    void resize(Index size) {
        if (PyByteArray_Resize(object(), bytes(size))) throw std::bad_alloc();
    }
    Element* data() const { return reinterpret_cast<Element*>(PyByteArray_AsString(object())); }
    PyObject* object() const { return object_.get(); }

  private:
    static Index bytes(Index size) { return size * static_cast<Index>(sizeof(Element)); }

    Owned object_;
};

// The items of a list or a tuple.
class Items {
  public:
    explicit Items(PyObject* given) : given_(given), is_list_(PyList_CheckExact(given)) {}

    // -1 for another object.
    Index size() const {
        if (is_list_) return PyList_Size(given_);
        return PyTuple_CheckExact(given_) ? PyTuple_Size(given_) : -1;
    }
    // A borrowed reference.
    PyObject* at(Index i) const { return is_list_ ? PyList_GetItem(given_, i) : PyTuple_GetItem(given_, i); }

  private:
    PyObject* given_;
    bool is_list_;
};

// The samples of a column: strings, or lists of them.
class Samples {
  public:
    explicit Samples(PyObject* given)
        : items_(given), rows_(std::max<Index>(items_.size(), 0)),
          are_lists_(rows_ && !PyUnicode_CheckExact(items_.at(0))), firsts_(rows_ + 1) {}

    // Counts the strings; -1 for other objects, and for an empty list.
    Index count() const {
        if (items_.size() < 0) return -1;
        Index* first = firsts_.data();
        *first = 0;
        for (Index row = 0; row < rows_; ++row) {
            if (row + LISTS_AHEAD < rows_) lev::prefetch(items_.at(row + LISTS_AHEAD));
            const Index size = are_lists_ ? Items(items_.at(row)).size() : 1;
            if (size < 1) return -1;
            first[row + 1] = first[row] + size;
        }
        return first[rows_];
    }

    // Calls `take` with every string that was counted, or another object in its place; false if it is, and
    // if the samples have changed.
    template <class Take>
    bool each(Take take) const {
        if (items_.size() != rows_) return false;
        for (Index row = 0; row < rows_; ++row) {
            if (row + STRINGS_AHEAD < rows_) prefetch(row + STRINGS_AHEAD);
            PyObject* sample = items_.at(row);
            if (!are_lists_) {
                if (!take(sample)) return false;
                continue;
            }
            const Items strings(sample);
            const Index size = firsts_.data()[row + 1] - firsts_.data()[row];
            if (strings.size() != size) return false;
            for (Index i = 0; i < size; ++i) {
                if (!take(strings.at(i))) return false;
            }
        }
        return true;
    }

    // Where the strings of each sample begin; None if samples are strings.
    PyObject* firsts() const { return are_lists_ ? firsts_.object() : Py_None; }

  private:
    void prefetch(Index row) const {
        PyObject* sample = items_.at(row);
        if (!are_lists_) return prefetch_string(sample);
        const Items strings(sample);
        for (Index i = 0; i < strings.size(); ++i) prefetch_string(strings.at(i));
    }

    Items items_;
    Index rows_;
    bool are_lists_;
    Buffer<Index> firsts_;
};

// The bytes to make room for, once the first `done` of `count` strings have so many: the rest may be as long.
// A buffer of twice the size would cost as much as the reading, since each new page of memory does.
Index enough(Index bytes, Index done, Index count) {
    const double all = 1.1 * static_cast<double>(bytes) * static_cast<double>(count) / static_cast<double>(done);
    return std::clamp(static_cast<Index>(all), bytes + bytes / 4, 4 * bytes);
}

// texts(samples): the strings of a column, which is a list or tuple of strings, or of lists or tuples of
// strings; their UTF-8, and where each begins in it; where those of each sample begin, or None for a column
// of strings; and whether all are ASCII. Returns None for input that it does not take.
PyObject* texts(PyObject*, PyObject* given) {
    PyObject* found = nullptr;
    const lev::Status status = lev::status_of([&] {
        const Samples samples(given);
        const Index count = samples.count();
        if (count < 0) return;
        // This may run the garbage collector, which may run any code.
        const Owned strings = owned(PyList_New(count));
        Buffer<Byte> data(0);
        Buffer<Index> offsets(count + 1);
        Byte* bytes = data.data();
        Index *offset = offsets.data(), room = 0;
        *offset = 0;
        bool are_ascii = true;
        Encoder encoder;
        const bool are_strings = samples.each([&](PyObject* string) {
            if (!encoder.encode(string)) return false;
            are_ascii = are_ascii && encoder.is_ascii();
            const Index end = *offset + encoder.size();
            if (end > room) {
                room = enough(end, offset - offsets.data() + 1, count);
                data.resize(room);
                bytes = data.data();
            }
            encoder.write(bytes + *offset);
            Py_IncRef(string);
            PyList_SetItem(strings.get(), offset - offsets.data(), string);  // which takes it over
            *++offset = end;
            return true;
        });
        if (!are_strings) return;
        data.resize(*offset);
        found = owned(Py_BuildValue("OOOOO", strings.get(), data.object(), offsets.object(), samples.firsts(),
                                    are_ascii ? Py_True : Py_False))
                    .release();
    });
    if (status != lev::DONE) return PyErr_NoMemory();
    return found ? found : Py_NewRef(Py_None);
}

PyMethodDef method(const char* name, PyObject* (*function)(PyObject*, PyObject* const*, Py_ssize_t)) {
    return {name, reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function)), METH_FASTCALL, nullptr};
}

PyMethodDef METHODS[] = {
    method("counts", counts),
    method("distances", distances),
    method("totals", totals),
    {"texts", texts, METH_O, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyModuleDef MODULE = {PyModuleDef_HEAD_INIT, "_strings", nullptr, 0, METHODS,
                      nullptr,               nullptr,  nullptr, nullptr};

}  // namespace

PyMODINIT_FUNC PyInit__strings() {
    PyObject* module = PyModule_Create(&MODULE);
    if (module && PyModule_AddIntConstant(module, "INTERFACE", 5) < 0) {
        Py_DecRef(module);
        return nullptr;
    }
    return module;
}
