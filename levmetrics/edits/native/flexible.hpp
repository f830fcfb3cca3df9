// The flexible character accuracy: the errors of pages whose lines are matched in any order.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "bytes.hpp"
#include "matrix.hpp"
#include "narrow.hpp"
#include "numbering.hpp"
#include "strip.hpp"
#include "tiles.hpp"

// The lines of two pages, those of the reference first, as numbers of characters from 0; the lowest ones
// are of blanks.
struct LevPages {
    const std::uint32_t* characters;
    const std::int64_t* bounds;  // where each line begins; then, where the last one ends
    std::int64_t references, lines;
    std::uint32_t distinct, blanks;
};

namespace lev {

// A line or a part of one. Texts of equal parts have equal ids.
struct LinePart {
    Numbers text;
    Number id;
    Word seen;  // the characters, modulo 64
};

// The best place of a part in one that is not shorter, and the distance there.
struct LineMatch {
    std::int32_t distance, position;
};

// Computes the distances of a text of one word to a window and those that begin behind it (Hyyrö 2003,
// figure 5). `matches`: by character, the rows with it.
template <Index COUNT>
LEVMETRICS_INLINED void compare(const Word* matches, Index rows, Numbers window, Index* distances) {
    Word grow[COUNT], fall[COUNT];
    std::fill_n(grow, COUNT, ALL_ONES);
    std::fill_n(fall, COUNT, Word{0});
    for (Index column = 0; column < window.size; ++column) {
        Word matching[COUNT];
        for (Index i = 0; i < COUNT; ++i) matching[i] = matches[window.begin[column + i]];
        LEVMETRICS_VECTORS
        for (Index i = 0; i < COUNT; ++i) {
            const Word match = matching[i] | fall[i];
            const Word carried = (matching[i] & grow[i]) + grow[i];
            const Word other = ~((carried ^ grow[i]) | match);
            const Word right_rest = ((carried | grow[i] | match) & ~fall[i]) << 1;
            grow[i] = (grow[i] & ~other) << 1 | (right_rest & other);
            fall[i] = ~(right_rest | other);
        }
    }
    const Word bits = low_bits(rows);
    for (Index i = 0; i < COUNT; ++i) {
        distances[i] = window.size + count_bits(grow[i] & bits) - count_bits(fall[i] & bits);
    }
}

constexpr Index WINDOWS = 4;  // that are computed at once

#if defined(LEVMETRICS_DISPATCHED)
__attribute__((target("avx2"))) inline void compare_windows_avx2(const Word* matches, Index rows, Numbers window,
                                                                 Index* distances) {
    compare<WINDOWS>(matches, rows, window, distances);
}
#endif

inline void compare_windows(const Word* matches, Index rows, Numbers window, Index* distances) {
#if defined(LEVMETRICS_DISPATCHED)
    if (__builtin_cpu_supports("avx2")) return compare_windows_avx2(matches, rows, window, distances);
#endif
    compare<WINDOWS>(matches, rows, window, distances);
}

// Gives equal parts equal ids.
class PartIds {
  public:
    LinePart part(Numbers text) {
        Word seen = 0;
        for (Index i = 0; i < text.size; ++i) seen |= Word{1} << (text[i] % WORD_BITS);
        return {text, ids_.try_emplace(text, static_cast<Number>(ids_.size())).first->second, seen};
    }

  private:
    struct Equal {
        bool operator()(Numbers a, Numbers b) const {
            return a.size == b.size && std::equal(a.begin, a.begin + a.size, b.begin);
        }
    };
    struct Hash {
        std::size_t operator()(Numbers text) const {
            Word hash = static_cast<Word>(text.size);
            for (Index i = 0; i < text.size; ++i) hash = Token::mixed(hash ^ text[i]);
            return static_cast<std::size_t>(hash & HASH_BITS);
        }
    };
    std::unordered_map<Numbers, Number, Hash, Equal> ids_;
};

// The best match of each two parts: of the shorter one with each window of the longer one that is a
// character shorter than it, or of parts of one length with each other.
class PartMatches {
  public:
    explicit PartMatches(Number distinct) : distinct_(distinct) {}

    LineMatch match(const LinePart& row, const LinePart& column) {
        if (tables_.size() <= row.id) tables_.resize(2 * row.id + std::size_t{1});
        Table& table = tables_[row.id];
        Entry* entry = table.entries.empty() ? nullptr : table.find(column.id);
        if (entry && entry->is_known) return entry->match;
        if (known_ == MOST_KNOWN) {
            for (Table& each : tables_) each = Table{};
            known_ = 0;
        }
        if (2 * table.known >= table.entries.size()) table.grow();
        entry = table.find(column.id);
        ++known_;
        ++table.known;
        const bool is_shorter = row.text.size < column.text.size;
        const LineMatch match = compute((is_shorter ? row : column).text, (is_shorter ? column : row).text);
        *entry = {column.id, true, match};
        return match;
    }

