// A greedy assignment of segments to streams.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "columns.hpp"

namespace lev {

#if defined(LEVMETRICS_TEST_DIVIDED)  // a build in which nearly all costs are computed again
constexpr Index KEPT_COSTS = 8, COSTS_OF_A_BLOCK = 2, CELLS_BETWEEN_LOOKS = 0;
#else
constexpr Index KEPT_COSTS = 400'000'000, COSTS_OF_A_BLOCK = 64;
constexpr Index CELLS_BETWEEN_LOOKS = 4'000'000;  // at whether the search is cancelled
#endif

// Computes the column after the tokens of a segment, in place, some of them at a time.
inline void append_unless_cancelled(const Stream& segment, const Stream& stream, const Reach& reach,
                                    Cost substitution, Cost* column, const volatile std::int32_t* cancelled) {
    const Index most = CELLS_BETWEEN_LOOKS / (stream.size + 1) / 16 * 16 + 16;  // as many as need all vectors
    for (Index first = 0; first < segment.size; first += most) {
        if (*cancelled) throw Cancelled{};
        append(segment.within(first, std::min(first + most, segment.size)), stream, reach, 1, substitution, column);
    }
}

// Columns of some streams, one for each: their costs after the segments appended so far. An insertion or
// deletion costs 1, so that costs next to each other differ by at most 1.
class StreamColumns {
  public:
    StreamColumns(const LevStreams& streams, Cost substitution, const volatile std::int32_t* cancelled)
        : substitution_(substitution), cancelled_(cancelled) {
        const auto rows = static_cast<std::size_t>(streams.rows);
        reaches_.resize(rows);
        columns_.resize(rows);
        for (Index row = 0; row < streams.rows; ++row) {
            streams_.push_back(stream_of(streams, row));
            reaches_[row].read(streams_.back());
        }
        clear();
    }

    // Goes back to no segments.
    void clear() {
        for (std::size_t row = 0; row < columns_.size(); ++row) {
            columns_[row].resize(static_cast<std::size_t>(streams_[row].size) + 1);
            for (std::size_t j = 0; j < columns_[row].size(); ++j) columns_[row][j] = static_cast<Cost>(j);
        }
    }

    void append(const Stream& segment, Index row) {
        Cost* const column = columns_[row].data();
        append_unless_cancelled(segment, streams_[row], reaches_[row], substitution_, column, cancelled_);
    }

    const Stream& stream(Index row) const { return streams_[row]; }
    const std::vector<Cost>& column(Index row) const { return columns_[row]; }
    const std::vector<std::vector<Cost>>& all() const { return columns_; }
    void set_all(std::vector<std::vector<Cost>> columns) { columns_ = std::move(columns); }

    // Appends the differences of a column to `kept`.
    void keep(Index row, std::vector<std::int8_t>& kept) const {
        const std::vector<Cost>& column = columns_[row];
        const std::size_t at = kept.size();
        kept.resize(at + column.size() - 1);
        for (std::size_t j = 1; j < column.size(); ++j) {
            kept[at + j - 1] = static_cast<std::int8_t>(column[j] - column[j - 1]);
        }
    }

    // Takes the differences of a column back; its first cost is the number of tokens appended so far.
    void take_back(Index row, Cost first, std::vector<std::int8_t>& kept) {
        std::vector<Cost>& column = columns_[row];
        const std::size_t at = kept.size() - (column.size() - 1);
        column[0] = first;
        for (std::size_t j = 1; j < column.size(); ++j) column[j] = first += kept[at + j - 1];
        kept.resize(at);
    }

  private:
    Cost substitution_;
    const volatile std::int32_t* cancelled_;
    std::vector<Stream> streams_;
    std::vector<Reach> reaches_;
    std::vector<std::vector<Cost>> columns_;
};

// Moves segments between streams while that reduces the cost. In a round, each segment in turn goes to the
// stream to which it adds the least, given the segments before it, which may have moved, and those after it,
// which have not.
class GreedyCombination {
  public:
    // `backwards`: both with their rows and tokens in reverse order.
    GreedyCombination(const LevStreams& segments, const LevStreams& streams, const LevStreams& backward_segments,
                      const LevStreams& backward_streams, Cost substitution, const volatile std::int32_t* cancelled)
        : segments_(segments),
          backward_segments_(backward_segments),
          rows_(streams.rows),
          substitution_(substitution),
          cancelled_(cancelled),
          ahead_(streams, substitution, cancelled),
          behind_(backward_streams, substitution, cancelled),
          least_(static_cast<std::size_t>(rows_)),
          is_known_(static_cast<std::size_t>(rows_)),
          of_blocks_(static_cast<std::size_t>(rows_)) {}

    // `chosen`: the stream of each segment, before and after. Returns the cost.
    Index run(Index most_rounds, Index* chosen) {
        for (bool is_done = false; !is_done && most_rounds; --most_rounds) {
            moved_.assign(chosen, chosen + segments_.rows);
            go(chosen);
            is_done = std::equal(moved_.begin(), moved_.end(), chosen);
            std::copy(moved_.begin(), moved_.end(), chosen);
        }
        Index cost = 0;
        for (Index row = 0; row < rows_; ++row) cost += ahead_.column(row).back();
        return cost;
    }

