// A greedy assignment of segments to streams.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "columns.hpp"

namespace lev {

#if defined(LEVMETRICS_TEST_DIVIDED)  // a build in which nearly all costs are computed again
constexpr Index KEPT_COSTS = 8, COSTS_OF_A_BLOCK = 2, CELLS_BETWEEN_LOOKS = 0, LEAST_WIDTH = 0;
#else
constexpr Index KEPT_COSTS = 400'000'000, COSTS_OF_A_BLOCK = 64;
constexpr Index CELLS_BETWEEN_LOOKS = 4'000'000;  // at whether the search is cancelled
constexpr Index LEAST_WIDTH = 4;                  // of columns, in lengths of the longest segment
#endif

// The costs of a stream's prefixes after some tokens of its segments. Only cells near the diagonal are computed,
// from `first` to `last`, whose numbers differ from that of the tokens by at most `width`: paths that leave them
// are not seen, so that costs may be too high, never too low.
struct Column {
    std::vector<Cost> costs;
    Index width = 0, tokens = 0, first = 0, last = 0;

    Index size() const { return static_cast<Index>(costs.size()) - 1; }

    // Adds the cells at the end that so many tokens need, as insertions.
    void grow(Index count) {
        for (const Index end = std::min(count + width, size()); last < end; ++last) costs[last + 1] = costs[last] + 1;
    }

