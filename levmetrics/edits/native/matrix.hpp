// The edit matrix of a pair, as bits.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "bytes.hpp"
#include "numbering.hpp"

namespace lev {

#if defined(LEVMETRICS_TEST_LONG)  // a build in which all texts are long
constexpr Index STRIP_ROWS = WORD_BITS;
#else
constexpr Index STRIP_ROWS = 8 * WORD_BITS;
#endif

// Stops a search: the caller does not want it any more.
struct Cancelled {};

// Numbers of tokens, in order.
struct Numbers {
    const Number* begin;
    Index size;

    Number operator[](Index i) const { return begin[i]; }
    Numbers until(Index i) const { return {begin, i}; }
    Numbers from(Index i) const { return {begin + i, size - i}; }
};

// The diagonals of the matrix, column minus row, on which paths of so many edits can lie.
struct Band {
    Index lowest, highest;

    Band(Index edits, Index rows, Index columns)
        : lowest(-((edits - (columns - rows)) / 2)), highest((edits + (columns - rows)) / 2) {}
};

// The matrix of the edit distances of all prefixes of a reference (rows) and a prediction (columns).
// Only the signs of the differences down each column are computed; out of the band, they are taken
// to be +1, so that distances of paths that leave the band are too high, never too low.
class Matrix {
  public:
    // Computes the columns of the matrix, with all of them kept or only the last.
    void compute(Numbers target, Numbers pred, Number distinct, Band band, bool is_kept,
                 const volatile std::int32_t* cancelled) {
        rows_ = target.size;
        columns_ = pred.size;
        is_kept_ = is_kept;
        strips_.clear();
        differences_.assign(static_cast<std::size_t>(columns_), 1);
        std::size_t used = 0;
        Index corner = 0;  // the distance at the upper left of the strip
        for (Index row = 0; row < rows_; row += STRIP_ROWS) {
            if (*cancelled) throw Cancelled{};
            Strip strip{};
            strip.row = row;
            strip.rows = std::min(STRIP_ROWS, rows_ - row);
            strip.blocks = (strip.rows + WORD_BITS - 1) / WORD_BITS;
            strip.begin = std::max<Index>(0, row + band.lowest);
            strip.end = std::min(columns_, row + strip.rows + band.highest);
            if (strip.begin > columns_) break;
            if (!strips_.empty()) {
                const Strip& above = strips_.back();
                corner += above.rows + sum(above.begin, strip.begin);
            }
            if (strip.end == columns_) strip.top = row ? corner + sum(strip.begin, columns_) : columns_;
            strip.at = used;
            used += 2 * static_cast<std::size_t>(strip.blocks * (is_kept ? strip.width() : 1));
            if (signs_.size() < used) signs_.resize(std::max(used, 2 * signs_.size()));
            compute(strip, target, pred, distinct);
            strips_.push_back(strip);
        }
    }

    // The distance of the whole texts.
    Index distance() const {
        const Strip& strip = strips_.back();
        Index distance = strip.top;
        for (Index block = 0; block < strip.blocks; ++block) {
            const Word bits = low_bits(strip.rows - block * WORD_BITS);
            const Word* signs = last_column(strip) + 2 * block;
            distance += count_bits(signs[0] & bits) - count_bits(signs[1] & bits);
        }
        return distance;
    }

    // The distance of every prefix of the reference to the whole prediction; far too high for those
    // out of the band.
    void last_distances(std::vector<Index>& distances) const {
        distances.assign(static_cast<std::size_t>(rows_) + 1, std::numeric_limits<Index>::max() / 4);
        for (const Strip& strip : strips_) {
            if (strip.end < columns_) continue;
            Index distance = strip.top;
            for (Index i = 0; i <= strip.rows; ++i) {
                Index& known = distances[strip.row + i];
                known = std::min(known, distance);
                if (i == strip.rows) break;
                const Word* signs = last_column(strip) + 2 * (i / WORD_BITS);
                distance += static_cast<Index>(signs[0] >> i % WORD_BITS & 1) -
                            static_cast<Index>(signs[1] >> i % WORD_BITS & 1);
            }
        }
    }

    // Whether the distance grows (sign 0) or falls (sign 1) from the row above; rows and columns are
    // counted from 1. All columns must have been kept.
    bool has_sign(int sign, Index row, Index column) const {
        const Strip& strip = strips_[(row - 1) / STRIP_ROWS];
        if (column <= strip.begin) return sign == 0;
        const Index bit = (row - 1) % STRIP_ROWS;
        const Index word = (column - 1 - strip.begin) * strip.blocks + bit / WORD_BITS;
        return signs_[strip.at + 2 * word + sign] >> bit % WORD_BITS & 1;
    }

