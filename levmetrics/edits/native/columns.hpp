// The costs of all prefixes of a stream, given some tokens of the reference: a column of the edit matrix.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "streams.hpp"
#include "strip.hpp"

namespace lev {

using Cost = std::int32_t;

constexpr Cost FAR = 1 << 29;  // more than any cost

#if defined(__GNUC__)
template <int WIDTH>
struct CostVectors {
    typedef Cost Vector __attribute__((vector_size(4 * WIDTH)));
};

// Moves costs to the next lane; the first one becomes the last one of the vector before.
template <int WIDTH, class Vector>
LEVMETRICS_INLINED void move_on(Vector& lanes, const Vector& before) {
    if constexpr (WIDTH == 4) {
        lanes = LEVMETRICS_CHOSEN(before, lanes, 3, 4, 5, 6);
    } else {
        lanes = LEVMETRICS_CHOSEN(before, lanes, 7, 8, 9, 10, 11, 12, 13, 14);
    }
}

// Computes the column after `count` more tokens of the reference, in place: as many as need all vectors. Each
// lane of them has one of the tokens. It is two cells behind the lane before it, so as not to wait for it.
template <int WIDTH, int VECTORS>
LEVMETRICS_INLINED void append_tokens(const std::int64_t* tokens, Index count, const Stream& stream, Cost unit,
                                      Cost substitution, Cost* column) {
    using Vector = typename CostVectors<WIDTH>::Vector;
    constexpr int LANES = WIDTH * VECTORS;
    Cost lanes[LANES] = {};
    for (Index i = 0; i < count; ++i) lanes[i] = static_cast<Cost>(tokens[i]);
    Vector token[VECTORS], left[VECTORS], up[VECTORS], next_up[VECTORS], read[VECTORS], next_read[VECTORS];
    std::memcpy(token, lanes, sizeof lanes);
    for (int i = 0; i < VECTORS; ++i) {
        left[i] = up[i] = next_up[i] = Vector{} + FAR;
        read[i] = next_read[i] = Vector{} - 1;
    }
    const auto step = [&](Cost cost, std::int64_t other) {
        Vector before = left[0], read_before = read[0];
        for (int i = 0; i < VECTORS; ++i) {
            const Vector diagonal = up[i], last = left[i], last_read = read[i];
            Vector above = next_up[i], here = next_read[i];
            if (i == 0) {
                above[0] = cost;
                here[0] = static_cast<Cost>(other);
            }
            const Vector aligned = diagonal + ((here != token[i]) & substitution);
            const Vector apart = (above < last ? above : last) + unit;
            left[i] = apart < aligned ? apart : aligned;
            up[i] = above;
            read[i] = here;
            next_up[i] = last;
            move_on<WIDTH>(next_up[i], before);
            next_read[i] = last_read;
            move_on<WIDTH>(next_read[i], read_before);
            before = last;
            read_before = last_read;
        }
    };
    const Index lane = count - 1, behind = 2 * lane;
    const auto lowest = [&] { return left[VECTORS - 1][lane % WIDTH]; };
    step(column[0], -1);
    Index j = 0;
    for (; j < std::min(behind, stream.size); ++j) step(column[j + 1], stream.tokens[j]);
    for (; j < stream.size; ++j) {
        column[j - behind] = lowest();
        step(column[j + 1], stream.tokens[j]);
    }
    for (; j < stream.size + behind; ++j) {
        if (j >= behind) column[j - behind] = lowest();
        step(FAR, -1);
    }
    column[j - behind] = lowest();
}
#endif

#if defined(LEVMETRICS_DISPATCHED)
template <int VECTORS>
__attribute__((target("avx2"))) void append_tokens_avx2(const std::int64_t* tokens, Index count, const Stream& stream,
                                                        Cost unit, Cost substitution, Cost* column) {
    append_tokens<8, VECTORS>(tokens, count, stream, unit, substitution, column);
}
#endif

inline void append_token(std::int64_t token, const Stream& stream, Cost unit, Cost substitution, Cost* column) {
    Cost diagonal = column[0], left = column[0] += unit;
    for (Index j = 0; j < stream.size; ++j) {
        const Cost up = column[j + 1];
        const Cost aligned = diagonal + (stream.tokens[j] == token ? 0 : substitution);
        left = std::min(std::min(up, left) + unit, aligned);
        column[j + 1] = left;
        diagonal = up;
    }
}

// Computes the column after more tokens of the reference, in place. An insertion or deletion costs `unit`.
inline void append_untimed(const Stream& segment, const Stream& stream, Cost unit, Cost substitution, Cost* column) {
    const std::int64_t *token = segment.tokens, *const end = token + segment.size;
#if defined(LEVMETRICS_DISPATCHED)
    if (__builtin_cpu_supports("avx2")) {
        for (; token < end; token += 16) {
            const Index count = std::min<Index>(end - token, 16);
            const auto append = count > 8 ? append_tokens_avx2<2> : append_tokens_avx2<1>;
            append(token, count, stream, unit, substitution, column);
        }
    }
#elif defined(__GNUC__)
    if (COMMON_WIDTH > 1) {
        for (; token < end; token += 4) {
            append_tokens<4, 1>(token, std::min<Index>(end - token, 4), stream, unit, substitution, column);
        }
    }
#endif
    for (; token < end; ++token) append_token(*token, stream, unit, substitution, column);
}

// The same for tokens with times. A cell before the overlapping tokens costs a deletion more for each
// token, which is added at the end; the costs of cells after them are found once for all tokens.
inline void append_timed(const Stream& segment, const Stream& stream, Cost unit, Cost substitution, Cost* column,
                         const Reach& reach) {
    Index end = 0;
    for (Index i = 0; i < segment.size; ++i) end = std::max(end, reach.last(segment, i));
    for (Index i = 0; i < segment.size; ++i) {
        const Index first = reach.first(segment, i), last = reach.last(segment, i);
        if (first >= last) continue;
        Cost diagonal = column[first], left = column[first];
        for (Index j = first; j < end; ++j) {
            const Cost up = column[j + 1];
            Cost best = std::min(up, left + unit);
            if (j < last && overlap(segment, i, stream, j)) {
                const Cost cost = stream.tokens[j] == segment.tokens[i] ? 0 : substitution;
                best = std::min(best, diagonal + cost - unit);
            } else if (j >= last && best == up) {
                break;  // and so are all others
            }
            column[j + 1] = left = best;
            diagonal = up;
        }
    }
    for (Index j = end; j < stream.size; ++j) {
        const Cost best = column[j] + unit;
        if (best >= column[j + 1]) break;
        column[j + 1] = best;
    }
    const auto deletions = static_cast<Cost>(segment.size) * unit;
    for (Index j = 0; j <= stream.size; ++j) column[j] += deletions;
}

// Computes the column after the tokens of a segment, in place.
inline void append(const Stream& segment, const Stream& stream, const Reach& reach, Cost unit, Cost substitution,
                   Cost* column) {
    if (segment.has_times()) append_timed(segment, stream, unit, substitution, column, reach);
    else append_untimed(segment, stream, unit, substitution, column);
}

// Computes the columns of all streams, one after the other, after the first row of `segment`; those of streams
// that are not active are copied.
inline void append_segment(const LevStreams& segment, const LevStreams& streams, const std::uint8_t* is_active,
                           Cost unit, Cost substitution, const Cost* before, Cost* after) {
    Reach reach;
    for (Index row = 0; row < streams.rows; ++row) {
        const Stream stream = stream_of(streams, row);
        std::copy(before, before + stream.size + 1, after);
        if (is_active[row]) {
            reach.read(stream);
            append(stream_of(segment, 0), stream, reach, unit, substitution, after);
        }
        before += stream.size + 1;
        after += stream.size + 1;
    }
}

}  // namespace lev
