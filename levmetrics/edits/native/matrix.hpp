// The edit matrix of a pair, as bits.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "bytes.hpp"
#include "strip.hpp"

namespace lev {

#if defined(LEVMETRICS_TEST_LONG)  // a build in which all texts are long
constexpr Index STRIP_ROWS = WORD_BITS;
#else
constexpr Index STRIP_ROWS = MOST_LANES * WORD_BITS;
#endif

// Thrown to stop a search that the caller has cancelled.
struct Cancelled {};

// Numbers of tokens, in order.
struct Numbers {
    const Number* begin;
    Index size;

    Number operator[](Index i) const { return begin[i]; }
    Numbers until(Index i) const { return {begin, i}; }
    Numbers from(Index i) const { return {begin + i, size - i}; }
};

// The diagonals of the matrix (column minus row) that paths of this many edits can reach.
struct Band {
    Index lowest, highest;

    Band(Index edits, Index rows, Index columns)
        : lowest(-((edits - (columns - rows)) / 2)), highest((edits + (columns - rows)) / 2) {}
};

// The matrix of the edit distances of all prefixes of a reference (rows) and a prediction (columns).
// Only the signs of the differences down each column are computed. Outside the band they are assumed to be
// +1, so that distances of paths that leave the band are too high, never too low.
class Matrix {
  public:
    // Computes the columns of the matrix, and stores all of them or only the last. `tops`, which may be null,
    // gets what keep_strip() needs.
    void compute(Numbers target, Numbers pred, Number distinct, Band band, bool is_kept,
                 const volatile std::int32_t* cancelled, std::vector<std::int8_t>* tops = nullptr) {
        rows_ = target.size;
        columns_ = pred.size;
        is_kept_ = is_kept;
        strips_.clear();
        differences_.assign(static_cast<std::size_t>(columns_ + 2 * MARGIN), 1);
        std::size_t used = 0;
        Index corner = 0;  // the distance at the upper left of the strip
        for (Index row = 0; row < rows_; row += STRIP_ROWS) {
            if (*cancelled) throw Cancelled{};
            Rows strip{};
            strip.row = row;
            strip.size = std::min(STRIP_ROWS, rows_ - row);
            while (strip.lanes * WORD_BITS < strip.size) strip.lanes *= 2;
            strip.begin = std::max<Index>(0, row + band.lowest);
            strip.end = std::min(columns_, row + strip.size + band.highest);
            if (row && strip.begin >= columns_) break;  // no path comes back from below the band
            if (!strips_.empty()) {
                const Rows& above = strips_.back();
                corner += above.size + sum(above.begin, strip.begin);
            }
            if (strip.end == columns_) strip.top = row ? corner + sum(strip.begin, columns_) : columns_;
            strip.signs = used;
            used += static_cast<std::size_t>(2 * strip.lanes * (is_kept ? strip.steps() : strip.lanes));
            if (signs_.size() < used) signs_.resize(std::max(used, 2 * signs_.size()));
            if (tops) tops->insert(tops->end(), differences_.begin(), differences_.end());
            compute(strip, target, pred, distinct);
            strips_.push_back(strip);
        }
    }

    // Computes the strip that has a row (counted from 1) again, and stores only its columns, but all of them.
    void keep_strip(Index row, Numbers target, Numbers pred, Number distinct, const std::vector<std::int8_t>& tops) {
        const Index number = (row - 1) / STRIP_ROWS;
        Rows& strip = strips_[number];
        differences_.assign(tops.begin() + number * static_cast<Index>(differences_.size()),
                            tops.begin() + (number + 1) * static_cast<Index>(differences_.size()));
        is_kept_ = true;
        strip.signs = 0;
        signs_.resize(static_cast<std::size_t>(2 * strip.lanes * strip.steps()));
        compute(strip, target, pred, distinct);
    }

    // The distance of the whole texts.
    Index distance() const {
        const Rows& strip = strips_.back();
        Index distance = strip.top;
        for (Index lane = 0; lane * WORD_BITS < strip.size; ++lane) {
            const Word bits = low_bits(strip.size - lane * WORD_BITS);
            const Word* grows = last_signs(strip, lane);
            distance += count_bits(grows[0] & bits) - count_bits(grows[strip.lanes] & bits);
        }
        return distance;
    }

    // The distance of every prefix of the reference to the whole prediction; far too high for those
    // out of the band.
    void last_distances(std::vector<Index>& distances) const {
        distances.assign(static_cast<std::size_t>(rows_) + 1, std::numeric_limits<Index>::max() / 4);
        for (const Rows& strip : strips_) {
            if (strip.end < columns_) continue;
            Index distance = strip.top;
            for (Index i = 0; i <= strip.size; ++i) {
                Index& known = distances[strip.row + i];
                known = std::min(known, distance);
                if (i == strip.size) break;
                const Word* grows = last_signs(strip, i / WORD_BITS);
                distance += static_cast<Index>(grows[0] >> i % WORD_BITS & 1) -
                            static_cast<Index>(grows[strip.lanes] >> i % WORD_BITS & 1);
            }
        }
    }

