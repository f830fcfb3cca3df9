// Edit distances of token streams whose tokens have times: only tokens whose times overlap are aligned.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search.hpp"

// Tokens as numbers from 0 on, row after row: row i has those from offsets[i] to before offsets[i + 1]. A
// token is spoken from `begin` to `end`, in seconds; both are null where time does not count.
struct LevStreams {
    const std::int64_t* tokens;
    const double* begin;
    const double* end;
    const std::int64_t* offsets;
    std::int64_t rows;
};

namespace lev {

#if defined(LEVMETRICS_TEST_DIVIDED)  // a build in which nearly all streams are traced block by block
constexpr Index FALLS_OF_BLOCK = 8;
#else
constexpr Index FALLS_OF_BLOCK = 16'000'000;
#endif

// The tokens of one row.
struct Stream {
    const std::int64_t* tokens;
    const double *begin, *end;
    Index size;

    bool has_times() const { return begin != nullptr; }
    Stream within(Index first, Index last) const {
        return {tokens + first, begin ? begin + first : nullptr, end ? end + first : nullptr, last - first};
    }
};

inline Stream stream_of(const LevStreams& streams, Index row) {
    const Index first = streams.offsets[row], size = streams.offsets[row + 1] - first;
    const bool has_times = streams.begin != nullptr;
    return {streams.tokens + first, has_times ? streams.begin + first : nullptr,
            has_times ? streams.end + first : nullptr, size};
}

// Tokens may be aligned if their times overlap; times that only touch do not.
inline bool overlap(const Stream& target, Index i, const Stream& pred, Index j) {
    return target.begin[i] < pred.end[j] && target.end[i] > pred.begin[j];
}

// The tokens of a prediction that each token of a reference may overlap; all others are before or after it.
class Reach {
  public:
    void read(const Stream& pred) {
        limit(0, pred.size);
        if (!pred.has_times()) return;
        latest_end_.assign(pred.end, pred.end + pred.size);
        earliest_begin_.assign(pred.begin, pred.begin + pred.size);
        for (Index j = 1; j < pred.size; ++j) latest_end_[j] = std::max(latest_end_[j], latest_end_[j - 1]);
        for (Index j = pred.size - 1; j > 0; --j) {
            earliest_begin_[j - 1] = std::min(earliest_begin_[j - 1], earliest_begin_[j]);
        }
    }

    // Leaves out all tokens before `first` and from `last` on; the others are counted from `first` on.
    void limit(Index first, Index last) {
        first_ = first;
        last_ = last;
    }

    Index first(const Stream& target, Index i) const {
        const auto begin = latest_end_.begin() + first_;
        return std::upper_bound(begin, latest_end_.begin() + last_, target.begin[i]) - begin;
    }

    // After the last one.
    Index last(const Stream& target, Index i) const {
        const auto begin = earliest_begin_.begin() + first_;
        return std::lower_bound(begin, earliest_begin_.begin() + last_, target.end[i]) - begin;
    }

  private:
    std::vector<double> latest_end_, earliest_begin_;  // of the tokens so far; of those from here on
    Index first_ = 0, last_ = 0;
};

// Aligns two streams of tokens with times, with the fewest edits.
//
// Row i of the matrix is stored as the differences D[i][j] - D[i][j - 1], which are -1, 0 or 1. From row to
// row, a cell grows by 1 minus its `fall` of 0 to 2. Cells before the tokens that token i may overlap do
// not fall. After all tokens reached so far, where each cell is 1 more than the one before, all cells fall
// alike. So the time for a row is that for its overlapping tokens.
class TimedAlignment {
  public:
    explicit TimedAlignment(const volatile std::int32_t* cancelled) : cancelled_(cancelled) {}

    // Returns the distance. `links`, which may be null: of each token of the reference, the number of the
    // prediction's token that it is aligned with, or -1. Of several alignments with the fewest edits, the one
    // that, from the end on, prefers an insertion to a deletion, and a deletion to a pair of tokens.
    Index find(const Stream& target, const Stream& pred, Index* links) {
        reach_.read(pred);
        difference_.assign(static_cast<std::size_t>(pred.size) + 1, 1);
        forget_rows();
        starts_.clear();
        reached_ = 0;
        const Index block = links ? rows_of_block(target, pred) : target.size;
        const Index traced = target.size ? (target.size - 1) / block * block : 0;  // where the last block begins
        for (Index i = 0; i < target.size; ++i) {
            if (i % block == 0 && i < traced) starts_.push_back({difference_, reached_});
            advance(target, pred, i, links && i >= traced);
        }
        Index distance = target.size;
        for (Index j = 1; j <= pred.size; ++j) distance += difference_[j];
        if (links) trace(target, pred, links, traced, block);
        return distance;
    }

