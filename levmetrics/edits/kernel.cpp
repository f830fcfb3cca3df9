// The compiled kernel: edit distances, error counts and edits of pairs of UTF-8 texts.
//
// A pair is read once, and its data stays in the processor's first-level cache:
// 1. A comparison of bytes finds the common prefix and suffix, whose tokens are only counted.
// 2. The rest is split into tokens. A hash table of the reference's tokens gives equal tokens equal
//    numbers; tokens are equal if their bytes are.
// 3. The edit matrix is computed 64 rows at a time, with one bit per row for each sign of a
//    difference: Myers, "A fast bit-vector algorithm for approximate string matching based on
//    dynamic programming", JACM 1999; Hyyrö, "A bit-vector algorithm for computing Levenshtein and
//    Damerau edit distances", Nordic Journal of Computing 2003. One word per column is enough for 64
//    rows, and for a band of 64 diagonals. If these are too few, strips of 512 rows are computed as
//    vectors, in which each 64 rows are one column behind those above them, within the band of
//    Ukkonen, "Algorithms for approximate string matching", Information and Control 1985.
// 4. Tracing a best path back finds the edits; matrices of more than 1 MiB are divided, as in
//    Hirschberg, "A linear space algorithm for computing maximal common subsequences", CACM 1975.
//    Ties follow RapidFuzz's Levenshtein.editops.
// 5. Common n-grams and subsequences need all tokens, without the cuts of step 1: Hyyrö, "Bit-parallel
//    LCS-length computation revisited", AWOCA 2004. Ties of unions follow rouge-score.
//
// Each step has a file in native/. No code here depends on Python: the interface below is plain C over
// the buffers of Arrow's arrays of large strings.

#include "native/alternatives.hpp"
#include "native/characters.hpp"
#include "native/combinations.hpp"
#include "native/flexible.hpp"
#include "native/measures.hpp"
#include "native/merges.hpp"
#include "native/nearest.hpp"
#include "native/overlaps.hpp"
#include "native/tiles.hpp"
#include "native/wordings.hpp"
#include "native/words.hpp"

#if defined(_MSC_VER)
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#endif

using lev::Characters;
using lev::Words;

// All functions take pairs: row i of `target` with row pred_of_pair[i] (null: row i) of `preds`,
// split into words (0) or characters (1). They return 0; 1 if memory is short; 2 if `cancelled` is no
// longer 0. Results have one element for each pair.

// The version of the interface.
EXPORTED int levmetrics_interface() { return 8; }

EXPORTED int levmetrics_distances(const LevColumn* preds, const LevColumn* target,
                                  const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                                  const volatile std::int32_t* cancelled, std::int64_t* distance,
                                  std::int64_t* pred_length, std::int64_t* target_length) {
    return lev::status_of([&] {
        const auto measure = tokens ? lev::measure_distances<Characters> : lev::measure_distances<Words>;
        measure({preds, target, pred_of_pair, size, cancelled}, distance, pred_length, target_length);
    });
}

// `costs`: unit (0) or NIST's (1).
EXPORTED int levmetrics_counts(const LevColumn* preds, const LevColumn* target,
                               const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                               const volatile std::int32_t* cancelled, int costs,
                               std::int64_t* substitutions, std::int64_t* hits,
                               std::int64_t* pred_length, std::int64_t* target_length) {
    return lev::status_of([&] {
        const auto measure = tokens ? lev::measure_counts<Characters> : lev::measure_counts<Words>;
        measure({preds, target, pred_of_pair, size, cancelled}, costs != 0, substitutions, hits,
                pred_length, target_length);
    });
}

// Finds the nearest references of samples from `start` to `stop`, in characters: rows offsets[i] to
// offsets[i + 1] of `target` (null: row i) belong to row i of `preds`. See native/nearest.hpp.
EXPORTED int levmetrics_nearest(const LevColumn* preds, const LevColumn* target, const std::int64_t* offsets,
                                std::int64_t start, std::int64_t stop, const volatile std::int32_t* cancelled,
                                const std::int64_t* pred_sizes, const std::int64_t* target_sizes,
                                const std::int64_t* pred_lengths, const std::int64_t* target_lengths,
                                double most, std::int64_t* distance, std::int64_t* length,
                                std::int64_t* reference) {
    return lev::status_of([&] {
        const lev::Answers answers{preds,        target,       offsets,       pred_sizes,
                                   target_sizes, pred_lengths, target_lengths};
        lev::find_nearest(answers, start, stop, most, cancelled, distance, length, reference);
    });
}