  private:
    static constexpr std::size_t MOST_KNOWN = 1 << 23;  // matches, after which all are forgotten

    struct Entry {
        Number column = 0;
        bool is_known = false;
        LineMatch match{};
    };

    // The matches of a part of the reference, which are looked up one after the other.
    struct Table {
        std::vector<Entry> entries;
        std::size_t known = 0;

        Entry* find(Number column) {
            const std::size_t mask = entries.size() - 1;
            std::size_t at = static_cast<std::size_t>(Token::mixed(column)) & mask;
            while (entries[at].is_known && entries[at].column != column) at = (at + 1) & mask;
            return &entries[at];
        }

        void grow() {
            std::vector<Entry> before(std::max<std::size_t>(2 * entries.size(), 16));
            before.swap(entries);
            for (const Entry& entry : before) {
                if (entry.is_known) *find(entry.column) = entry;
            }
        }
    };

    LineMatch compute(Numbers shorter, Numbers longer) {
        const bool are_equal = shorter.size == longer.size;
        if (shorter.size == 1) return {1, 0};  // of parts that differ
        const Index length = are_equal ? shorter.size : shorter.size - 1;
        const Index windows = longer.size - shorter.size + 1;
        const auto words = static_cast<std::size_t>((shorter.size + NARROW_ROWS - 1) / NARROW_ROWS);
        if (matches_.size() < distinct_ * words) matches_.resize(distinct_ * words);
        each_row(shorter, words, [](Word& word, Word bit) { word |= bit; });
        LineMatch best{std::numeric_limits<std::int32_t>::max(), 0};
        const Index count = words == 1 && windows >= WINDOWS ? WINDOWS : 1;
        for (Index start = 0; start < windows && best.distance > 1;) {
            start = std::min(start, windows - count);
            const Numbers window{longer.begin + start, length};
            Index found[WINDOWS];
            if (words > 1) {
                found[0] = wide(shorter.size, window, words);
            } else if (count == 1) {
                compare<1>(matches_.data(), shorter.size, window, found);
            } else {
                compare_windows(matches_.data(), shorter.size, window, found);
            }
            for (Index i = 0; i < count; ++i, ++start) {
                if (found[i] < best.distance) {
                    best = {static_cast<std::int32_t>(found[i]), static_cast<std::int32_t>(start)};
                }
            }
            // The distance of a window differs by 2 at most from that of the one before.
            start += (found[count - 1] - best.distance) / 2;
        }
        each_row(shorter, words, [](Word& word, Word) { word = 0; });
        return best;
    }

    template <class Use>
    void each_row(Numbers text, std::size_t words, Use use) {
        for (Index row = 0; row < text.size; ++row) {
            use(matches_[text[row] * words + static_cast<std::size_t>(row / NARROW_ROWS)],
                Word{1} << (row % NARROW_ROWS));
        }
    }

    // Computes the distance of a text of several words to a window.
    Index wide(Index rows, Numbers window, std::size_t words) {
        grow_.assign(words, ALL_ONES);
        fall_.assign(words, 0);
        const Word last = Word{1} << ((rows - 1) % NARROW_ROWS), highest = Word{1} << (NARROW_ROWS - 1);
        Index distance = rows;
        for (Index column = 0; column < window.size; ++column) {
            const Word* const matching = matches_.data() + window[column] * words;
            Word grow = 1, fall = 0;
            for (std::size_t word = 0; word < words; ++word) {
                advance_word(matching[word], word + 1 == words ? last : highest, grow_[word], fall_[word], grow,
                             fall);
            }
            distance += static_cast<Index>(grow) - static_cast<Index>(fall);
        }
        return distance;
    }

    std::size_t distinct_;
    std::vector<Table> tables_;  // by the id of the part of the reference
    std::size_t known_ = 0;
    std::vector<Word> matches_;  // by character and word: the rows with it; zeros between two pairs
    std::vector<Word> grow_, fall_;
};

// The weights of a match's distance, of the difference of the lengths, of the offset of the window from
// the nearer end, and of the shorter length.
struct Coefficients {
    double distance, difference, offset, length;
};

// The search of levmetrics/pages/flexible.py, for one combination of coefficients after the other.
class FlexibleSearch {
  public:
    FlexibleSearch(const LevPages& pages, const volatile std::int32_t* cancelled)
        : blanks_(pages.blanks), cancelled_(cancelled), matches_(pages.distinct) {
        for (Index line = 0; line < pages.lines; ++line) {
            const Index begin = pages.bounds[line];
            const LinePart part = ids_.part({pages.characters + begin, pages.bounds[line + 1] - begin});
            line < pages.references ? add_row(part) : add_column(part);
        }
        first_rows_ = rows_;
        first_columns_ = columns_;
    }