    void set_tokens(Index count) {
        tokens = count;
        first = std::min(std::max(count - width, Index{0}), size());
    }
};

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
            columns_[row].costs.assign(static_cast<std::size_t>(streams_.back().size) + 1, 0);
        }
    }

    // Goes back to no segments.
    void clear(Index row, Index width) {
        Column& column = columns_[row];
        column.width = width;
        column.costs[0] = 0;
        column.last = 0;
        column.set_tokens(0);
        column.grow(0);
    }

    void append(const Stream& segment, Index row) {
        Column& column = columns_[row];
        column.grow(column.tokens + segment.size);
        advance(segment, row, column.first, column.last, column.costs.data() + column.first);
        column.set_tokens(column.tokens + segment.size);
    }

    // Computes the costs of cells `first` to `last` after the tokens of a segment, in place, some tokens at a time.
    void advance(const Stream& segment, Index row, Index first, Index last, Cost* costs) {
        const Stream part = streams_[row].within(first, last);
        const Index most = CELLS_BETWEEN_LOOKS / (part.size + 1) / 16 * 16 + 16;  // as many as need all vectors
        reaches_[row].limit(first, last);
        for (Index at = 0; at < segment.size; at += most) {
            if (*cancelled_) throw Cancelled{};
            const Stream some = segment.within(at, std::min(at + most, segment.size));
            lev::append(some, part, reaches_[row], 1, substitution_, costs);
        }
    }

    const Stream& stream(Index row) const { return streams_[row]; }
    const Column& column(Index row) const { return columns_[row]; }
    const std::vector<Column>& all() const { return columns_; }
    void set_all(std::vector<Column> columns) { columns_ = std::move(columns); }

    // Appends the differences of a column to `kept`.
    void keep(Index row, std::vector<std::int8_t>& kept) const {
        const Column& column = columns_[row];
        const Index known = column.last - column.first;
        kept.resize(kept.size() + static_cast<std::size_t>(known));
        std::int8_t* const difference = kept.data() + kept.size() - known;
        const Cost* const costs = column.costs.data() + column.first;
        for (Index j = 0; j < known; ++j) difference[j] = static_cast<std::int8_t>(costs[j + 1] - costs[j]);
    }

    // Takes the differences of a column back, as it was some tokens before; `cost`: that of its first cell then.
    void take_back(Index row, Index tokens, Cost cost, std::vector<std::int8_t>& kept) {
        Column& column = columns_[row];
        column.set_tokens(column.tokens - tokens);
        column.last = std::min(column.tokens + column.width, column.size());
        const Index known = column.last - column.first;
        const std::int8_t* const difference = kept.data() + kept.size() - known;
        Cost* const costs = column.costs.data() + column.first;
        costs[0] = cost;
        for (Index j = 0; j < known; ++j) costs[j + 1] = cost += difference[j];
        kept.resize(kept.size() - static_cast<std::size_t>(known));
    }

  private:
    Cost substitution_;
    const volatile std::int32_t* cancelled_;
    std::vector<Stream> streams_;
    std::vector<Reach> reaches_;
    std::vector<Column> columns_;
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
          cancelled_(cancelled),
          ahead_(streams, substitution, cancelled),
          behind_(backward_streams, substitution, cancelled),
          least_(static_cast<std::size_t>(rows_)),
          is_known_(static_cast<std::size_t>(rows_)),
          starts_(static_cast<std::size_t>(rows_)),
          of_blocks_(static_cast<std::size_t>(rows_)) {
        Index longest = 0;
        for (Index i = 0; i < segments.rows; ++i) longest = std::max(longest, stream_of(segments, i).size);
        least_width_ = LEAST_WIDTH * longest;
        widths_.assign(static_cast<std::size_t>(rows_), least_width_);
    }

    // `chosen`: the stream of each segment, before and after. Returns the cost.
    Index run(Index most_rounds, Index* chosen) {
        for (bool is_done = false; !is_done && most_rounds; --most_rounds) {
            do {
                moved_.assign(chosen, chosen + segments_.rows);
            } while (!go(chosen));
            is_done = std::equal(moved_.begin(), moved_.end(), chosen);
            std::copy(moved_.begin(), moved_.end(), chosen);
        }
        Index cost = 0;
        for (Index row = 0; row < rows_; ++row) cost += ahead_.column(row).costs.back();
        return cost;
    }

  private:
    // A round. The costs of the segments after each one are computed from the last segment on, and used from
    // the first one on. If they are too many, only those after blocks of segments are kept, and the others
    // are computed again, block by block. False: the columns were too narrow, and are wider next time.
    bool go(const Index* chosen) {
        const auto root = static_cast<Index>(std::sqrt(static_cast<double>(segments_.rows)));
        const Index costs = costs_of(chosen, 0, segments_.rows);
        const Index block = costs > KEPT_COSTS ? std::max(root, Index{1}) : std::max(segments_.rows, Index{1});
        is_wide_ = true;
        std::fill(is_known_.begin(), is_known_.end(), false);
        for (Index row = 0; row < rows_; ++row) {
            ahead_.clear(row, widths_[row]);
            behind_.clear(backward(row), widths_[row]);
        }
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
                const Column& column = behind_.column(backward(chosen[i]));
                firsts_.push_back(column.costs[column.first]);
                behind_.keep(backward(chosen[i]), kept_);
                append_behind(i, chosen[i]);
            }
            for (Index i = first; i < end; ++i) {
                const Index tokens = stream_of(segments_, i).size;
                behind_.take_back(backward(chosen[i]), tokens, firsts_.back(), kept_);
                firsts_.pop_back();
                is_known_[chosen[i]] = false;
                move(i, chosen[i]);
                if (!is_wide_) {
                    kept_.clear();
                    firsts_.clear();
                    return false;
                }
            }
        }
        for (Index row = 0; row < rows_; ++row) find_least(row);
        for (Index row = 0; is_wide_ && row < rows_; ++row) {
            widths_[row] = std::max(least_width_, ample(needed(row, least_[row], 0)));
        }
        return is_wide_;
    }

    // The number of costs that are kept of some segments: a column of the stream of each.
    Index costs_of(const Index* chosen, Index first, Index end) const {
        Index costs = 0;
        for (Index i = first; i < end; ++i) {
            costs += std::min(ahead_.stream(chosen[i]).size, 2 * widths_[chosen[i]]);
        }
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
            if (!is_wide_) continue;
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

    // Where the cells end that both columns of a stream have.
    Index end_of(Index row) const {
        const Column& ahead = ahead_.column(row);
        return std::min(ahead.last, ahead.size() - behind_.column(backward(row)).first) + 1;
    }

    // Finds the lowest cost of a whole stream, by way of each block of its cells, and of all.
    void find_least(Index row) {
        const Column &ahead = ahead_.column(row), &behind = behind_.column(backward(row));
        const Index end = end_of(row);
        starts_[row] = std::max(ahead.first, ahead.size() - behind.last);
        of_blocks_[row].clear();
        least_[row] = FAR;
        for (Index first = starts_[row]; first < end; first += COSTS_OF_A_BLOCK) {
            const Cost* const column = ahead.costs.data() + first;
            const Cost* const rest = behind.costs.data() + (ahead.size() - first);
            const Index count = std::min(COSTS_OF_A_BLOCK, end - first);
            Cost least = FAR;
            for (Index j = 0; j < count; ++j) least = std::min(least, column[j] + rest[-j]);
            of_blocks_[row].push_back(least);
            least_[row] = std::min(least_[row], least);
        }
        is_known_[row] = true;
        check(row, least_[row], 0);
    }

    // The lowest cost of a whole stream with one more segment. A segment of n tokens costs at most n more, and
    // makes no cell's cost lower by more than n; so a path that is cheap enough is, before and after the
    // segment, in cells that cost at most 2 * n more than the least without it. All others are left out.
    Cost least_with(const Stream& segment, Index row) {
        const Column &ahead = ahead_.column(row), &behind = behind_.column(backward(row));
        const std::vector<Cost>& of_blocks = of_blocks_[row];
        const auto most = least_[row] + static_cast<Cost>(2 * segment.size);
        Index first = 0, last = static_cast<Index>(of_blocks.size());
        while (of_blocks[first] > most) ++first;
        while (of_blocks[last - 1] > most) --last;
        first = starts_[row] + first * COSTS_OF_A_BLOCK;
        last = std::min(starts_[row] + last * COSTS_OF_A_BLOCK, end_of(row));
        column_.assign(ahead.costs.begin() + first, ahead.costs.begin() + last);
        ahead_.advance(segment, row, first, last - 1, column_.data());
        Cost least = FAR;
        const Cost* const rest = behind.costs.data() + (ahead.size() - first);
        for (Index j = 0; j < last - first; ++j) least = std::min(least, column_[j] + rest[-j]);
        check(row, least, segment.size);
        return least;
    }

    // The width of a stream's columns that no path leaves which costs at most `cost`: a path through cell (i, j)
    // costs at least |i - j| up to there, and from there on as much as the numbers of tokens left differ.
    // `more`: the tokens of one segment more, before and after which the path is in both columns.
    Index needed(Index row, Index cost, Index more) const {
        const Index tokens = ahead_.column(row).tokens + behind_.column(backward(row)).tokens + more;
        return (cost + std::abs(tokens - ahead_.stream(row).size)) / 2 + more;
    }

    // Leaves room for segments that come or go.
    Index ample(Index width) const { return width + width / 8 + least_width_ / 2; }

    // Widens the columns of a stream if a path that costs less than `cost` may have left them. `more`: as above.
    // A stream that hardly has more cells gets all that it may need. The others are widened a little, so that
    // the round is not done again for each of many streams.
    void check(Index row, Index cost, Index more) {
        const Index width = needed(row, cost, more);
        if (width <= widths_[row]) return;
        is_wide_ = false;
        const Index wider = 2 * widths_[row] + 1;
        for (Index& each : widths_) each += each / 4;
        widths_[row] = wider < ahead_.stream(row).size ? std::min(wider, ample(width)) : ample(width);
    }

    const LevStreams &segments_, &backward_segments_;
    const Index rows_;
    const volatile std::int32_t* cancelled_;
    StreamColumns ahead_, behind_;  // of the segments before the current one, and after it
    std::vector<Cost> least_;       // by stream, where it is known
    std::vector<char> is_known_;
    std::vector<Index> widths_, starts_;  // by stream: of the columns; where the blocks begin
    Index least_width_;
    bool is_wide_ = true;  // whether no path that counts has left the columns
    std::vector<std::vector<Cost>> of_blocks_;  // by stream: the lowest cost of each block
    std::vector<Index> moved_;
    std::vector<std::vector<Column>> after_blocks_;
    std::vector<Cost> firsts_, column_;
    std::vector<std::int8_t> kept_;  // the differences of columns, one after the other
};

}  // namespace lev
