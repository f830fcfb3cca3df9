// Longest common subsequences, as bits.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "matrix.hpp"

namespace lev {

#if defined(LEVMETRICS_TEST_LONG)  // a build in which all texts are long
constexpr Index SUBSEQUENCE_ROWS = 3, SUBSEQUENCE_WORDS = 1, SUBSEQUENCE_BYTES = 1;
#else
constexpr Index SUBSEQUENCE_WORDS = 8;  // of a strip: one cache line for each token
constexpr Index SUBSEQUENCE_BYTES = 1024 * 1024;
constexpr Index SUBSEQUENCE_ROWS = WORD_BITS;
#endif

// The lengths of the common subsequences of all prefixes of a reference (rows) and a prediction
// (columns). Down each column they grow by 0 or 1, and a column is kept as its bits where they do not
// grow: Hyyrö, "Bit-parallel LCS-length computation revisited", AWOCA 2004. Strips of rows are computed
// one after the other; each hands the carry of its addition in every column to the one below.
class Subsequence {
  public:
    explicit Subsequence(const volatile std::int32_t* cancelled) : cancelled_(cancelled) {}

    // The length of the longest common subsequence.
    Index length(Numbers target, Numbers pred, Number distinct) {
        begin(target, distinct);
        compute(target, pred, nullptr);
        Index zeros = 0;
        for (const Word bits : column_) zeros += count_bits(~bits);
        return zeros;
    }

    // Begins the union of the common subsequences of a sentence of a reference with those of a prediction.
    void begin_union(Numbers target, Number distinct) {
        if (*cancelled_) throw Cancelled{};
        target_ = target;
        distinct_ = distinct;
        united_.assign(static_cast<std::size_t>((target.size + WORD_BITS - 1) / WORD_BITS), 0);
        if (target.size > SUBSEQUENCE_ROWS) return;
        if (rows_.size() <= distinct) rows_.resize(distinct + std::size_t{1});
        for (Index row = 0; row < target.size; ++row) rows_[target[row]] |= Word{1} << row;
    }

    // Adds one of the longest common subsequences with a sentence to the union. It is the one of
    // rouge-score: from the end on, equal tokens are taken, and of others the prediction's is left out only
    // where that makes the rest longer.
    void unite(Numbers pred) {
        if (!target_.size || !pred.size) return;
        if (target_.size <= SUBSEQUENCE_ROWS) unite_word(pred);
        else unite_blocks(target_, pred, distinct_);
    }

    // Calls `found` with the index of every token of the reference in the union, in order.
    template <class Found>
    void end_union(Found found) {
        for (std::size_t word = 0; word < united_.size(); ++word) {
            for (Word bits = united_[word]; bits; bits &= bits - 1) {
                found(static_cast<Index>(word) * WORD_BITS + lowest_bit(bits));
            }
        }
        if (target_.size > SUBSEQUENCE_ROWS) return;
        for (Index row = 0; row < target_.size; ++row) rows_[target_[row]] = 0;
    }

  private:
    static constexpr Index ROWS = SUBSEQUENCE_WORDS * WORD_BITS;

    // Most sentences fit into a word. Columns of tokens that the reference lacks equal the one before them.
    void unite_word(Numbers pred) {
        const auto size = static_cast<std::size_t>(pred.size);
        if (columns_.size() < size) columns_.resize(size);
        if (bits_.size() < size) bits_.resize(size);
        std::size_t known = 0;
        for (Index column = 0; column < pred.size; ++column) {
            columns_[known] = column;
            known += rows_[pred[column]] != 0;
        }
        Word bits = ALL_ONES;
        for (std::size_t i = 0; i < known; ++i) {
            const Word matching = rows_[pred[columns_[i]]];
            bits_[i] = bits = (bits + (bits & matching)) | (bits & ~matching);
        }
        // The lowest rows that the path may still be in; it leaves each column at the first row from the end
        // on in which tokens are equal or the length grows.
        Word left = ALL_ONES;
        Index after = pred.size;
        for (std::size_t i = known; i-- > 0 && left; after = columns_[i]) {
            const Word grows = ~bits_[i], matching = rows_[pred[columns_[i]]];
            if (columns_[i] + 1 < after) {
                if (!(grows & left)) return;
                left &= low_bits(highest_bit(grows & left) + 1);
            }
            const Word stops = (grows | matching) & left;
            if (!stops) return;
            const Index row = highest_bit(stops);
            const bool is_equal = matching >> row & 1;
            united_[0] |= Word{is_equal} << row;
            left = low_bits(is_equal ? row : row + 1);
        }
    }

