// Edit distances of token streams whose tokens have times: only tokens whose times overlap are aligned.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pairs.hpp"

// Tokens as numbers, row after row: row i has those from offsets[i] to before offsets[i + 1]. A token is
// spoken from `begin` to `end`, in seconds; both are null where time does not count.
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
        size_ = pred.size;
        has_times_ = pred.has_times();
        if (!has_times_) return;
        latest_end_.assign(pred.end, pred.end + size_);
        earliest_begin_.assign(pred.begin, pred.begin + size_);
        for (Index j = 1; j < size_; ++j) latest_end_[j] = std::max(latest_end_[j], latest_end_[j - 1]);
        for (Index j = size_ - 1; j > 0; --j) {
            earliest_begin_[j - 1] = std::min(earliest_begin_[j - 1], earliest_begin_[j]);
        }
    }

    Index first(const Stream& target, Index i) const {
        if (!has_times_) return 0;
        return std::upper_bound(latest_end_.begin(), latest_end_.end(), target.begin[i]) - latest_end_.begin();
    }

    // After the last one.
    Index last(const Stream& target, Index i) const {
        if (!has_times_) return size_;
        return std::lower_bound(earliest_begin_.begin(), earliest_begin_.end(), target.end[i]) -
               earliest_begin_.begin();
    }

  private:
    Index size_ = 0;
    bool has_times_ = false;
    std::vector<double> latest_end_, earliest_begin_;  // of the tokens so far; of those from here on
};

// Aligns two streams with the fewest edits.
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
        if (target.has_times() && !overlap(target, i, pred, j)) return 2;  // as an insertion and a deletion
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

// Aligns row targets[i] of `target` with row preds[i] of `pred`; writes the links of pair i, if they are asked
// for, from links[starts[i]] on.
inline void align_streams(const LevStreams& target, const LevStreams& pred, const Index* targets,
                          const Index* preds, Index pairs, const volatile std::int32_t* cancelled, Index* distance,
                          const Index* starts, Index* links) {
    TimedAlignment alignment(cancelled);
    for (Index i = 0; i < pairs; ++i) {
        const Stream reference = stream_of(target, targets[i]);
        distance[i] = alignment.find(reference, stream_of(pred, preds[i]), links ? links + starts[i] : nullptr);
    }
}

// The costs of all prefixes of a stream, given some tokens of the reference: a column of the edit matrix.
using Cost = std::int32_t;

// Computes the column after more tokens of the reference, in place. An insertion or deletion costs `unit`.
inline void append_untimed(const Stream& segment, const Stream& stream, Cost unit, Cost substitution, Cost* column) {
    for (Index i = 0; i < segment.size; ++i) {
        const std::int64_t token = segment.tokens[i];
        Cost diagonal = column[0], left = column[0] += unit;
        for (Index j = 0; j < stream.size; ++j) {
            const Cost up = column[j + 1];
            const Cost aligned = diagonal + (stream.tokens[j] == token ? 0 : substitution);
            left = std::min(std::min(up, left) + unit, aligned);
            column[j + 1] = left;
            diagonal = up;
        }
    }
}

// The same for tokens with times. A cell before the overlapping tokens costs a deletion more for each
// token, which is added at the end; the costs of cells after them are found once for all tokens.
inline void append_timed(const Stream& segment, const Stream& stream, Cost unit, Cost substitution, Cost* column,
                         Reach& reach) {
    reach.read(stream);
    Index end = 0;
    for (Index i = 0; i < segment.size; ++i) end = std::max(end, reach.last(segment, i));
    for (Index i = 0; i < segment.size; ++i) {
        const Index first = reach.first(segment, i), last = reach.last(segment, i);
        if (first >= last) continue;
        Cost diagonal = column[first], left = column[first];
        for (Index j = first; j < end; ++j) {
            const Cost up = column[j + 1];
            Cost best = std::min(up, left + unit);
            if (j < last && overlap(segment, i, stream, j)) {
                const Cost cost = stream.tokens[j] == segment.tokens[i] ? 0 : substitution;
                best = std::min(best, diagonal + cost - unit);
            } else if (j >= last && best == up) {
                break;  // and so are all others
            }
            column[j + 1] = left = best;
            diagonal = up;
        }
    }
    for (Index j = end; j < stream.size; ++j) {
        const Cost best = column[j] + unit;
        if (best >= column[j + 1]) break;
        column[j + 1] = best;
    }
    const auto deletions = static_cast<Cost>(segment.size) * unit;
    for (Index j = 0; j <= stream.size; ++j) column[j] += deletions;
}

// Computes the columns of all streams, one after the other, after the first row of `segment`; those of streams
// that are not active are copied.
inline void append_segment(const LevStreams& segment, const LevStreams& streams, const std::uint8_t* is_active,
                           Cost unit, Cost substitution, const Cost* before, Cost* after) {
    const Stream words = stream_of(segment, 0);
    Reach reach;
    for (Index row = 0; row < streams.rows; ++row) {
        const Stream stream = stream_of(streams, row);
        std::copy(before, before + stream.size + 1, after);
        if (!is_active[row]) {
        } else if (words.has_times()) {
            append_timed(words, stream, unit, substitution, after, reach);
        } else {
            append_untimed(words, stream, unit, substitution, after);
        }
        before += stream.size + 1;
        after += stream.size + 1;
    }
}

}  // namespace lev
