// The compiled kernel: edit distances, error counts and edits of pairs of texts, from their UTF-8.
//
// A pair is read once, and what is kept of it stays in the processor's first-level cache:
// 1. Its common prefix and suffix are found by comparing bytes; their tokens are only counted.
// 2. The rest is split into tokens. A hash table of the reference's tokens gives equal tokens equal
//    numbers; whether tokens are equal is decided by their bytes.
// 3. The edit matrix is computed 64 rows at a time, with one bit a row for each sign of a
//    difference: Myers, "A fast bit-vector algorithm for approximate string matching based on
//    dynamic programming", JACM 1999; Hyyrö, "A bit-vector algorithm for computing Levenshtein and
//    Damerau edit distances", Nordic Journal of Computing 2003. One word a column is enough for 64
//    rows, and for a band of 64 diagonals. Where these are too few, strips of 512 rows are computed, as
//    vectors of which each 64 rows are one column behind those above them, within the band of Ukkonen,
//    "Algorithms for approximate string matching", Information and Control 1985.
// 4. Edits are found by tracing a best path back; matrices of more than 1 MiB are divided, as in
//    Hirschberg, "A linear space algorithm for computing maximal common subsequences", CACM 1975. Of
//    several best paths the one is taken that RapidFuzz's Levenshtein.editops takes.
//
// Each step has a file in native/. Nothing knows of Python: the interface, below, is plain C over the
// buffers of Arrow's arrays of large strings.

#include "native/alternatives.hpp"
#include "native/characters.hpp"
#include "native/measures.hpp"
#include "native/merges.hpp"
#include "native/streams.hpp"
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
// split into words (0) or characters (1). They return 0; 1 where memory is short; 2 where `cancelled`
// is no longer 0. Results are one element a pair.

// A number that changes with the interface.
EXPORTED int levmetrics_interface() { return 4; }

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

// Writes the edits of pair i from starts[i] on; there are as many as its distance says.
// `kind`: replace (0), delete (1), insert (2).
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

// Counts the errors of pairs with kaldialign's choice among the best alignments, and if `are_merged`
// (of words only), with words that one side joins as hits. `found`: the number of these merges.
// `starts`, which may be null: writes those of pair i from merges[4 * starts[i]] on, the first and last
// token of the reference and of the prediction (the last ones are not part of it).
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

// Sets `is_chosen` of the segments that are on the path through each reference that is nearest to its
// prediction. The parts of reference i, from parts[part_offsets[i]] on, are indices of segments, or
// where alternatives open (-1), the next one begins (-2), or they close (-3). Where paths of equal costs
// are compared, a segment counts as its `omitted` tokens more than it has.
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

// Writes the wordings of references that are nearest to their predictions, as words: a copy of their
// bytes with spaces for all that is not of them. Alternatives are in braces (1) or brackets (0).
// `omitted`: the number of optional words that are left out. Returns 3 for references that are not plain.
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

// Reads a text, the first row of a column, as lines of others, in any order and each as often as need be,
// with the fewest edits of characters: `cost[0]`. Writes where each line is that is read: the first and
// last character (the last one is not part of it) and the row of the line, at most one a character;
// `cost[1]` is their number. Of cheapest places, lines begin at characters that are preferred.
EXPORTED int levmetrics_tiles(const LevColumn* text, const LevColumn* lines, const std::uint8_t* is_preferred,
                              const volatile std::int32_t* cancelled, std::int64_t* cost,
                              std::int64_t* tiles) {
    return lev::status_of([&] {
        lev::find_tiles(text, lines, is_preferred, cancelled, cost, reinterpret_cast<lev::Tile*>(tiles));
    });
}

// Aligns row targets[i] of `target` with row preds[i] of `pred`, of which only tokens whose times overlap may
// be paired. `links`, which may be null: from links[starts[i]] on, of each token of the reference, the number
// of the prediction's token that it is paired with, or -1.
EXPORTED int levmetrics_streams(const LevStreams* target, const LevStreams* pred, const std::int64_t* targets,
                                const std::int64_t* preds, std::int64_t size,
                                const volatile std::int32_t* cancelled, std::int64_t* distance,
                                const std::int64_t* starts, std::int64_t* links) {
    return lev::status_of([&] {
        lev::align_streams(*target, *pred, targets, preds, size, cancelled, distance, starts, links);
    });
}

// Computes what all prefixes of streams cost beside some tokens of a reference and then those of `segment`, from
// what they cost without these: one column a stream, one after the other. Streams that are not active keep their
// costs. An insertion or deletion costs `unit`; two tokens that are paired and differ cost `substitution`.
EXPORTED int levmetrics_append(const LevStreams* segment, const LevStreams* streams, const std::uint8_t* is_active,
                               std::int32_t unit, std::int32_t substitution, const std::int32_t* before,
                               std::int32_t* after) {
    return lev::status_of(
        [&] { lev::append_segment(*segment, *streams, is_active, unit, substitution, before, after); });
}
