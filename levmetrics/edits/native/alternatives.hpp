// Search for the wording of a reference with alternatives that is nearest to the prediction.

#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "numbering.hpp"
#include "pairs.hpp"

namespace lev {

// The parts of a reference: the index of a segment of literal text, or one of these.
enum Part : std::int64_t { OPEN = -1, NEXT = -2, CLOSE = -3 };

// Finds the path through a reference with alternatives, nested or not, whose distance to a prediction
// is the lowest; ties go to a longest path.
//
// It works row by row as usual, for all prefixes of the prediction at once. Where alternatives open, the
// row is stored, and each alternative begins with it; where they close, each prefix takes the nearest
// alternative.
template <class Tokens>
class PathSearch {
  public:
    PathSearch(const LevColumn* segments, bool are_nist, const volatile std::int32_t* cancelled)
        : segments_(segments), gap_(are_nist ? 3 : 1), replacement_(are_nist ? 4 : 1), cancelled_(cancelled) {}

    // Sets `is_chosen` of the segments on the path. Each counts with its `omitted` tokens too.
    void choose(Text pred, const Index* begin, const Index* end, const Index* omitted,
                std::uint8_t* is_chosen) {
        taken_.clear();
        if (std::any_of(begin, end, [](Index part) { return part < 0; })) {
            // A prefix or suffix that all wordings share with the prediction does not change any distance.
            first_ = *begin >= 0 ? text(*begin) : Text{};
            last_ = end[-1] >= 0 ? text(end[-1]) : Text{};
            if (first_.size() && pred.size()) Tokens::cut_prefix(pred, first_);
            if (last_.size() && pred.size()) Tokens::cut_suffix(pred, last_);
            const bool are_left = trimmed(first_).size() || trimmed(last_).size();
            const Index equal = are_left ? 0 : equal_alternative(pred, begin, end);
            if (equal) taken_.push_back(equal);
            else search(pred, begin, end, omitted);
        }
        for (const Index* part = begin; part != end; ++part) {
            if (*part >= 0) {
                is_chosen[*part] = 1;
                continue;
            }
            // An alternative begins here, or the one taken has ended.
            const bool begins = *part == OPEN;
            if (begins && is_taken(part + 1 - begin)) continue;
            if (*part != CLOSE) part = begins ? next_taken(begin, part) : close(part);
        }
    }

  private:
    // The best paths to a part for each prefix of the prediction: the cost, less one for each token
    // if the costs are equal; and the last choice on the path (0: none).
    struct Row {
        std::vector<Index> keys, choices;
    };

    // A path's choice of the alternative whose first part has this index, and the choice before it.
    struct Choice {
        Index first, before;
    };

    // Open alternatives: the row before them, the best row of those that have ended, and the begin of the
    // current one.
    struct Open {
        Row before, best;
        Index first;
    };

    static constexpr Index COST = Index{1} << 32;  // in keys, above any number of tokens

    // The index of the first alternative that equals the prediction, if the whole reference is alternatives
    // without others inside; 0: there is none. Most predictions equal a wording.
    Index equal_alternative(Text pred, const Index* begin, const Index* end) const {
        const Index size = end - begin;
        if (size < 7 || begin[0] < 0 || begin[1] != OPEN || end[-1] < 0 || end[-2] != CLOSE) return 0;
        for (Index i = 3; i < size - 2; i += 2) {
            if (begin[i] != NEXT) return 0;
        }
        const Text heard = trimmed(pred);
        for (Index i = 2; i < size - 2; i += 2) {
            const Text alternative = trimmed(text(begin[i]));
            if (alternative.size() == heard.size() && std::equal(heard.begin, heard.end, alternative.begin)) return i;
        }
        return 0;
    }

    // A text without the spaces around it, unless they are tokens.
    static Text trimmed(Text text) {
        if (Tokens::RESERVED) return text;
        while (text.size() && *text.begin == ' ') ++text.begin;
        while (text.size() && text.end[-1] == ' ') --text.end;
        return text;
    }

