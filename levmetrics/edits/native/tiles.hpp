// Tiling of one text by the lines of another, in any order.

#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "characters.hpp"
#include "matrix.hpp"
#include "numbering.hpp"
#include "pairs.hpp"
#include "strip.hpp"

namespace lev {

// A part of the text, read as a line.
struct Tile {
    Index begin, end, line;
};

// 1 for a single bit, 0 for none; not a comparison of words, for which SSE2 has no instruction.
LEVMETRICS_INLINED Word as_number(Word bit) { return (bit + (ALL_ONES >> 1)) >> (WORD_BITS - 1); }

// Computes one column of 64 rows (Hyyrö 2003, figure 8). The differences that enter are those above the
// rows; then they are those in the `last` row, as a bit.
LEVMETRICS_INLINED void advance_word(Word matching, Word last, Word& grow, Word& fall, Word& entering_grow,
                                     Word& entering_fall) {
    const Word vertical = matching | fall, match = matching | entering_fall;
    const Word diagonal = (((match & grow) + grow) ^ grow) | match;
    const Word right_grow = fall | ~(diagonal | grow), right_fall = grow & diagonal;
    const Word left_grow = right_grow << 1 | entering_grow;
    grow = right_fall << 1 | entering_fall | ~(vertical | left_grow);
    fall = left_grow & vertical;
    entering_grow = as_number(right_grow & last);
    entering_fall = as_number(right_fall & last);
}

// A column of the edit matrices of all lines. The words of one level are the next 64 rows of each line
// that has so many; since the longest lines are first, line i has the word i of a level.
struct LineColumn {
    const Index* levels;  // where the words of each begin; then, where the last ones end
    Index level_count, lines;
    const Word *matching, *last, *grow, *fall;
    Word *next_grow, *next_fall;
    Word *entering_grow, *entering_fall;  // by line: the difference of the row of the text's costs; overwritten
    const Word* excess;                   // by line: its cost above that of the text, one column before
    Word* next_excess;                    // the same of this column, but above that of the text before it
};

// Computes the column, and returns the difference of the text's cost from the column before, at most 1.
LEVMETRICS_INLINED Index advance_lines(const LineColumn& column) {
    const auto [levels, level_count, lines, matching, last, grow, fall, next_grow, next_fall, entering_grow,
                entering_fall, excess, next_excess] = column;
    for (Index level = 0; level < level_count; ++level) {
        const Index begin = levels[level], size = levels[level + 1] - begin;
        LEVMETRICS_VECTORS
        for (Index i = 0; i < size; ++i) {
            const Index at = begin + i;
            Word grows = grow[at], falls = fall[at], above_grow = entering_grow[i], above_fall = entering_fall[i];
            advance_word(matching[at], last[at], grows, falls, above_grow, above_fall);
            next_grow[at] = grows;
            next_fall[at] = falls;
            entering_grow[i] = above_grow;
            entering_fall[i] = above_fall;
        }
    }
    Word less = 0, no_more = 0;  // whether any line costs less than the text before, or no more: the sign
    LEVMETRICS_VECTORS
    for (Index i = 0; i < lines; ++i) {
        const Word above = excess[i] + entering_grow[i] - entering_fall[i];
        next_excess[i] = above;
        less |= above;
        no_more |= above - 1;
    }
    return less >> (WORD_BITS - 1) ? -1 : no_more >> (WORD_BITS - 1) ? 0 : 1;
}

#if defined(LEVMETRICS_DISPATCHED)
__attribute__((target("avx2"))) inline Index advance_lines_avx2(const LineColumn& column) {
    return advance_lines(column);
}
#endif

inline Index advance_all(const LineColumn& column) {
#if defined(LEVMETRICS_DISPATCHED)
    if (__builtin_cpu_supports("avx2")) return advance_lines_avx2(column);
#endif
    return advance_lines(column);
}

// Reads a text as a concatenation of lines, each any number of times, with the fewest edits; characters
// between lines are insertions. The one-stage algorithm of Ney, "The use of a one-stage dynamic programming
// algorithm for connected word recognition", IEEE Transactions on Acoustics, Speech, and Signal Processing
// 1984: the cost D[j] of the first j characters is D[j - 1] + 1, or the last row of a line's edit matrix,
// whose top row is D. That is computed 64 rows at a time, as D changes by at most 1 from column to column.
//
// Ties prefer, from the end on, an insertion to a line, a longer line to a shorter one, then the first
// line; and of a line's beginnings, the first preferred one, or else the first.
class Tiling {
  public:
    explicit Tiling(const volatile std::int32_t* cancelled) : cancelled_(cancelled) {}

