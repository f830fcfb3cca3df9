// Alignments in which words that one side joins match: "high school" and "highschool".

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <vector>

#include "numbering.hpp"
#include "pairs.hpp"
#include "search.hpp"
#include "strip.hpp"

namespace lev {

// Words of the reference that match words of the prediction, of which one side is a single word.
struct Merge {
    Index target_begin, target_end, pred_begin, pred_end;
};

struct MergeCounts {
    Index substitutions, deletions, insertions;
};

// The tokens of a text: their numbers, and the bytes of words one after the other.
template <class Tokens>
class JoinedTokens {
  public:
    void read(Text text, Numbering& numbering) {
        bytes_.clear();
        ends_.assign(1, 0);
        numbers.resize(static_cast<std::size_t>(tokens_.split(text)));
        const Number* end = tokens_.number(numbers.data(), [&](const Token& token) {
            bytes_.insert(bytes_.end(), token.at, token.at + token.size);
            ends_.push_back(static_cast<Index>(bytes_.size()));
            return numbering.number(token);
        });
        numbers.resize(static_cast<std::size_t>(end - numbers.data()));
        bytes_.resize(bytes_.size() + sizeof(Word));  // so that the head of every token can be loaded
    }

    Index size() const { return static_cast<Index>(numbers.size()); }
    Index length(Index begin, Index end) const { return ends_[end] - ends_[begin]; }

    // The join of the words from `begin` to before `end`.
    Token joined(Index begin, Index end) const {
        const Byte* at = bytes_.data() + ends_[begin];
        const Index size = length(begin, end);
        const Word head = load(at);
        return {size < 8 ? head & low_bits(8 * size) : head, at, size};
    }

    std::vector<Number> numbers;

  private:
    Tokens tokens_;
    std::vector<Byte> bytes_;
    std::vector<Index> ends_;
};

// Where the numbers of a side's words are, in order.
class Places {
  public:
    void find(const std::vector<Number>& numbers, Number distinct) {
        ends_.assign(distinct + std::size_t{2}, 0);
        for (const Number number : numbers) ++ends_[number + std::size_t{1}];
        for (std::size_t i = 1; i < ends_.size(); ++i) ends_[i] += ends_[i - 1];
        places_.resize(numbers.size());
        // Each end moves from where the places of its number begin to where they end.
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            places_[static_cast<std::size_t>(ends_[numbers[i]]++)] = static_cast<Index>(i);
        }
    }

    const Index* begin(Number number) const { return places_.data() + (number ? ends_[number - 1] : 0); }
    const Index* end(Number number) const { return places_.data() + ends_[number]; }

  private:
    std::vector<Index> ends_, places_;
};

// Counts the errors of pairs of texts at the lowest cost, where words that are joined on one side and
// not on the other cost nothing. Of several alignments with that cost the one is taken that
// kaldialign takes: from the end on, an insertion is preferred to a deletion, these to a
// substitution or hit, and all to a merge.
//
// The cells of an anti-diagonal do not depend on each other, and are computed as vectors. Each carries
// what is on its path, so that three anti-diagonals are kept, and no matrix. Without merges, the distance is
// known first, and only cells that a path with so few edits may reach are computed.
template <class Tokens>
class MergingSearch {
  public:
    MergingSearch(bool are_nist, bool are_merged, const volatile std::int32_t* cancelled)
        : gap_(are_nist ? 3 : 1),
          replacement_(are_nist ? 4 : 1),
          are_merged_(are_merged),
          cancelled_(cancelled),
          distances_(cancelled) {}

    MergeCounts count(Text pred_text, Text target_text) {
        numbering_.begin(Tokens::RESERVED);
        target_.read(target_text, numbering_);
        pred_.read(pred_text, numbering_);
        runs_.clear();
        records_.clear();
        merges_.clear();
        if (are_merged_) {
            target_places_.find(target_.numbers, numbering_.distinct());
            pred_places_.find(pred_.numbers, numbering_.distinct());
            find_runs(target_, pred_, pred_places_, true);
            find_runs(pred_, target_, target_places_, false);
        }
        const Index longer = std::max(target_.size(), pred_.size());
        const Index most = are_merged_ || gap_ != 1 ? longer : distance();
        if (most < std::abs(target_.size() - pred_.size()) + 2 && !are_merged_ && gap_ == 1) return few(most);
        search(most);
        const std::size_t last = static_cast<std::size_t>(target_.size());
        for (std::int32_t at = now_.record[last]; at; at = records_[at - 1].before) {
            merges_.push_back(records_[at - 1].merge);
        }
        std::reverse(merges_.begin(), merges_.end());
        // The cost without substitutions gives the sum of deletions and insertions; their difference is
        // that of the lengths outside merges.
        const Index substitutions = now_.substitutions[last];
        const Index sum = (now_.cost[last] - replacement_ * substitutions) / gap_;
        Index difference = target_.size() - pred_.size();
        for (const Merge& merge : merges_) {
            difference -= (merge.target_end - merge.target_begin) - (merge.pred_end - merge.pred_begin);
        }
        return {substitutions, (sum + difference) / 2, (sum - difference) / 2};
    }

