// The distance and the edits of a pair: best paths through edit matrices.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "matrix.hpp"
#include "narrow.hpp"

namespace lev {

#if defined(LEVMETRICS_TEST_LONG)  // a build in which all texts are long
constexpr Index FIRST_CUTOFF = 1;
#else
constexpr Index FIRST_CUTOFF = 64;
#endif
constexpr Index FIRST_BAND = 4 * FIRST_CUTOFF;
constexpr Index LONGEST_WITHOUT_HINT = 50'000;  // see the portable kernel

#if defined(LEVMETRICS_TEST_DIVIDED)  // a build in which nearly all matrices are divided
constexpr Index DIVIDED_BYTES = 4, DIVIDED_TARGET = 2, DIVIDED_PRED = 2;
#else  // the sizes from which on RapidFuzz divides a matrix
constexpr Index DIVIDED_BYTES = 1024 * 1024, DIVIDED_TARGET = 65, DIVIDED_PRED = 10;
#endif

enum Kind : std::int8_t { REPLACE, DELETE, INSERT };

struct Edit {
    Kind kind;
    Index target, pred;  // the token, or where there is none, the one before which it would be
};

// Best paths through edit matrices.
class Search {
  public:
    explicit Search(const volatile std::int32_t* cancelled) : cancelled_(cancelled) {}

    Index distance(Numbers target, Numbers pred, Number distinct) {
        distinct_ = distinct;
        return distance(target, pred, false);
    }

    // Finds the edits. If only their number is needed, and at most one of them is an insertion or deletion
    // beyond those that the lengths require, the edits may stay unknown, since the distance and the lengths
    // then determine the number of each kind. `longer` is the longer length of the texts with the prefix
    // and suffix that they share.
    Index edits(Numbers target, Numbers pred, Number distinct, Index longer, bool are_counted) {
        distinct_ = distinct;
        edits_.clear();
        const Index gap = std::abs(target.size - pred.size);
        if (!is_divided(target, pred, longer)) {
            const Index distance = this->distance(target, pred, true);
            if (are_counted && distance < gap + 2) return distance;
            if (is_narrow_) trace(narrow_, target, pred, 0, 0);
            else trace(matrix_, target, pred, 0, 0);
            return distance;
        }
        const Index longest_cutoff = is_divided(target, pred, FIRST_BAND + 1) ? FIRST_BAND : longer;
        const Index distance = near_distance(target, pred, false, longest_cutoff);
        const bool is_near = distance >= 0;
        if (is_near && are_counted && distance < gap + 2) return distance;
        const Index bound = is_near ? distance : expected_distance(target, pred);
        const bool is_hint = is_near && longer > LONGEST_WITHOUT_HINT && distance <= largest_hint(longer) &&
                             2 * std::max<Index>(31, distance) < longer;
        align(target, pred, is_hint ? distance : longer, bound, 0, 0);
        return static_cast<Index>(edits_.size());
    }

    const std::vector<Edit>& found() const { return edits_; }

  private:
    // Texts are mostly similar, so narrow bands are tried first, then one for the expected distance.
    // Returns -1 if the distance is more than a quarter of the length, or than the longest cutoff.
    Index near_distance(Numbers target, Numbers pred, bool is_kept, Index longest_cutoff) {
        Numbers rows = target, columns = pred;
        // The distance is the same both ways.
        if (!is_kept && target.size > NARROW_ROWS && pred.size <= NARROW_ROWS) std::swap(rows, columns);
        const Index narrow = narrow_.compute(rows, columns, distinct_, is_kept, cancelled_);
        is_narrow_ = narrow >= 0;
        if (is_narrow_) return narrow;
        const Index last = std::min(std::max(target.size, pred.size) / 4, longest_cutoff);
        for (Index cutoff = FIRST_BAND; cutoff <= last; cutoff = wider(cutoff, target, pred)) {
            if (cutoff < std::abs(target.size - pred.size)) continue;
            compute(target, pred, cutoff, is_kept);
            if (matrix_.distance() <= cutoff) return matrix_.distance();
        }
        return -1;
    }

    Index wider(Index cutoff, Numbers target, Numbers pred) {
        return cutoff == FIRST_BAND ? std::max(2 * cutoff, expected_distance(target, pred)) : 2 * cutoff;
    }

    // A guess from the beginnings of the texts, more often too high than too low.
    Index expected_distance(Numbers target, Numbers pred) {
        const Index size = std::min({Index{1024}, target.size, pred.size});
        compute(target.until(size), pred.until(size), size, false);
        const Index longer = std::max(target.size, pred.size);
        const Index expected = matrix_.distance() * (longer / size + 1) * 5 / 4;
        return std::min(expected + std::abs(target.size - pred.size), longer);
    }

    Index distance(Numbers target, Numbers pred, bool is_kept) {
        if (!target.size || !pred.size) return target.size + pred.size;
        const Index longest_cutoff = target.size > STRIP_ROWS ? target.size + pred.size : 0;
        const Index distance = near_distance(target, pred, is_kept, longest_cutoff);
        if (distance >= 0) return distance;
        compute(target, pred, std::max(target.size, pred.size), is_kept);
        return matrix_.distance();
    }