    // Computes the errors of each combination, up to the limit; false if that takes more than `most`
    // steps. A match of parts of different lengths takes one step for each unmatched part, and the penalties
    // of two lines one and a part of one for each combination.
    bool run(const Coefficients* combinations, Index count, Index limit, Index most, Index* errors) {
        const auto pairs = static_cast<Index>(first_rows_.size() * first_columns_.size());
        most -= pairs + pairs * count / 64;
        if (most < 0) return false;
        choose_first(combinations, count);
        for (Index i = 0; i < count; ++i) {
            rows_ = first_rows_;
            columns_ = first_columns_;
            for (std::size_t row = 0; row < rows_.size(); ++row) {
                const std::size_t at = row * static_cast<std::size_t>(count) + static_cast<std::size_t>(i);
                rows_[row].add({lowest_[at], static_cast<Index>(chosen_[at])});
                rows_[row].beyond = lowest_[at];
            }
            errors[i] = errors_of(combinations[i], limit, most);
            if (most < 0) return false;
        }
        return true;
    }

  private:
    static constexpr Index MOST_CHOICES = 4;
    static constexpr double INFINITE = std::numeric_limits<double>::infinity();

    // A predicted part by its age, and its penalty.
    struct Choice {
        double penalty;
        Index age;
    };

    // An unmatched part of the reference, and the predicted parts with the lowest penalties, the oldest
    // first among equals. All others have at least the penalty `beyond`.
    struct Row {
        LinePart part;
        Index count = 0;
        double beyond = 0;
        Choice choices[MOST_CHOICES] = {};

        double lowest() const { return choices[0].penalty; }

        void drop(Index age) {
            Choice* const end = choices + count;
            Choice* const found = std::find_if(choices, end, [&](Choice choice) { return choice.age == age; });
            if (found == end) return;
            std::copy(found + 1, end, found);
            --count;
        }

        // Adds a choice with a penalty below `beyond` that is younger than all others.
        void add(Choice choice) {
            Index at = count == MOST_CHOICES ? count - 1 : count++;
            for (; at && choices[at - 1].penalty > choice.penalty; --at) choices[at] = choices[at - 1];
            choices[at] = choice;
            if (count == MOST_CHOICES) beyond = choices[count - 1].penalty;
        }
    };

    struct Column {
        LinePart part;
        Index age;
    };

    // Chooses the predicted part of each line of the reference, for all combinations.
    void choose_first(const Coefficients* combinations, Index count) {
        const auto width = static_cast<std::size_t>(count);
        lowest_.assign(first_rows_.size() * width, INFINITE);
        chosen_.assign(first_rows_.size() * width, 0);
        for (std::size_t row = 0; row < first_rows_.size(); ++row) {
            if (*cancelled_) throw Cancelled{};
            double* const lowest = lowest_.data() + row * width;
            double* const chosen = chosen_.data() + row * width;
            for (const Column& column : first_columns_) {
                const Coefficients factors = factors_of(first_rows_[row].part, column.part);
                const auto age = static_cast<double>(column.age);
                LEVMETRICS_VECTORS
                for (Index i = 0; i < count; ++i) {
                    const double penalty = penalty_of(combinations[i], factors);
                    chosen[i] = penalty < lowest[i] ? age : chosen[i];
                    lowest[i] = penalty < lowest[i] ? penalty : lowest[i];
                }
            }
        }
    }

    // Matches all parts by one combination; reduces `most` by the steps, below 0 if they are too many.
    Index errors_of(const Coefficients& combination, Index limit, Index& most) {
        Index errors = 0;
        while (!rows_.empty() && !columns_.empty()) {
            if (*cancelled_) throw Cancelled{};
            if (errors >= limit) return limit;
            const auto row = std::min_element(rows_.begin(), rows_.end(),
                                              [](const Row& a, const Row& b) { return a.lowest() < b.lowest(); });
            const auto column = column_of(row->choices[0].age);
            if (row->part.text.size != column->part.text.size) {
                most -= static_cast<Index>(rows_.size() + columns_.size());
                if (most < 0) return limit;
            }
            errors += remove(row, column);
            choose_anew(combination);
        }
        for (const Row& row : rows_) errors += row.part.text.size;
        for (const Column& column : columns_) errors += column.part.text.size;
        return std::min(errors, limit);
    }

    std::vector<Column>::iterator column_of(Index age) {
        return std::lower_bound(columns_.begin(), columns_.end(), age,
                                [](const Column& column, Index value) { return column.age < value; });
    }