// Counts what both sides of each pair have in common: n-grams of 1 to `longest` tokens (at most 64), each as
// often as on the side that has fewer of it, in `longest` rows of `size` numbers; and, if they are not null, the
// tokens of a longest common subsequence, and, of words, those in the union of the common subsequences of lines.
EXPORTED int levmetrics_overlaps(const LevColumn* preds, const LevColumn* target,
                                 const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                                 const volatile std::int32_t* cancelled, std::int64_t longest, std::int64_t* ngrams,
                                 std::int64_t* subsequence, std::int64_t* of_lines, std::int64_t* target_length,
                                 std::int64_t* pred_length) {
    return lev::status_of([&] {
        const auto measure = tokens ? lev::measure_overlaps<Characters> : lev::measure_overlaps<Words>;
        measure({preds, target, pred_of_pair, size, cancelled}, longest, ngrams, subsequence, of_lines,
                target_length, pred_length);
    });
}

// Counts the tokens of references in the union of common subsequences of sentences; see native/overlaps.hpp.
// The sentences of row i are rows pred_starts[i] to pred_starts[i + 1] of `preds`, and so those of references.
EXPORTED int levmetrics_unions(const LevColumn* preds, const LevColumn* target, const std::int64_t* pred_of_pair,
                               std::int64_t size, int tokens, const volatile std::int32_t* cancelled,
                               const std::int64_t* pred_starts, const std::int64_t* target_starts,
                               std::int64_t* hits, std::int64_t* target_length, std::int64_t* pred_length) {
    return lev::status_of([&] {
        const auto measure = tokens ? lev::measure_unions<Characters> : lev::measure_unions<Words>;
        measure({preds, pred_starts}, {target, target_starts}, pred_of_pair, size, cancelled, hits, target_length,
                pred_length);
    });
}

// Writes the edits of pair i from starts[i] on; their number is its distance. `kind`: replace (0), delete
// (1), insert (2).
EXPORTED int levmetrics_edits(const LevColumn* preds, const LevColumn* target,
                              const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                              const volatile std::int32_t* cancelled, const std::int64_t* starts,
                              std::int8_t* kind, std::int64_t* target_index,
                              std::int64_t* pred_index) {
    return lev::status_of([&] {
        const auto list = tokens ? lev::list_edits<Characters> : lev::list_edits<Words>;
        list({preds, target, pred_of_pair, size, cancelled}, starts, kind, target_index, pred_index);
    });
}

// Counts the errors of pairs with kaldialign's choice among the best alignments. If `are_merged` (only for
// words), words that only one side joins are hits, and `found` is the number of these merges. If `starts`
// is not null, the merges of pair i are written from merges[4 * starts[i]] on, as the begin and end of the
// tokens in the reference and in the prediction (the end is exclusive).
EXPORTED int levmetrics_merges(const LevColumn* preds, const LevColumn* target,
                               const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                               const volatile std::int32_t* cancelled, int costs, int are_merged,
                               std::int64_t* substitutions, std::int64_t* deletions,
                               std::int64_t* insertions, std::int64_t* target_length,
                               std::int64_t* found, const std::int64_t* starts,
                               std::int64_t* merges) {
    return lev::status_of([&] {
        const auto count = tokens ? lev::count_merging<Characters> : lev::count_merging<Words>;
        count({preds, target, pred_of_pair, size, cancelled}, costs != 0, are_merged != 0, substitutions,
              deletions, insertions, target_length, found, starts, reinterpret_cast<lev::Merge*>(merges));
    });
}

// Sets `is_chosen` of the segments on the path through each reference that is nearest to its prediction.
// The parts of reference i, from parts[part_offsets[i]] on, are indices of segments, or mark where
// alternatives open (-1), the next one begins (-2), or they close (-3). To break ties between paths, a
// segment counts with its `omitted` tokens too.
EXPORTED int levmetrics_paths(const LevColumn* preds, const LevColumn* segments,
                              const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                              const volatile std::int32_t* cancelled, int costs,
                              const std::int64_t* part_offsets, const std::int64_t* parts,
                              const std::int64_t* omitted, std::uint8_t* is_chosen) {
    return lev::status_of([&] {
        const auto choose = tokens ? lev::choose_paths<Characters> : lev::choose_paths<Words>;
        choose(preds, segments, pred_of_pair, size, cancelled, costs != 0, part_offsets, parts, omitted, is_chosen);
    });
}