    // Whether the distance grows (sign 0) or falls (sign 1) from the row above; rows and columns are
    // counted from 1. The columns must have been kept.
    bool has_sign(int sign, Index row, Index column) const {
        const Rows& strip = strips_[(row - 1) / STRIP_ROWS];
        if (column <= strip.begin) return sign == 0;
        const Index bit = (row - 1) % STRIP_ROWS, lane = bit / WORD_BITS;
        const Index step = column - 1 - strip.begin + lane;
        return signs_[strip.signs + 2 * strip.lanes * step + strip.lanes * sign + lane] >> bit % WORD_BITS & 1;
    }

  private:
    static constexpr Index MARGIN = MOST_LANES - 1;  // of columns, on both sides of a strip

    // The rows of a strip.
    struct Rows {
        Index row, size, lanes = 1;
        Index begin, end;   // the columns of the band
        Index top;          // the distance at the upper right
        std::size_t signs;  // where they begin

        Index width() const { return end - begin; }
        Index steps() const { return width() + lanes - 1; }
    };

    Index sum(Index begin, Index end) const {
        Index sum = 0;
        for (Index column = begin; column < end; ++column) sum += differences_[MARGIN + column];
        return sum;
    }

    // Where a lane's distances grow in the last column; where they fall is behind all lanes.
    const Word* last_signs(const Rows& strip, Index lane) const {
        const Index step = (is_kept_ ? strip.width() - 1 : 0) + lane;
        return &signs_[strip.signs + static_cast<std::size_t>(2 * strip.lanes * step + lane)];
    }

    void compute(const Rows& strip, Numbers target, Numbers pred, Number distinct) {
        const Number* columns = pred.begin + strip.begin;
        const Numbers rows{target.begin + strip.row, strip.size};
        if (distinct > STRIP_ROWS) {
            columns = renumbered(strip, rows, columns, distinct);
        } else {
            find_matches(rows, rows.begin, distinct, strip.lanes);
        }
        if (strip.lanes > 1) columns = widened(strip, columns);
        advance_by(strip.lanes, {matches_.data(), columns, strip.width(), &differences_[MARGIN + strip.begin],
                                 is_kept_, &signs_[strip.signs]});
    }

    static void advance_by(Index lanes, const Strip& strip) {
        switch (lanes) {
            case 1: return advance<1>(strip);
            case 2: return advance<2>(strip);
            case 4: return advance<4>(strip);
            default: return advance<MOST_LANES>(strip);
        }
    }

    // Numbers the tokens of the strip anew, since the table of matches has a row for each number.
    const Number* renumbered(const Rows& strip, Numbers rows, const Number* columns, Number distinct) {
        if (strip_numbers_.size() <= distinct) strip_numbers_.resize(distinct + std::size_t{1});
        strip_rows_.clear();
        Number count = 0;
        for (Index i = 0; i < rows.size; ++i) {
            Number& number = strip_numbers_[rows[i]];
            if (!number) number = ++count;
            strip_rows_.push_back(number);
        }
        strip_columns_.clear();
        for (Index i = 0; i < strip.width(); ++i) strip_columns_.push_back(strip_numbers_[columns[i]]);
        find_matches(rows, strip_rows_.data(), count, strip.lanes);
        for (Index i = 0; i < rows.size; ++i) strip_numbers_[rows[i]] = 0;
        return strip_columns_.data();
    }

    // Where the matches of the columns are, with margins of number 0.
    const Number* widened(const Rows& strip, const Number* columns) {
        wide_columns_.assign(static_cast<std::size_t>(strip.width() + 2 * MARGIN), 0);
        Number* places = &wide_columns_[MARGIN];
        for (Index i = 0; i < strip.width(); ++i) places[i] = columns[i] * static_cast<Number>(strip.lanes);
        return places;
    }

    void find_matches(Numbers rows, const Number* numbers, Number distinct, Index lanes) {
        const std::size_t stride = static_cast<std::size_t>(lanes);
        matches_.assign((distinct + std::size_t{1}) * stride, 0);
        for (Index i = 0; i < rows.size; ++i) {
            matches_[numbers[i] * stride + static_cast<std::size_t>(i / WORD_BITS)] |= Word{1} << i % WORD_BITS;
        }
    }

    Index rows_ = 0, columns_ = 0;
    bool is_kept_ = false;
    std::vector<Rows> strips_;
    std::vector<std::int8_t> differences_;  // of each column, from the column before, below a strip
    std::vector<Word> signs_;               // by strip and step: where distances grow, where they fall
    std::vector<Word> matches_;             // by number and lane: the rows with that token
    std::vector<Number> strip_numbers_, strip_rows_, strip_columns_, wide_columns_;
};

}  // namespace lev