  private:
    // The data of a row for tracing a path back: its falls from `first` to before `last`, and after that.
    struct Row {
        Index first, last;
        std::size_t falls;
        std::int8_t after;
    };

    // The differences before a block of rows.
    struct Start {
        std::vector<std::int8_t> difference;
        Index reached;
    };

    // Only the falls of one block of rows are kept, so that memory grows with the lengths and not with their
    // product; those of earlier blocks are computed again. Short streams are one block.
    static Index rows_of_block(const Stream& target, const Stream& pred) {
        const auto root = static_cast<Index>(std::sqrt(static_cast<double>(target.size)));
        return std::max({root, FALLS_OF_BLOCK / (pred.size + 1), Index{1}});
    }

    void forget_rows() {
        rows_.clear();
        falls_.clear();
    }

    static std::int8_t cost(const Stream& target, Index i, const Stream& pred, Index j) {
        if (!overlap(target, i, pred, j)) return 2;  // as an insertion and a deletion
        return target.tokens[i] == pred.tokens[j] ? 0 : 1;
    }

    void advance(const Stream& target, const Stream& pred, Index i, bool is_traced) {
        if (i % 64 == 0 && *cancelled_) throw Cancelled{};
        const Index first = reach_.first(target, i) + 1, end = reach_.last(target, i);
        const std::size_t at = falls_.size();
        std::int8_t before = 0;  // how much the cell before falls
        Index j = first;
        const auto fall = [&](std::int8_t most) {
            const std::int8_t falls = std::max<std::int8_t>(most, 0);
            difference_[j] = static_cast<std::int8_t>(difference_[j] - falls + before);
            before = falls;
            if (is_traced) falls_.push_back(falls);
        };
        for (; j <= end; ++j) {
            const std::int8_t difference = difference_[j];
            const auto inserted = static_cast<std::int8_t>(difference + before - 1);
            const auto aligned = static_cast<std::int8_t>(difference + 1 - cost(target, i, pred, j - 1));
            fall(std::max(inserted, aligned));
        }
        reached_ = std::max(reached_, j - 1);
        for (; before && j <= reached_; ++j) fall(static_cast<std::int8_t>(difference_[j] + before - 1));
        if (is_traced) rows_.push_back({first, j, at, before});
    }

    std::int8_t falls(const Row& row, Index j) const {
        if (j < row.first) return 0;
        return j < row.last ? falls_[row.falls + static_cast<std::size_t>(j - row.first)] : row.after;
    }

    // Turns the differences of a row into those of the row before.
    void go_back(const Row& row) {
        for (Index j = row.first; j < row.last; ++j) {
            difference_[j] = static_cast<std::int8_t>(difference_[j] + falls(row, j) - falls(row, j - 1));
        }
    }

    // Computes the rows of the block that ends before row `last` again.
    void go_to_block(const Stream& target, const Stream& pred, Index first, Index last) {
        difference_.swap(starts_.back().difference);
        reached_ = starts_.back().reached;
        starts_.pop_back();
        forget_rows();
        for (Index i = first; i < last; ++i) advance(target, pred, i, true);
    }

    // `first`: the first row of the last block.
    void trace(const Stream& target, const Stream& pred, Index* links, Index first, Index block) {
        std::fill(links, links + target.size, Index{-1});
        Index i = target.size, j = pred.size;
        while (i > 0 && j > 0) {
            if (i == first) {
                first -= block;
                go_to_block(target, pred, first, i);
            }
            const Row& row = rows_[static_cast<std::size_t>(i - 1 - first)];
            // The cost of a path above the cell's, by its last edit.
            const int deleted = falls(row, j), inserted = 1 - difference_[j];
            const int aligned = falls(row, j - 1) - difference_[j] - 1 + cost(target, i - 1, pred, j - 1);
            if (aligned < std::min(deleted, inserted)) {
                go_back(row);
                links[--i] = --j;
            } else if (deleted < inserted) {
                go_back(row);
                --i;
            } else {
                --j;
            }
        }
    }