    // Removes two matched parts, adds the remainders of the longer one, and returns the distance.
    Index remove(std::vector<Row>::iterator row, std::vector<Column>::iterator column) {
        const LinePart part = row->part, other = column->part;
        removed_.assign(1, column->age);
        first_new_ = next_age_;
        rows_.erase(row);
        columns_.erase(column);
        const LineMatch match = matches_.match(part, other);
        if (part.text.size > other.text.size) {
            each_remainder(part.text, match.position, other.text.size, [&](const LinePart& rest) { add_row(rest); });
        } else if (part.text.size < other.text.size) {
            each_remainder(other.text, match.position, part.text.size,
                           [&](const LinePart& rest) { add_column(rest); });
        }
        return match.distance;
    }

    // Calls `add` with the remainders of a text on both sides of a window, without blanks around them.
    template <class Add>
    void each_remainder(Numbers text, Index position, Index length, Add add) {
        for (const Numbers rest : {text.until(std::max<Index>(position - 1, 0)), text.from(position + length)}) {
            const Number *begin = rest.begin, *end = rest.begin + rest.size;
            while (begin < end && *begin < blanks_) ++begin;
            while (begin < end && end[-1] < blanks_) --end;
            if (begin < end) add(ids_.part({begin, end - begin}));
        }
    }

    // Adds a part of the reference, the longest first, or matches it with an equal one.
    void add_row(const LinePart& part) {
        const auto equal = std::find_if(columns_.begin(), columns_.end(),
                                        [&](const Column& column) { return column.part.id == part.id; });
        if (equal != columns_.end()) {
            removed_.push_back(equal->age);
            columns_.erase(equal);
            return;
        }
        const auto place = std::upper_bound(rows_.begin(), rows_.end(), part.text.size, [](Index size, const Row& row) {
            return size > row.part.text.size;
        });
        rows_.insert(place, {part});
    }

    // Adds a predicted part, the oldest first, or matches it with an equal one.
    void add_column(const LinePart& part) {
        const auto equal =
            std::find_if(rows_.begin(), rows_.end(), [&](const Row& row) { return row.part.id == part.id; });
        if (equal != rows_.end()) {
            rows_.erase(equal);
        } else {
            columns_.push_back({part, next_age_++});
        }
    }

    // Chooses predicted parts for new parts, among new ones, and where all that were chosen are gone.
    void choose_anew(const Coefficients& combination) {
        const auto first_new = column_of(first_new_);
        for (Row& row : rows_) {
            for (const Index age : removed_) row.drop(age);
            auto column = first_new;
            if (!row.count) {
                row.beyond = INFINITE;
                column = columns_.begin();
            }
            for (; column != columns_.end(); ++column) {
                if (bound(combination, row.part, column->part) >= row.beyond) continue;
                const double penalty = penalty_of(combination, factors_of(row.part, column->part));
                if (penalty < row.beyond) row.add({penalty, column->age});
            }
        }
    }

    // A lower bound of the penalty: parts that differ have an error, and one for each character that only
    // the shorter one has; the offset of the last of an even number of windows is -1.
    static double bound(const Coefficients& combination, const LinePart& one, const LinePart& other) {
        const bool is_shorter = one.text.size < other.text.size;
        const LinePart &shorter = is_shorter ? one : other, &longer = is_shorter ? other : one;
        const auto least = static_cast<double>(std::max<Index>(1, count_bits(shorter.seen & ~longer.seen)));
        const Index difference = longer.text.size - shorter.text.size, nearest = -(difference % 2);
        return penalty_of(combination, {least, static_cast<double>(difference), static_cast<double>(nearest),
                                        static_cast<double>(shorter.text.size)});
    }

    Coefficients factors_of(const LinePart& one, const LinePart& other) {
        const LineMatch match = matches_.match(one, other);
        const Index length = std::min(one.text.size, other.text.size);
        const Index difference = std::max(one.text.size, other.text.size) - length, half = difference / 2;
        const Index offset = half ? half - std::abs(match.position - half) : 0;
        return {static_cast<double>(match.distance), static_cast<double>(difference), static_cast<double>(offset),
                static_cast<double>(length)};
    }

    LEVMETRICS_INLINED static double penalty_of(const Coefficients& combination, const Coefficients& factors) {
        return combination.distance * factors.distance + combination.difference * factors.difference +
               combination.offset * factors.offset + combination.length * factors.length;
    }

    Number blanks_;
    const volatile std::int32_t* cancelled_;
    PartIds ids_;
    PartMatches matches_;
    std::vector<Row> rows_, first_rows_;
    std::vector<Column> columns_, first_columns_;
    std::vector<double> lowest_, chosen_;  // by line of the reference and combination
    std::vector<Index> removed_;           // the ages of predicted parts that the last match removed
    Index next_age_ = 0, first_new_ = 0;
};

}  // namespace lev