  private:
    struct Strip {
        Index row, rows, blocks;
        Index begin, end;  // the columns of the band
        Index top;         // the distance at the upper right
        std::size_t at;    // where its signs are, two words a block

        Index width() const { return end - begin; }
    };

    Index sum(Index begin, Index end) const {
        Index sum = 0;
        for (Index column = begin; column < end; ++column) sum += differences_[column];
        return sum;
    }

    const Word* last_column(const Strip& strip) const {
        const Index column = is_kept_ ? strip.width() - 1 : 0;
        return &signs_[strip.at + 2 * static_cast<std::size_t>(column * strip.blocks)];
    }

    void compute(const Strip& strip, Numbers target, Numbers pred, Number distinct) {
        const Number* columns = pred.begin + strip.begin;
        const Numbers rows{target.begin + strip.row, strip.rows};
        if (distinct > STRIP_ROWS) {
            columns = renumbered(strip, rows, columns, distinct);
        } else {
            find_matches(rows, rows.begin, distinct, strip.blocks);
        }
        using Step = void (Matrix::*)(const Strip&, const Number*);
        static constexpr Step STEPS[] = {&Matrix::advance<1>, &Matrix::advance<2>, &Matrix::advance<3>,
                                         &Matrix::advance<4>, &Matrix::advance<5>, &Matrix::advance<6>,
                                         &Matrix::advance<7>, &Matrix::advance<8>};
        (this->*STEPS[strip.blocks - 1])(strip, columns);
    }

    // Numbers the tokens of the strip anew, since the table of matches has a row for each number.
    const Number* renumbered(const Strip& strip, Numbers rows, const Number* columns, Number distinct) {
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
        find_matches(rows, strip_rows_.data(), count, strip.blocks);
        for (Index i = 0; i < rows.size; ++i) strip_numbers_[rows[i]] = 0;
        return strip_columns_.data();
    }

    void find_matches(Numbers rows, const Number* numbers, Number distinct, Index blocks) {
        matches_.assign((distinct + std::size_t{1}) * static_cast<std::size_t>(blocks), 0);
        for (Index i = 0; i < rows.size; ++i) {
            matches_[numbers[i] * static_cast<std::size_t>(blocks) + static_cast<std::size_t>(i / WORD_BITS)] |=
                Word{1} << i % WORD_BITS;
        }
    }

    // Computes a strip column by column (Hyyrö 2003, figure 8).
    template <int BLOCKS>
    void advance(const Strip& strip, const Number* columns) {
        Word grows[BLOCKS], falls[BLOCKS];
        std::fill(grows, grows + BLOCKS, ALL_ONES);
        std::fill(falls, falls + BLOCKS, Word{0});
        Word* signs = &signs_[strip.at];
        std::int8_t* differences = differences_.data() + strip.begin;
        for (Index column = 0; column < strip.width(); ++column) {
            const Word* matches = &matches_[columns[column] * std::size_t{BLOCKS}];
            Word above_grows = differences[column] > 0, above_falls = differences[column] < 0;
            for (int i = 0; i < BLOCKS; ++i) {
                const Word vertical = matches[i] | falls[i];
                const Word match = matches[i] | above_falls;
                const Word diagonal = (((match & grows[i]) + grows[i]) ^ grows[i]) | match;
                Word right_grows = falls[i] | ~(diagonal | grows[i]);
                Word right_falls = grows[i] & diagonal;
                const Word below_grows = right_grows >> 63, below_falls = right_falls >> 63;
                right_grows = right_grows << 1 | above_grows;
                right_falls = right_falls << 1 | above_falls;
                grows[i] = right_falls | ~(vertical | right_grows);
                falls[i] = right_grows & vertical;
                above_grows = below_grows;
                above_falls = below_falls;
            }
            differences[column] = static_cast<std::int8_t>(above_grows - above_falls);
            if (is_kept_) {
                store<BLOCKS>(signs, grows, falls);
                signs += 2 * BLOCKS;
            }
        }
        if (!is_kept_) store<BLOCKS>(signs, grows, falls);
    }

    template <int BLOCKS>
    static void store(Word* signs, const Word* grows, const Word* falls) {
        for (int i = 0; i < BLOCKS; ++i) {
            signs[2 * i] = grows[i];
            signs[2 * i + 1] = falls[i];
        }
    }

    Index rows_ = 0, columns_ = 0;
    bool is_kept_ = false;
    std::vector<Strip> strips_;
    std::vector<std::int8_t> differences_;  // of each column, from the column before, below a strip
    std::vector<Word> signs_;               // of each block: where distances grow, where they fall
    std::vector<Word> matches_;             // by number and block: the rows with that token
    std::vector<Number> strip_numbers_, strip_rows_, strip_columns_;
};

}  // namespace lev