    // Returns the fewest edits. `is_preferred`: for each character, whether a line should begin there.
    Index find(Text text, const LevColumn& lines, const std::uint8_t* is_preferred) {
        read(text, lines);
        arrange();
        compute();
        trace(is_preferred);
        return costs_.back();
    }

    const std::vector<Tile>& found() const { return tiles_; }

  private:
    // The words of one column, by level and line, and by line the cost above that of the text.
    struct Column {
        std::vector<Word> grow, fall, excess;
    };

    static constexpr Index NO_LINE = -1;

    void read(Text text, const LevColumn& lines) {
        numbering_.begin(Characters::RESERVED);
        rows_.clear();
        bounds_.assign(1, 0);
        for (Index line = 0; line < lines.rows; ++line) {
            text_.read(characters_, text_of(lines, line),
                       [&](const Token& token) { return numbering_.number(token); });
            rows_.insert(rows_.end(), text_.numbers.data(), text_.numbers.data() + text_.size);
            bounds_.push_back(static_cast<Index>(rows_.size()));
        }
        text_.read(characters_, text, [&](const Token& token) { return numbering_.known_number(token); });
    }

    Index length(Index line) const { return bounds_[line + 1] - bounds_[line]; }
    static Index words(Index length) { return (length + WORD_BITS - 1) / WORD_BITS; }

    // Assigns bits to the rows of all non-empty lines, the longest line first.
    void arrange() {
        lines_.clear();
        for (Index line = 0; line + 1 < static_cast<Index>(bounds_.size()); ++line) {
            if (length(line)) lines_.push_back(line);
        }
        std::stable_sort(lines_.begin(), lines_.end(), [&](Index a, Index b) { return length(a) > length(b); });
        levels_.assign(1, 0);
        Index left = static_cast<Index>(lines_.size());
        for (Index level = 0; left; ++level) {
            while (left && words(length(lines_[left - 1])) <= level) --left;
            if (left) levels_.push_back(levels_.back() + left);
        }
        const auto width = static_cast<std::size_t>(levels_.back());
        matches_.assign((numbering_.distinct() + std::size_t{1}) * width, 0);
        last_.assign(width, Word{1} << (WORD_BITS - 1));
        for (std::size_t i = 0; i < lines_.size(); ++i) {
            const Index begin = bounds_[lines_[i]], size = length(lines_[i]);
            for (Index row = 0; row < size; ++row) {
                const auto at = static_cast<std::size_t>(levels_[row / WORD_BITS]) + i;
                const Word bit = Word{1} << (row % WORD_BITS);
                matches_[rows_[begin + row] * width + at] |= bit;
                if (row == size - 1) last_[at] = bit;
            }
        }
    }

    void compute() {
        const std::size_t width = last_.size(), lines = lines_.size();
        const auto size = static_cast<std::size_t>(text_.size);
        costs_.assign(size + 1, 0);
        line_.assign(size + 1, NO_LINE);
        for (Column* column : {&before_, &after_}) {
            column->grow.assign(width, ALL_ONES);
            column->fall.assign(width, 0);
            column->excess.resize(lines);
        }
        for (std::size_t i = 0; i < lines; ++i) before_.excess[i] = static_cast<Word>(length(lines_[i]));
        entering_grow_.resize(lines);
        entering_fall_.resize(lines);
        // The lines are computed with a guess of the change of D. A wrong one does not hide the right change:
        // a path from the top row costs a line's length more, and so no less than an insertion, if that
        // length is 2. Only then are they computed again.
        const bool is_guessed = lines && length(lines_.back()) > 1;
        Index change = 1;
        for (std::size_t j = 1; j <= size; ++j) {
            if (*cancelled_) throw Cancelled{};
            const Index guess = is_guessed ? change : 1;
            change = advance(text_.numbers[j - 1], guess);
            if (change != guess) advance(text_.numbers[j - 1], change);
            std::swap(before_, after_);
            costs_[j] = costs_[j - 1] + change;
            if (change != 1) line_[j] = cheapest_line(static_cast<Word>(change));
            if (change) {
                for (Word& excess : before_.excess) excess -= static_cast<Word>(change);
            }
        }
    }

