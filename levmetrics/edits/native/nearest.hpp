// The reference of each sample that is nearest to its prediction.

#pragma once

#include <algorithm>
#include <cstdlib>

#include "characters.hpp"
#include "pairs.hpp"
#include "search.hpp"

namespace lev {

// Samples of a prediction and one or more references, and two lengths of each text: its characters, and
// what the distance is divided by.
struct Answers {
    const LevColumn *preds, *target;
    const Index* offsets;  // of each sample's first reference; null: each has one
    const Index *pred_sizes, *target_sizes, *pred_lengths, *target_lengths;

    Index begin(Index sample) const { return offsets ? offsets[sample] : sample; }
    Index end(Index sample) const { return offsets ? offsets[sample + 1] : sample + 1; }
};

// A distance, and the length that divides it.
struct Quotient {
    Index distance, length;

    double value() const { return static_cast<double>(distance) / static_cast<double>(length); }
    // In whole numbers, which do not round.
    bool is_less(Quotient other) const { return distance * other.length < other.distance * length; }
};

// More than quotients of such lengths are rounded by.
constexpr double ROUNDING = 1e-9;

// Writes the distance of each sample's nearest reference, the length that divides it, at least 1, and the
// number of the reference, from 0: the first of those with the lowest quotient. Quotients above `most` need
// not be told apart: a distance may then be a lower bound.
inline void find_nearest(const Answers& answers, Index start, Index stop, double most,
                         const volatile std::int32_t* cancelled, Index* distance, Index* length,
                         Index* reference) {
    Pair<Characters> pair;
    Search search(cancelled);
    for (Index sample = start; sample < stop; ++sample) {
        const Index first = answers.begin(sample);
        Quotient nearest{};
        for (Index row = first; row < answers.end(sample); ++row) {
            if (*cancelled) throw Cancelled{};
            const Index longer = std::max(answers.pred_lengths[sample], answers.target_lengths[row]);
            // The difference of the sizes is a lower bound.
            Quotient quotient{std::abs(answers.pred_sizes[sample] - answers.target_sizes[row]),
                              std::max<Index>(longer, 1)};
            if (row > first && !quotient.is_less(nearest)) continue;
            if (quotient.value() <= most + ROUNDING) {
                pair.read(text_of(*answers.preds, sample), text_of(*answers.target, row));
                quotient.distance = search.distance(pair.target(), pair.pred(), pair.distinct());
            }
            if (row > first && !quotient.is_less(nearest)) continue;
            nearest = quotient;
            reference[sample] = row - first;
        }
        distance[sample] = nearest.distance;
        length[sample] = nearest.length;
    }
}

}  // namespace lev