    void compute(Numbers target, Numbers pred, Index bound, bool is_kept) {
        matrix_.compute(target, pred, distinct_, Band(bound, target.size, pred.size), is_kept, cancelled_);
    }

    // The largest distance of long texts that the portable kernel knows when it aligns them.
    static Index largest_hint(Index longer) {
        Index hint = FIRST_CUTOFF;
        while (longer > hint * 4 * 8) hint *= 4;
        return hint;
    }

    // Whether RapidFuzz divides the matrix, which affects its choice among ties.
    static bool is_divided(Numbers target, Numbers pred, Index limit) {
        limit = std::min(limit, std::max(target.size, pred.size));
        const Index band = std::min(target.size, 2 * limit + 1);
        return 2 * band * pred.size / 8 >= DIVIDED_BYTES && target.size >= DIVIDED_TARGET &&
               pred.size >= DIVIDED_PRED;
    }

    // Adds the edits of parts of the texts.
    // `limit` is the largest distance that RapidFuzz allows, `bound` one that is never exceeded.
    void align(Numbers target, Numbers pred, Index limit, Index bound, Index target_at, Index pred_at) {
        Index prefix = 0;
        while (prefix < std::min(target.size, pred.size) && target[prefix] == pred[prefix]) ++prefix;
        target = target.from(prefix);
        pred = pred.from(prefix);
        target_at += prefix;
        pred_at += prefix;
        while (target.size && pred.size && target[target.size - 1] == pred[pred.size - 1]) {
            --target.size;
            --pred.size;
        }
        if (is_divided(target, pred, limit)) {
            divide(target, pred, bound, target_at, pred_at);
        } else {
            if (target.size && pred.size) compute(target, pred, bound, true);
            trace(matrix_, target, pred, target_at, pred_at);
        }
    }

    // Divides the prediction in halves, and the reference where a best path crosses: at the first
    // such place, as RapidFuzz does.
    void divide(Numbers target, Numbers pred, Index bound, Index target_at, Index pred_at) {
        const Index middle = pred.size / 2, longer = std::max(target.size, pred.size);
        Index best = 0, left = 0, right = 0;
        for (;; bound = std::min(2 * bound, longer)) {
            best = crossing(target, pred, middle, Band(bound, target.size, pred.size));
            left = left_[best];
            right = right_[target.size - best];
            if (left + right <= bound) break;
        }
        align(target.until(best), pred.until(middle), left, left, target_at, pred_at);
        align(target.from(best), pred.from(middle), right, right, target_at + best, pred_at + middle);
    }

    // The first row in which a best path crosses a column; leaves the distances on both sides of it.
    Index crossing(Numbers target, Numbers pred, Index column, Band band) {
        reverse(target, target_backwards_);
        reverse(pred, pred_backwards_);
        const Numbers backwards{pred_backwards_.data(), pred.size - column};
        matrix_.compute({target_backwards_.data(), target.size}, backwards, distinct_, band, false, cancelled_);
        matrix_.last_distances(right_);
        matrix_.compute(target, pred.until(column), distinct_, band, false, cancelled_);
        matrix_.last_distances(left_);
        Index best = 0;
        for (Index i = 1; i <= target.size; ++i) {
            if (left_[i] + right_[target.size - i] < left_[best] + right_[target.size - best]) best = i;
        }
        return best;
    }

    static void reverse(Numbers numbers, std::vector<Number>& reversed) {
        reversed.assign(numbers.begin, numbers.begin + numbers.size);
        std::reverse(reversed.begin(), reversed.end());
    }

    // Adds the edits of a best path through the matrix, traced back from its end. Of several, the
    // one with a deletion, else an insertion, as late as possible.
    template <class Signs>
    void trace(const Signs& matrix, Numbers target, Numbers pred, Index target_at, Index pred_at) {
        const std::size_t first = edits_.size();
        Index row = target.size, column = pred.size;
        const auto add = [&](Kind kind) { edits_.push_back({kind, row + target_at, column + pred_at}); };
        while (row && column) {
            if (matrix.has_sign(0, row, column)) {
                --row;
                add(DELETE);
            } else if (--column && matrix.has_sign(1, row, column)) {
                add(INSERT);
            } else {
                --row;
                if (target[row] != pred[column]) add(REPLACE);
            }
        }
        while (row) {
            --row;
            add(DELETE);
        }
        while (column) {
            --column;
            add(INSERT);
        }
        std::reverse(edits_.begin() + static_cast<std::ptrdiff_t>(first), edits_.end());
    }

    const volatile std::int32_t* cancelled_;
    Number distinct_ = 0;
    Matrix matrix_;
    NarrowMatrix narrow_;
    bool is_narrow_ = false;  // which of them holds the last matrix
    std::vector<Edit> edits_;
    std::vector<Number> target_backwards_, pred_backwards_;
    std::vector<Index> left_, right_;
};

}  // namespace lev