  private:
    // A round. The costs of the segments after each one are computed from the last segment on, and used from
    // the first one on. If they are too many, only those after blocks of segments are kept, and the others
    // are computed again, block by block.
    void go(const Index* chosen) {
        const auto root = static_cast<Index>(std::sqrt(static_cast<double>(segments_.rows)));
        const Index costs = costs_of(chosen, 0, segments_.rows);
        const Index block = costs > KEPT_COSTS ? std::max(root, Index{1}) : std::max(segments_.rows, Index{1});
        ahead_.clear();
        behind_.clear();
        after_blocks_.assign(1, behind_.all());
        for (Index i = segments_.rows - 1; i >= block; --i) {
            append_behind(i, chosen[i]);
            if (i % block == 0) after_blocks_.push_back(behind_.all());
        }
        for (Index first = 0; first < segments_.rows; first += block) {
            const Index end = std::min(first + block, segments_.rows);
            behind_.set_all(std::move(after_blocks_.back()));
            after_blocks_.pop_back();
            std::fill(is_known_.begin(), is_known_.end(), false);
            kept_.reserve(static_cast<std::size_t>(costs_of(chosen, first, end)));
            for (Index i = end - 1; i >= first; --i) {
                firsts_.push_back(behind_.column(backward(chosen[i])).front());
                behind_.keep(backward(chosen[i]), kept_);
                append_behind(i, chosen[i]);
            }
            for (Index i = first; i < end; ++i) {
                behind_.take_back(backward(chosen[i]), firsts_.back(), kept_);
                firsts_.pop_back();
                is_known_[chosen[i]] = false;
                move(i, chosen[i]);
            }
        }
    }

    // The number of costs that are kept of some segments: a column of the stream of each.
    Index costs_of(const Index* chosen, Index first, Index end) const {
        Index costs = 0;
        for (Index i = first; i < end; ++i) costs += ahead_.stream(chosen[i]).size;
        return costs;
    }

    Index backward(Index row) const { return rows_ - 1 - row; }

    void append_behind(Index segment, Index row) {
        if (*cancelled_) throw Cancelled{};
        behind_.append(stream_of(backward_segments_, segments_.rows - 1 - segment), backward(row));
    }

    // Moves a segment to the stream to which it adds the least.
    void move(Index number, Index from) {
        if (*cancelled_) throw Cancelled{};
        const Stream segment = stream_of(segments_, number);
        Index best = 0;
        Cost least = FAR, unmoved = FAR;
        for (Index row = 0; row < rows_; ++row) {
            if (!is_known_[row]) find_least(row);
            const Cost more = least_with(segment, row) - least_[row];
            if (more < least) {
                least = more;
                best = row;
            }
            if (row == from) unmoved = more;
        }
        const Index to = least < unmoved ? best : from;
        moved_[number] = to;
        ahead_.append(segment, to);
        is_known_[to] = false;
    }

    // Finds the lowest cost of a whole stream, by way of each block of its cells, and of all.
    void find_least(Index row) {
        const std::vector<Cost>&ahead = ahead_.column(row), &behind = behind_.column(backward(row));
        const auto size = static_cast<Index>(ahead.size());
        of_blocks_[row].clear();
        for (Index first = 0; first < size; first += COSTS_OF_A_BLOCK) {
            const Cost* const column = ahead.data() + first;
            const Cost* const rest = behind.data() + (size - 1 - first);
            const Index count = std::min(COSTS_OF_A_BLOCK, size - first);
            Cost least = FAR;
            for (Index j = 0; j < count; ++j) least = std::min(least, column[j] + rest[-j]);
            of_blocks_[row].push_back(least);
        }
        least_[row] = *std::min_element(of_blocks_[row].begin(), of_blocks_[row].end());
        is_known_[row] = true;
    }

    // The lowest cost of a whole stream with one more segment. A segment of n tokens costs at most n more, and
    // makes no cell's cost lower by more than n; so a path that is cheap enough is, before and after the
    // segment, in cells that cost at most 2 * n more than the least without it. All others are left out.
    Cost least_with(const Stream& segment, Index row) {
        const std::vector<Cost>&ahead = ahead_.column(row), &behind = behind_.column(backward(row));
        const std::vector<Cost>& of_blocks = of_blocks_[row];
        const auto most = least_[row] + static_cast<Cost>(2 * segment.size);
        Index first = 0, last = static_cast<Index>(of_blocks.size());
        while (of_blocks[first] > most) ++first;
        while (of_blocks[last - 1] > most) --last;
        first *= COSTS_OF_A_BLOCK;
        last = std::min(last * COSTS_OF_A_BLOCK, static_cast<Index>(ahead.size()));
        const Stream part = ahead_.stream(row).within(first, last - 1);
        column_.assign(ahead.begin() + first, ahead.begin() + last);
        reach_.read(part);
        append_unless_cancelled(segment, part, reach_, substitution_, column_.data(), cancelled_);
        Cost least = FAR;
        const Cost* const rest = behind.data() + (static_cast<Index>(ahead.size()) - 1 - first);
        for (Index j = 0; j < last - first; ++j) least = std::min(least, column_[j] + rest[-j]);
        return least;
    }

    const LevStreams &segments_, &backward_segments_;
    const Index rows_;
    const Cost substitution_;
    const volatile std::int32_t* cancelled_;
    StreamColumns ahead_, behind_;  // of the segments before the current one, and after it
    std::vector<Cost> least_;       // by stream, where it is known
    std::vector<char> is_known_;
    std::vector<std::vector<Cost>> of_blocks_;  // by stream: the lowest cost of each block
    std::vector<Index> moved_;
    std::vector<std::vector<std::vector<Cost>>> after_blocks_;
    std::vector<Cost> firsts_, column_;
    std::vector<std::int8_t> kept_;  // the differences of columns, one after the other
    Reach reach_;
};

}  // namespace lev