    // The columns are computed in blocks. Their first columns are kept, and each block is computed
    // again, the last one first, with all its columns.
    void unite_blocks(Numbers target, Numbers pred, Number distinct) {
        begin(target, distinct);
        const Index words = static_cast<Index>(column_.size());
        Index width = 1;  // of a block
        while (width < pred.size && (width < 64 || 2 * width * words * 8 <= SUBSEQUENCE_BYTES)) width *= 2;
        firsts_.clear();
        for (Index at = 0; at < pred.size; at += width) {
            firsts_.insert(firsts_.end(), column_.begin(), column_.end());
            if (at + width < pred.size) compute(target, pred.from(at).until(width), nullptr);
        }
        kept_.resize(static_cast<std::size_t>(std::min(width, pred.size) * words));
        Index row = target.size, column = pred.size;
        while (row && column) {
            const Index block = (column - 1) / width, at = block * width;
            const auto first = firsts_.begin() + block * words;
            column_.assign(first, first + words);
            compute(target, pred.from(at).until(column - at), kept_.data());
            while (row && column > at) {
                if (target[row - 1] == pred[column - 1]) {
                    --row;
                    --column;
                    united_[static_cast<std::size_t>(row / WORD_BITS)] |= Word{1} << (row % WORD_BITS);
                } else if (grows(row, column - at, words)) {
                    --column;
                } else {
                    --row;
                }
            }
        }
    }

    void begin(Numbers target, Number distinct) {
        column_.assign(static_cast<std::size_t>((target.size + WORD_BITS - 1) / WORD_BITS), ALL_ONES);
        const auto entries = (distinct + std::size_t{1}) * SUBSEQUENCE_WORDS;
        if (matches_.size() < entries) matches_.resize(entries);
    }

    // Whether the length is greater at a row of a kept column than at the row above.
    bool grows(Index row, Index column, Index words) const {
        const auto word = static_cast<std::size_t>((column - 1) * words + (row - 1) / WORD_BITS);
        return !(kept_[word] >> ((row - 1) % WORD_BITS) & 1);
    }

    // Moves the column on by the tokens of the prediction. `kept`, which may be null, gets every column.
    void compute(Numbers target, Numbers pred, Word* kept) {
        const Index words = static_cast<Index>(column_.size());
        if (words > SUBSEQUENCE_WORDS) carries_.assign(static_cast<std::size_t>(pred.size), 0);
        for (Index word = 0; word < words; word += SUBSEQUENCE_WORDS) {
            if (*cancelled_) throw Cancelled{};
            const Index size = std::min(SUBSEQUENCE_WORDS, words - word), row = word * WORD_BITS;
            const Numbers rows = target.from(row).until(std::min(ROWS, target.size - row));
            for (Index i = 0; i < rows.size; ++i) matches(rows[i])[i / WORD_BITS] |= Word{1} << (i % WORD_BITS);
            if (words == 1) advance_word(pred, kept);
            else advance(pred, word, size, words, kept);
            for (Index i = 0; i < rows.size; ++i) matches(rows[i])[i / WORD_BITS] = 0;
        }
    }

    Word* matches(Number number) {
        return matches_.data() + static_cast<std::size_t>(number) * SUBSEQUENCE_WORDS;
    }

    void advance_word(Numbers pred, Word* kept) {
        Word bits = column_[0];
        for (Index column = 0; column < pred.size; ++column) {
            const Word matching = *matches(pred[column]);
            bits = (bits + (bits & matching)) | (bits & ~matching);
            if (kept) kept[column] = bits;
        }
        column_[0] = bits;
    }

    void advance(Numbers pred, Index word, Index size, Index words, Word* kept) {
        Word* const bits = column_.data() + word;
        const bool is_single = words <= SUBSEQUENCE_WORDS;
        for (Index column = 0; column < pred.size; ++column) {
            if (pred[column]) {
                const Word* const matching = matches(pred[column]);
                Word carry = is_single ? 0 : carries_[static_cast<std::size_t>(column)];
                for (Index i = 0; i < size; ++i) {
                    const Word common = bits[i] & matching[i], sum = bits[i] + common, carried = sum + carry;
                    carry = static_cast<Word>(sum < common) | static_cast<Word>(carried < sum);
                    bits[i] = carried | (bits[i] & ~matching[i]);
                }
                if (!is_single) carries_[static_cast<std::size_t>(column)] = static_cast<std::uint8_t>(carry);
            }
            if (kept) std::copy(bits, bits + size, kept + column * words + word);
        }
    }

    const volatile std::int32_t* cancelled_;
    std::vector<Word> column_;            // the last one, all its rows
    std::vector<Word> matches_;           // by number: the rows of the strip with it; zeros between strips
    std::vector<std::uint8_t> carries_;   // by column: from the strip above
    std::vector<Word> firsts_, kept_;     // before each block; all columns of one
    Numbers target_{};
    Number distinct_ = 0;
    std::vector<Word> united_;            // the rows of the union
    std::vector<Word> rows_;              // by number: the rows with it; zeros between two unions
    std::vector<Index> columns_;          // whose tokens the reference has, as many as are known
    std::vector<Word> bits_;              // of these columns
};

}  // namespace lev