// Writes the wordings of references nearest to their predictions, as words: a copy of the references' bytes
// with spaces for everything else. Alternatives are in braces (1) or brackets (0). `omitted`: the number of
// optional words left out. Returns 3 for references that are not plain.
EXPORTED int levmetrics_wordings(const LevColumn* preds, const LevColumn* references,
                                 const std::int64_t* pred_of_pair,
                                 const volatile std::int32_t* cancelled, int costs, int are_braces,
                                 std::uint8_t* wordings, std::int64_t* omitted) {
    bool are_plain = true;
    const int status = lev::status_of([&] {
        are_plain = lev::write_wordings(preds, references, pred_of_pair, cancelled, costs != 0,
                                        are_braces != 0, wordings, omitted);
    });
    return status ? status : are_plain ? 0 : 3;
}

// Reads a text, the first row of a column, as lines of others, in any order and any number of times, with
// the fewest character edits, `cost[0]`. Writes the begin and end (exclusive) of each line read and the row
// of the line, at most one for each character; `cost[1]` is their number. Of the cheapest places, lines
// begin at preferred characters.
EXPORTED int levmetrics_tiles(const LevColumn* text, const LevColumn* lines, const std::uint8_t* is_preferred,
                              const volatile std::int32_t* cancelled, std::int64_t* cost,
                              std::int64_t* tiles) {
    return lev::status_of([&] {
        lev::find_tiles(text, lines, is_preferred, cancelled, cost, reinterpret_cast<lev::Tile*>(tiles));
    });
}

// Aligns row targets[i] of `target` with row preds[i] of `pred`; only tokens whose times overlap may be
// paired. `links`, which may be null: from links[starts[i]] on, for each token of the reference, the number
// of the paired token in the prediction, or -1.
EXPORTED int levmetrics_streams(const LevStreams* target, const LevStreams* pred, const std::int64_t* targets,
                                const std::int64_t* preds, std::int64_t size,
                                const volatile std::int32_t* cancelled, std::int64_t* distance,
                                const std::int64_t* starts, std::int64_t* links) {
    return lev::status_of([&] {
        lev::align_streams(*target, *pred, targets, preds, size, cancelled, distance, starts, links);
    });
}

// Computes the costs of all prefixes of streams after the tokens of `segment` are added to a reference,
// from the costs before: one column for each stream, one after the other. Streams that are not active keep
// their costs. An insertion or deletion costs `unit`; two paired tokens that differ cost `substitution`.
EXPORTED int levmetrics_append(const LevStreams* segment, const LevStreams* streams, const std::uint8_t* is_active,
                               std::int32_t unit, std::int32_t substitution, const std::int32_t* before,
                               std::int32_t* after) {
    return lev::status_of(
        [&] { lev::append_segment(*segment, *streams, is_active, unit, substitution, before, after); });
}

// Moves segments between streams, in at most `most_rounds` rounds, while that reduces the `cost`; see
// native/combinations.hpp. `backward_segments` and `backward_streams` have rows and tokens in reverse order.
// `chosen`: the stream of each segment, before and after.
EXPORTED int levmetrics_combination(const LevStreams* segments, const LevStreams* streams,
                                    const LevStreams* backward_segments, const LevStreams* backward_streams,
                                    std::int32_t substitution, std::int64_t most_rounds,
                                    const volatile std::int32_t* cancelled, std::int64_t* chosen,
                                    std::int64_t* cost) {
    return lev::status_of([&] {
        lev::GreedyCombination search(*segments, *streams, *backward_segments, *backward_streams, substitution,
                                      cancelled);
        *cost = search.run(most_rounds, chosen);
    });
}

// Computes the errors of two pages for each combination of coefficients, at most `limit`, with lines matched
// in any order. See native/flexible.hpp. Returns 4 if that takes more than `most` steps.
EXPORTED int levmetrics_flexible(const LevPages* pages, const double* combinations, std::int64_t count,
                                 std::int64_t limit, std::int64_t most, const volatile std::int32_t* cancelled,
                                 std::int64_t* errors) {
    bool is_complete = true;
    const int status = lev::status_of([&] {
        lev::FlexibleSearch search(*pages, cancelled);
        const auto* coefficients = reinterpret_cast<const lev::Coefficients*>(combinations);
        is_complete = search.run(coefficients, count, limit, most, errors);
    });
    return status ? status : is_complete ? 0 : 4;
}