    const volatile std::int32_t* cancelled_;
    Reach reach_;
    std::vector<std::int8_t> difference_;  // of the row, by column from 1 on
    Index reached_ = 0;                    // the last column whose difference may not be 1
    std::vector<Row> rows_;  // of the block that is traced
    std::vector<std::int8_t> falls_;
    std::vector<Start> starts_;  // of the blocks before
};

// Aligns two streams of tokens without times; the results are those of TimedAlignment::find().
class UntimedAlignment {
  public:
    UntimedAlignment(const LevStreams& target, const LevStreams& pred, const volatile std::int32_t* cancelled)
        : search_(cancelled), cancelled_(cancelled) {
        std::int64_t last = -1;
        for (const LevStreams* side : {&target, &pred}) {
            for (Index i = 0; i < side->offsets[side->rows]; ++i) last = std::max(last, side->tokens[i]);
        }
        numbers_.resize(static_cast<std::size_t>(last + 1));
    }

    Index find(const Stream& target, const Stream& pred, Index* links) {
        if (links) std::fill(links, links + target.size, Index{-1});
        if (!target.size || !pred.size) return target.size + pred.size;
        Number distinct = 0;
        pred_.clear();
        for (Index j = 0; j < pred.size; ++j) {
            Number& number = numbers_[pred.tokens[j]];
            if (!number) number = ++distinct;
            pred_.push_back(number);
        }
        target_.clear();
        for (Index i = 0; i < target.size; ++i) target_.push_back(numbers_[target.tokens[i]]);
        for (Index j = 0; j < pred.size; ++j) numbers_[pred.tokens[j]] = 0;
        const Numbers rows{pred_.data(), pred.size}, columns{target_.data(), target.size};
        return links ? trace(rows, columns, distinct, links) : search_.distance(rows, columns, distinct);
    }

  private:
    // The rows are the prediction's tokens, so that an insertion is where the distance grows down a column.
    Index trace(Numbers pred, Numbers target, Number distinct, Index* links) {
        tops_.clear();
        const Index longer = std::max(pred.size, target.size);
        matrix_.compute(pred, target, distinct, Band(longer, pred.size, target.size), false, cancelled_, &tops_);
        const Index distance = matrix_.distance();
        Index row = pred.size, column = target.size, first = row;  // the rows above the strip that is kept
        while (row && column) {
            if (row <= first) {
                if (*cancelled_) throw Cancelled{};
                matrix_.keep_strip(row, pred, target, distinct, tops_);
                first = (row - 1) / STRIP_ROWS * STRIP_ROWS;
            }
            if (matrix_.has_sign(0, row, column)) {
                --row;
                continue;
            }
            --column;  // a deletion, unless a pair costs less
            const bool is_equal = target[column] == pred[row - 1];
            if (matrix_.has_sign(1, row, column) || !(is_equal || matrix_.has_sign(0, row, column))) continue;
            links[column] = --row;
        }
        return distance;
    }

    Search search_;
    Matrix matrix_;
    std::vector<Number> numbers_;  // by token; zeros between two pairs
    std::vector<Number> target_, pred_;
    std::vector<std::int8_t> tops_;  // of the strips of the matrix
    const volatile std::int32_t* cancelled_;
};

// Aligns row targets[i] of `target` with row preds[i] of `pred`; writes the links of pair i, if they are asked
// for, from links[starts[i]] on.
inline void align_streams(const LevStreams& target, const LevStreams& pred, const Index* targets,
                          const Index* preds, Index pairs, const volatile std::int32_t* cancelled, Index* distance,
                          const Index* starts, Index* links) {
    const auto align = [&](auto alignment) {
        for (Index i = 0; i < pairs; ++i) {
            const Stream reference = stream_of(target, targets[i]);
            distance[i] = alignment.find(reference, stream_of(pred, preds[i]), links ? links + starts[i] : nullptr);
        }
    };
    if (target.begin) align(TimedAlignment(cancelled));
    else align(UntimedAlignment(target, pred, cancelled));
}

}  // namespace lev
