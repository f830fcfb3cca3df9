// Edit matrices that need only one word of each column.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "bytes.hpp"
#include "matrix.hpp"

namespace lev {

#if defined(LEVMETRICS_TEST_LONG)  // a build in which all texts are long
constexpr Index NARROW_ROWS = 4, NARROW_EDITS = 2;
#else
constexpr Index NARROW_ROWS = WORD_BITS;
constexpr Index NARROW_EDITS = WORD_BITS - 2;  // paths of so many stay within 64 diagonals
#endif

// The signs of the differences down each column, as in Matrix: of all rows where the reference has no
// more than 64 tokens, else of a band of 64 diagonals, whose lowest one has the highest bit.
class NarrowMatrix {
  public:
    // Computes the distance of non-empty texts; -1 if the band may be too narrow, or if more than a quarter
    // of the longer text is edited beyond the difference of the lengths.
    Index compute(Numbers target, Numbers pred, Number distinct, bool is_kept,
                  const volatile std::int32_t* cancelled) {
        const Index gap = pred.size - target.size;
        is_band_ = target.size > NARROW_ROWS;
        if (is_band_ && (gap > NARROW_EDITS || gap < -NARROW_EDITS)) return -1;
        const auto columns = static_cast<std::size_t>(pred.size);
        if (matches_.size() <= distinct) matches_.resize(distinct + std::size_t{1});
        if (is_kept && signs_.size() < columns) signs_.resize(columns);
        if (!is_band_) return is_kept ? compute_all<true>(target, pred) : compute_all<false>(target, pred);
        below_ = (LAST_BIT - gap) / 2;
        return is_kept ? compute_band<true>(target, pred, cancelled)
                       : compute_band<false>(target, pred, cancelled);
    }

    // As Matrix::has_sign().
    bool has_sign(int sign, Index row, Index column) const {
        const Index bit = is_band_ ? row - column - below_ + LAST_BIT - 1 : row - 1;
        if (bit < 0 || bit >= WORD_BITS) return sign == 0;
        const Signs& signs = signs_[static_cast<std::size_t>(column - 1)];
        return (sign ? signs.fall : signs.grow) >> bit & 1;
    }

  private:
    static constexpr Index LAST_BIT = WORD_BITS - 1;

    struct Signs {
        Word grow, fall;
    };

    // Hyyrö 2003, figure 5.
    template <bool IS_KEPT>
    Index compute_all(Numbers target, Numbers pred) {
        Word* const matches = matches_.data();
        for (Index row = 0; row < target.size; ++row) matches[target[row]] |= Word{1} << row;
        Word grow = ALL_ONES, fall = 0;
        for (Index column = 0; column < pred.size; ++column) {
            const Word matching = matches[pred[column]], match = matching | fall;
            const Word carried = (matching & grow) + grow;
            const Word other = ~((carried ^ grow) | match);
            const Word right_rest = ((carried | grow | match) & ~fall) << 1;
            grow = (grow & ~other) << 1 | (right_rest & other);
            fall = ~(right_rest | other);
            if (IS_KEPT) signs_[static_cast<std::size_t>(column)] = {grow, fall};
        }
        for (Index row = 0; row < target.size; ++row) matches[target[row]] = 0;
        const Word bits = low_bits(target.size);
        return pred.size + count_bits(grow & bits) - count_bits(fall & bits);
    }

    // Hyyrö 2003, section 5: the word moves down by a row from column to column. In `matches_`, row i
    // has bit i modulo 64.
    template <bool IS_KEPT>
    Index compute_band(Numbers target, Numbers pred, const volatile std::int32_t* cancelled) {
        Word* const matches = matches_.data();
        const auto enter = [&](Index row) {
            const Word bit = Word{1} << (row & LAST_BIT);
            if (row >= WORD_BITS) matches[target[row - WORD_BITS]] &= ~bit;
            matches[target[row]] |= bit;
        };
        const Index gap = pred.size - target.size, first = std::max<Index>(gap, 0);
        const Index longer = target.size + first;
        const Index most = std::min(NARROW_EDITS, std::abs(gap) + longer / 4);
        const Index last_bit = LAST_BIT - below_ - gap;  // on the diagonal of the last cell
        Index row = 0, distance = first - gap;           // on that diagonal
        while (row < std::min(below_, target.size)) enter(row++);
        Word grow = ALL_ONES << (LAST_BIT - below_), fall = 0;
        for (Index column = 0; column < pred.size && distance <= most; ++column) {
            if ((column & 0xFFFF) == 0xFFFF && *cancelled) break;
            if (row < target.size) enter(row++);
            const Word matching = rotated(matches[pred[column]], column + below_ + 1), match = matching | fall;
            const Word carried = (matching & grow) + grow;
            const Word other = ~((carried ^ grow) | match);
            const Word right_rest = (carried | grow | match) & ~fall;
            const Word next_other = ~(~other >> 1);
            distance += other >> last_bit & 1;
            grow = (grow & ~other) | (right_rest & next_other);
            fall = ~(right_rest | next_other);
            if (column < first) distance = column + 1;
            if (IS_KEPT) signs_[static_cast<std::size_t>(column)] = {grow, fall};
        }
        for (Index i = std::max<Index>(0, row - WORD_BITS); i < row; ++i) matches[target[i]] = 0;
        if (*cancelled) throw Cancelled{};
        return distance <= most ? distance : -1;
    }

    static Word rotated(Word bits, Index count) {
        return bits >> (count & LAST_BIT) | bits << (-count & LAST_BIT);
    }

    bool is_band_ = false;
    Index below_ = 0;             // the number of diagonals below that of the first cell
    std::vector<Signs> signs_;    // by column
    std::vector<Word> matches_;   // by number: the rows with that token; zeros between two texts
};

}  // namespace lev