    // Finds the best path and its alternatives.
    void search(Text pred, const Index* begin, const Index* end, const Index* omitted) {
        numbering_.begin(Tokens::RESERVED);
        pred_.read(tokens_, pred, [&](const Token& token) { return numbering_.number(token); });
        const auto size = static_cast<std::size_t>(pred_.size) + 1;
        choices_.clear();
        depth_ = 0;
        row_.keys.resize(size);
        for (std::size_t i = 0; i < size; ++i) row_.keys[i] = static_cast<Index>(i) * gap_ * COST;
        row_.choices.assign(size, 0);
        for (const Index* part = begin; part != end; ++part) {
            if (*cancelled_) throw Cancelled{};
            if (*part >= 0) {
                add_segment(part == begin ? first_ : part == end - 1 ? last_ : text(*part));
                if (const Index tokens = omitted[*part]) {
                    for (Index& key : row_.keys) key -= tokens;
                }
            } else if (*part == OPEN) {
                if (opened_.size() == depth_) opened_.emplace_back();
                Open& open = opened_[depth_++];
                open.before = row_;
                open.best.keys.clear();
                open.first = part + 1 - begin;
            } else {
                end_alternative();
                Open& open = opened_[depth_ - 1];
                open.first = part + 1 - begin;
                if (*part == NEXT) {
                    row_ = open.before;
                } else {
                    std::swap(row_, open.best);
                    --depth_;
                }
            }
        }
        for (Index at = row_.choices.back(); at; at = choices_[static_cast<std::size_t>(at - 1)].before) {
            taken_.push_back(choices_[static_cast<std::size_t>(at - 1)].first);
        }
        std::sort(taken_.begin(), taken_.end());
    }

    Text text(Index segment) const { return text_of(*segments_, segment); }

    void add_segment(Text text) {
        if (!text.size()) return;
        segment_.read(tokens_, text, [&](const Token& token) { return numbering_.known_number(token); });
        for (Index i = 0; i < segment_.size; ++i) add_token(segment_.numbers[static_cast<std::size_t>(i)]);
    }

    void add_token(Number number) {
        const Index gap = gap_ * COST, replacement = replacement_ * COST;
        Index* keys = row_.keys.data();
        Index* choices = row_.choices.data();
        Index diagonal = keys[0], choice = choices[0];
        Index left = keys[0] += gap - 1, left_choice = choice;
        const Number* heard = pred_.numbers.data();
        for (const Number* end = heard + pred_.size; heard != end; ++heard) {
            Index key = diagonal - 1 + (*heard == number ? 0 : replacement), from = choice;
            diagonal = *++keys;
            choice = *++choices;
            take(key, from, diagonal + gap - 1, choice);
            take(key, from, left + gap, left_choice);
            *keys = left = key;
            *choices = left_choice = from;
        }
    }

    static void take(Index& key, Index& choice, Index other_key, Index other_choice) {
        const bool is_better = other_key < key;
        key = is_better ? other_key : key;
        choice = is_better ? other_choice : choice;
    }

    // Stores the row of an alternative where it is better than the previous ones.
    void end_alternative() {
        Open& open = opened_[depth_ - 1];
        const bool is_first = open.best.keys.empty();
        if (is_first) open.best = row_;
        for (std::size_t i = 0; i < row_.keys.size(); ++i) {
            if (!is_first && row_.keys[i] >= open.best.keys[i]) continue;
            choices_.push_back({open.first, row_.choices[i]});
            open.best.keys[i] = row_.keys[i];
            open.best.choices[i] = static_cast<Index>(choices_.size());
        }
    }

    bool is_taken(Index first) const { return std::binary_search(taken_.begin(), taken_.end(), first); }

    // The part before the chosen alternative, of those that open at a part.
    const Index* next_taken(const Index* begin, const Index* part) const {
        do {
            part = skip(part);
        } while (!is_taken(part + 1 - begin));
        return part;
    }

    const Index* close(const Index* part) const {
        while (*part != CLOSE) part = skip(part);
        return part;
    }

    // The end of the alternative that begins after a part.
    static const Index* skip(const Index* part) {
        for (Index depth = 0;;) {
            ++part;
            if (*part == OPEN) ++depth;
            if (depth == 0 && *part < 0) return part;
            if (*part == CLOSE) --depth;
        }
    }

    const LevColumn* segments_;
    const Index gap_, replacement_;
    const volatile std::int32_t* cancelled_;
    Numbering numbering_;
    Tokens tokens_;
    NumberList pred_, segment_;
    Row row_;
    std::vector<Open> opened_;
    std::size_t depth_ = 0;
    std::vector<Choice> choices_;
    std::vector<Index> taken_;
    Text first_{}, last_{};  // what is left of the first and the last segment
};

// Sets `is_chosen` of the segments of every reference that are on its path; those of reference i are
// parts[part_offsets[i]] to before parts[part_offsets[i + 1]].
template <class Tokens>
void choose_paths(const LevColumn* preds, const LevColumn* segments, const Index* pred_of_pair, Index size,
                  const volatile std::int32_t* cancelled, bool are_nist, const Index* part_offsets,
                  const Index* parts, const Index* omitted, std::uint8_t* is_chosen) {
    PathSearch<Tokens> search(segments, are_nist, cancelled);
    for (Index i = 0; i < size; ++i) {
        if (*cancelled) throw Cancelled{};
        const Text pred = text_of(*preds, pred_of_pair ? pred_of_pair[i] : i);
        search.choose(pred, parts + part_offsets[i], parts + part_offsets[i + 1], omitted, is_chosen);
    }
}

}  // namespace lev