    Index target_length() const { return target_.size(); }

    // The merges of the last pair, in order.
    const std::vector<Merge>& merges() const { return merges_; }

  private:
    using Values = std::vector<std::int32_t>;

    struct Cell {
        std::int32_t cost, substitutions, record;
    };

    // An anti-diagonal, by row: the lowest cost of a path to each cell, and what is on that path.
    struct Diagonal {
        Values cost, substitutions, record;

        void resize(std::size_t rows) {
            for (Values* values : {&cost, &substitutions, &record}) {
                if (values->size() < rows) values->resize(rows);
            }
        }
        Cell cell(Index row) const { return {cost[row], substitutions[row], record[row]}; }
        void set(Index row, Cell cell) {
            cost[row] = cell.cost;
            substitutions[row] = cell.substitutions;
            record[row] = cell.record;
        }
    };

    // Adjacent words of one side whose join is a word of the other side, and the places of that word in the
    // other side that have not been reached.
    struct Run {
        bool is_target;
        Index begin, end;
        const Index *place, *last;
        Index next = NONE;

        Index diagonal() const { return begin + *place; }
        Merge merge() const {
            if (is_target) return {begin, end, *place, *place + 1};
            return {*place, *place + 1, begin, end};
        }
    };

    // A merge whose end has not been reached, and the best path to its begin.
    struct Waiting {
        Merge merge;
        Cell before;
        Index next = NONE;
    };

    // A merge, and the record of the one before it on its path; 0: it is the first.
    struct Record {
        Merge merge;
        std::int32_t before;
    };

    static constexpr Index NONE = -1;
    static constexpr std::int32_t UNREACHED = std::numeric_limits<std::int32_t>::max() / 2;

    void find_runs(const JoinedTokens<Tokens>& side, const JoinedTokens<Tokens>& other,
                   const Places& places, bool is_target) {
        Index longest = 0;
        for (Index i = 0; i < other.size(); ++i) longest = std::max(longest, other.length(i, i + 1));
        lengths_.assign(static_cast<std::size_t>(longest) + 1, false);
        for (Index i = 0; i < other.size(); ++i) lengths_[other.length(i, i + 1)] = true;
        for (Index begin = 0; begin < side.size(); ++begin) {
            if (*cancelled_) throw Cancelled{};
            for (Index end = begin + 2; end <= side.size(); ++end) {
                const Index length = side.length(begin, end);
                if (length > longest) break;
                if (!lengths_[length]) continue;
                const Number number = numbering_.known_number(side.joined(begin, end));
                if (!number || places.begin(number) == places.end(number)) continue;
                runs_.push_back({is_target, begin, end, places.begin(number), places.end(number)});
            }
        }
    }

    // The fewest edits without merges.
    Index distance() {
        const Numbers target{target_.numbers.data(), target_.size()}, pred{pred_.numbers.data(), pred_.size()};
        return distances_.distance(target, pred, numbering_.distinct());
    }

    // The counts for a distance at most 1 above the difference of the lengths: as many insertions or
    // deletions as that difference, and a substitution if there is one edit more.
    MergeCounts few(Index distance) const {
        const Index difference = target_.size() - pred_.size();
        return {distance - std::abs(difference), std::max<Index>(difference, 0), std::max<Index>(-difference, 0)};
    }

    // Computes the cells that paths reach whose insertions and deletions are `most` together.
    void search(Index most) {
        const Index rows = target_.size(), columns = pred_.size();
        reversed_pred_.assign(pred_.numbers.rbegin(), pred_.numbers.rend());
        for (Diagonal* diagonal : {&now_, &before_, &before_that_}) {
            diagonal->resize(static_cast<std::size_t>(rows) + 1);
        }
        for (auto* firsts : {&first_run_, &first_waiting_}) {
            firsts->assign(static_cast<std::size_t>(rows + columns) + 1, NONE);
        }
        waiting_.clear();
        free_ = NONE;
        for (std::size_t run = 0; run < runs_.size(); ++run) expect(static_cast<Index>(run));
        for (Index diagonal = 0; diagonal <= rows + columns; ++diagonal) {
            if (diagonal % 64 == 0 && *cancelled_) throw Cancelled{};
            std::swap(before_, before_that_);
            std::swap(now_, before_);
            const std::int32_t edge = static_cast<std::int32_t>(diagonal * gap_);
            if (diagonal <= columns) now_.set(0, {edge, 0, 0});
            if (diagonal <= rows) now_.set(diagonal, {edge, 0, 0});
            // Row i has column diagonal - i; the two differ by at most `most`.
            const Index begin = std::max({Index{1}, diagonal - columns, (diagonal - most + 1) / 2});
            const Index end = std::min({diagonal - 1, rows, (diagonal + most) / 2});
            if (begin > 1 && begin > diagonal - columns) now_.set(begin - 1, {UNREACHED, 0, 0});
            if (end < rows && end < diagonal - 1) now_.set(end + 1, {UNREACHED, 0, 0});
            advance(begin, end, columns - diagonal);
            end_merges(diagonal);
            begin_merges(diagonal);
        }
    }

