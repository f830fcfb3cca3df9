// The measurements of every pair of two columns.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <vector>

#include "pairs.hpp"
#include "search.hpp"

namespace lev {

struct Counts {
    Index substitutions, hits;
};

// Counts at sclite's costs, 4 for a substitution and 3 for a deletion or insertion, in the alignment that
// sclite takes: of ties, from the end on, a substitution or hit before an insertion, and these before a
// deletion.
class NistCounts {
  public:
    Counts count(Numbers target, Numbers pred, const volatile std::int32_t* cancelled) {
        // The low bits of a cell are the substitutions on its path, which ties do not compare.
        Index low = 1;
        while (low < std::min(target.size, pred.size)) low = 2 * low + 1;
        const Index scale = low + 1, gap = 3 * scale, replacement = 4 * scale + 1;
        cells_.clear();
        for (Index column = 0; column <= pred.size; ++column) cells_.push_back(column * gap);
        for (Index row = 0; row < target.size; ++row) {
            if (*cancelled) throw Cancelled{};
            Index diagonal = cells_[0], left = cells_[0] += gap;
            for (Index column = 0; column < pred.size; ++column) {
                Index& cell = cells_[column + 1];
                const Index replaced = diagonal + (target[row] == pred[column] ? 0 : replacement);
                const Index deleted = cell + gap, inserted = left + gap;
                const bool is_deleted = (deleted | low) < replaced;
                // The insertion's cost is below the substitution's, or no more than the deletion's.
                const Index limit = is_deleted ? deleted | low : (replaced & ~low) - 1;
                diagonal = cell;
                left = cell = inserted <= limit ? inserted : is_deleted ? deleted : replaced;
            }
        }
        const Index cost = cells_.back() / scale, substitutions = cells_.back() % scale;
        return {substitutions, (3 * (target.size + pred.size) - 2 * substitutions - cost) / 6};
    }

  private:
    std::vector<Index> cells_;
};

Counts unit_counts(Search& search, Numbers target, Numbers pred, Number distinct, Index longer) {
    const Index distance = search.edits(target, pred, distinct, longer, true);
    const Index gap = std::abs(target.size - pred.size);
    if (distance < gap + 2) {
        // Apart from the deletions or insertions that the lengths require, all edits are substitutions.
        return {distance - gap, std::min(target.size, pred.size) - (distance - gap)};
    }
    Index substitutions = 0, deletions = 0;
    for (const Edit& edit : search.found()) {
        substitutions += edit.kind == REPLACE;
        deletions += edit.kind == DELETE;
    }
    return {substitutions, target.size - substitutions - deletions};
}

enum Status : int { DONE, OUT_OF_MEMORY, CANCELLED };

// Runs a measurement, and catches exceptions, which must not leave the interface.
template <class Measurement>
Status status_of(Measurement measure) {
    try {
        measure();
        return DONE;
    } catch (const Cancelled&) {
        return CANCELLED;
    } catch (const std::exception&) {  // of the standard library, for want of memory
        return OUT_OF_MEMORY;
    }
}

template <class Tokens>
void measure_distances(const Pairs& pairs, Index* distance, Index* pred_length, Index* target_length) {
    Pair<Tokens> pair;
    Search search(pairs.cancelled);
    pairs.each(pair, [&](Index i) {
        pred_length[i] = pair.pred_length();
        target_length[i] = pair.target_length();
        distance[i] = search.distance(pair.target(), pair.pred(), pair.distinct());
    });
}

template <class Tokens>
void measure_counts(const Pairs& pairs, bool are_nist, Index* substitutions, Index* hits,
                    Index* pred_length, Index* target_length) {
    Pair<Tokens> pair;
    Search search(pairs.cancelled);
    NistCounts nist;
    pairs.each(pair, [&](Index i) {
        pred_length[i] = pair.pred_length();
        target_length[i] = pair.target_length();
        const Numbers target = pair.target(), pred = pair.pred();
        Counts counts;
        if (are_nist) {
            counts = nist.count(target, pred, pairs.cancelled);
        } else {
            const Index longer = std::max(pred_length[i], target_length[i]);
            counts = unit_counts(search, target, pred, pair.distinct(), longer);
        }
        substitutions[i] = counts.substitutions;
        hits[i] = pair.common() + counts.hits;
    });
}

template <class Tokens>
void list_edits(const Pairs& pairs, const Index* starts, std::int8_t* kind, Index* target_index,
                Index* pred_index) {
    Pair<Tokens> pair;
    Search search(pairs.cancelled);
    pairs.each(pair, [&](Index i) {
        const Index longer = std::max(pair.pred_length(), pair.target_length());
        search.edits(pair.target(), pair.pred(), pair.distinct(), longer, false);
        Index at = starts[i];
        for (const Edit& edit : search.found()) {
            kind[at] = edit.kind;
            target_index[at] = edit.target + pair.prefix();
            pred_index[at] = edit.pred + pair.prefix();
            ++at;
        }
    });
}

}  // namespace lev