    // Computes the column of a character, with a change of D, and returns the change that follows.
    Index advance(Number character, Index change) {
        std::fill(entering_grow_.begin(), entering_grow_.end(), change > 0);
        std::fill(entering_fall_.begin(), entering_fall_.end(), change < 0);
        return advance_all({levels_.data(), static_cast<Index>(levels_.size()) - 1,
                            static_cast<Index>(lines_.size()), matches_.data() + character * last_.size(),
                            last_.data(), before_.grow.data(), before_.fall.data(), after_.grow.data(),
                            after_.fall.data(), entering_grow_.data(), entering_fall_.data(),
                            before_.excess.data(), after_.excess.data()});
    }

    Index cheapest_line(Word excess) const {
        const auto found = std::find(before_.excess.begin(), before_.excess.end(), excess);
        return lines_[static_cast<std::size_t>(found - before_.excess.begin())];
    }

    void trace(const std::uint8_t* is_preferred) {
        tiles_.clear();
        for (Index end = text_.size; end > 0;) {
            const Index line = line_[end];
            if (line == NO_LINE) {
                --end;
                continue;
            }
            tiles_.push_back({beginning(end, line, is_preferred), end, line});
            end = tiles_.back().begin;
        }
        std::reverse(tiles_.begin(), tiles_.end());
    }

    // Finds the beginning of a tile, by aligning the line with the text before the end, backwards.
    Index beginning(Index end, Index line, const std::uint8_t* is_preferred) {
        const Index size = length(line), words = this->words(size);
        const auto width = static_cast<std::size_t>(words);
        const std::size_t most = (numbering_.distinct() + std::size_t{1}) * width;
        if (line_matches_.size() < most) line_matches_.resize(most);
        const auto each_row = [&](auto use) {
            for (Index row = 0; row < size; ++row) {
                const Number number = rows_[bounds_[line + 1] - 1 - row];
                use(line_matches_[number * width + row / WORD_BITS], Word{1} << (row % WORD_BITS));
            }
        };
        each_row([](Word& word, Word bit) { word |= bit; });
        line_grow_.assign(width, ALL_ONES);
        line_fall_.assign(width, 0);
        const Word last_bit = Word{1} << ((size - 1) % WORD_BITS), highest = Word{1} << (WORD_BITS - 1);
        Index found = end, distance = size;
        bool is_good = false;
        // No earlier beginning can be as cheap: of the characters between, all beyond the line's length are
        // insertions, and D grows by at most 1 a character.
        for (Index begin = end - 1; begin >= 0 && costs_[begin] + end - begin - size <= costs_[end]; --begin) {
            if (*cancelled_) throw Cancelled{};
            const Word* matching = line_matches_.data() + text_.numbers[begin] * width;
            Word grow = 1, fall = 0;
            for (Index word = 0; word < words; ++word) {
                advance_word(matching[word], word == words - 1 ? last_bit : highest, line_grow_[word],
                             line_fall_[word], grow, fall);
            }
            distance += static_cast<Index>(grow) - static_cast<Index>(fall);
            if (costs_[begin] + distance == costs_[end] && (is_preferred[begin] || !is_good)) {
                found = begin;
                is_good = is_preferred[begin];
            }
        }
        each_row([](Word& word, Word) { word = 0; });
        return found;
    }

    const volatile std::int32_t* cancelled_;
    Characters characters_;
    Numbering numbering_;
    NumberList text_;
    std::vector<Number> rows_;   // the characters of all lines
    std::vector<Index> bounds_;  // where those of each begin
    std::vector<Index> lines_;   // the longest one first
    std::vector<Index> levels_;
    std::vector<Word> matches_, last_;  // by character and word; by word
    Column before_, after_;
    std::vector<Word> entering_grow_, entering_fall_;
    std::vector<Index> costs_, line_;  // D, and by which line it is, if by one
    std::vector<Word> line_matches_;   // by character and word of a line; zeros between two lines
    std::vector<Word> line_grow_, line_fall_;
    std::vector<Tile> tiles_;
};

// Writes the places where a text is read as lines, and their number after the fewest edits.
inline void find_tiles(const LevColumn* text, const LevColumn* lines, const std::uint8_t* is_preferred,
                       const volatile std::int32_t* cancelled, Index* cost, Tile* tiles) {
    Tiling tiling(cancelled);
    cost[0] = tiling.find(text_of(*text, 0), *lines, is_preferred);
    cost[1] = static_cast<Index>(tiling.found().size());
    std::copy(tiling.found().begin(), tiling.found().end(), tiles);
}

}  // namespace lev