    // Computes the cells of rows `begin` to `end`, of which row i compares token i - 1 of the reference
    // with token i + shift of the reversed prediction.
    void advance(Index begin, Index end, Index shift) {
        const Number* pred = reversed_pred_.data();
        const Number* target = target_.numbers.data();
        const std::int32_t* cost1 = before_.cost.data();
        const std::int32_t* cost2 = before_that_.cost.data();
        const std::int32_t* substitutions1 = before_.substitutions.data();
        const std::int32_t* substitutions2 = before_that_.substitutions.data();
        const std::int32_t* record1 = before_.record.data();
        const std::int32_t* record2 = before_that_.record.data();
        std::int32_t* cost = now_.cost.data();
        std::int32_t* substitutions = now_.substitutions.data();
        std::int32_t* record = now_.record.data();
        const std::int32_t gap = gap_, replacement = replacement_;
        LEVMETRICS_VECTORS
        for (Index i = begin; i <= end; ++i) {
            const std::int32_t is_other = target[i - 1] != pred[i + shift];
            const std::int32_t inserted = cost1[i], deleted = cost1[i - 1];
            const std::int32_t replaced = cost2[i - 1] + (replacement & -is_other);
            const std::int32_t is_deleted = -(deleted < inserted);
            const std::int32_t gapped = chosen(is_deleted, deleted, inserted) + gap;
            const std::int32_t is_replaced = -(replaced < gapped);
            cost[i] = chosen(is_replaced, replaced, gapped);
            substitutions[i] =
                chosen(is_replaced, substitutions2[i - 1] + is_other,
                       chosen(is_deleted, substitutions1[i - 1], substitutions1[i]));
            record[i] = chosen(is_replaced, record2[i - 1],
                               chosen(is_deleted, record1[i - 1], record1[i]));
        }
    }

    // `a` if all bits of the mask are set, `b` if none is: without a branch, which would not become
    // vectors.
    static std::int32_t chosen(std::int32_t mask, std::int32_t a, std::int32_t b) {
        return (a & mask) | (b & ~mask);
    }

    // Puts a run on the list of the anti-diagonal on which it begins next.
    void expect(Index run) {
        Index& first = first_run_[runs_[run].diagonal()];
        runs_[run].next = first;
        first = run;
    }

    void begin_merges(Index diagonal) {
        for (Index at = first_run_[diagonal]; at != NONE;) {
            Run& run = runs_[at];
            const Index next = run.next;
            const Merge merge = run.merge();
            Index slot = free_;
            if (slot == NONE) {
                slot = static_cast<Index>(waiting_.size());
                waiting_.emplace_back();
            } else {
                free_ = waiting_[slot].next;
            }
            Index& first = first_waiting_[merge.target_end + merge.pred_end];
            waiting_[slot] = {merge, now_.cell(merge.target_begin), first};
            first = slot;
            if (++run.place != run.last) expect(at);
            at = next;
        }
    }

    void end_merges(Index diagonal) {
        for (Index at = first_waiting_[diagonal]; at != NONE;) {
            Waiting& waiting = waiting_[at];
            const Index row = waiting.merge.target_end, next = waiting.next;
            if (waiting.before.cost < now_.cost[row]) {
                records_.push_back({waiting.merge, waiting.before.record});
                now_.set(row, {waiting.before.cost, waiting.before.substitutions,
                               static_cast<std::int32_t>(records_.size())});
            }
            waiting.next = free_;
            free_ = at;
            at = next;
        }
    }

    const std::int32_t gap_, replacement_;
    const bool are_merged_;
    const volatile std::int32_t* cancelled_;
    Search distances_;
    Numbering numbering_;
    JoinedTokens<Tokens> target_, pred_;
    Places target_places_, pred_places_;
    std::vector<Number> reversed_pred_;
    std::vector<bool> lengths_;  // that a word of the other side has
    Diagonal now_, before_, before_that_;
    std::vector<Run> runs_;
    std::vector<Waiting> waiting_;
    std::vector<Index> first_run_, first_waiting_;  // of each anti-diagonal, in linked lists
    Index free_ = NONE;
    std::vector<Record> records_;
    std::vector<Merge> merges_;
};

// Counts the errors and merges of every pair, and writes the merges from starts[i] on, if starts is not
// null.
template <class Tokens>
void count_merging(const Pairs& pairs, bool are_nist, bool are_merged, Index* substitutions, Index* deletions,
                   Index* insertions, Index* target_length, Index* found, const Index* starts, Merge* merges) {
    MergingSearch<Tokens> search(are_nist, are_merged, pairs.cancelled);
    pairs.each_text([&](Index i, Text pred, Text target) {
        const MergeCounts counts = search.count(pred, target);
        substitutions[i] = counts.substitutions;
        deletions[i] = counts.deletions;
        insertions[i] = counts.insertions;
        target_length[i] = search.target_length();
        const std::vector<Merge>& merged = search.merges();
        found[i] = static_cast<Index>(merged.size());
        if (starts) std::copy(merged.begin(), merged.end(), merges + starts[i]);
    });
}

}  // namespace lev
