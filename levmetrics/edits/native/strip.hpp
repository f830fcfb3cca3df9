// A strip of the edit matrix, 64 rows in each lane of a vector.

#pragma once

#include <cstdint>
#include <cstring>

#include "bytes.hpp"

#if defined(__GNUC__)
#define LEVMETRICS_INLINED inline __attribute__((always_inline))
#else
#define LEVMETRICS_INLINED inline
#endif

// Promises that later iterations of a loop do not read what earlier ones write.
#if defined(_MSC_VER)
#define LEVMETRICS_VECTORS __pragma(loop(ivdep))
#elif defined(__clang__)
#define LEVMETRICS_VECTORS _Pragma("clang loop vectorize(assume_safety)")
#else
#define LEVMETRICS_VECTORS _Pragma("GCC ivdep")
#endif

// A vector of the words of two others, by their indices in both; for `Vector` to be its type.
#if defined(__clang__)
#define LEVMETRICS_CHOSEN(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define LEVMETRICS_CHOSEN(a, b, ...) __builtin_shuffle(a, b, Vector{__VA_ARGS__})
#endif

#if defined(LEVMETRICS_TEST_WIDTH)  // a build for processors with vectors of so many words
#elif defined(__GNUC__) && defined(__x86_64__)
#define LEVMETRICS_DISPATCHED  // to four words, where the processor has AVX2
#endif

namespace lev {

// The words of a vector that every processor has.
#if defined(LEVMETRICS_TEST_WIDTH)
constexpr int COMMON_WIDTH = LEVMETRICS_TEST_WIDTH;
#elif defined(__GNUC__) && (defined(__SSE2__) || defined(__ARM_NEON))
constexpr int COMMON_WIDTH = 2;
#else
constexpr int COMMON_WIDTH = 1;
#endif

constexpr int MOST_LANES = 8;

// The inputs and outputs of a strip.
struct Strip {
    const Word* matches;       // by number and lane: the rows with that token
    const Number* columns;     // where in `matches` each column's number begins; that of number 0 in
                               // lanes - 1 columns before and after them
    Index width;               // the columns
    std::int8_t* differences;  // of each column from the one before, above the strip; then below it
    bool is_kept;              // whether all signs are, or only those of the last column
    Word* signs;               // by step: of every lane, where distances grow; then, where they fall
};

// Vectors of words.
template <int WIDTH>
struct Vectors {
#if defined(__GNUC__)
    typedef Word Vector __attribute__((vector_size(8 * WIDTH)));
#endif
};

template <>
struct Vectors<1> {
    using Vector = Word;
};

// One word of each lane's column: a lane is one column behind the lane above it.
template <int WIDTH, class Vector>
LEVMETRICS_INLINED void gather(Vector& lanes, const Word* matches, const Number* columns) {
    if constexpr (WIDTH == 1) {
        lanes = matches[columns[0]];
    } else if constexpr (WIDTH == 2) {
        lanes = Vector{matches[columns[0]], matches[columns[-1] + 1]};
    } else {
        lanes = Vector{matches[columns[0]], matches[columns[-1] + 1], matches[columns[-2] + 2],
                       matches[columns[-3] + 3]};
    }
}

// Moves words down by a lane; the last one of the vector above becomes the first.
template <int WIDTH, class Vector>
LEVMETRICS_INLINED void move_down(Vector& lanes, const Vector& above) {
    if constexpr (WIDTH == 1) {
        lanes = above;
    } else if constexpr (WIDTH == 2) {
        lanes = LEVMETRICS_CHOSEN(above, lanes, 1, 2);
    } else {
        lanes = LEVMETRICS_CHOSEN(above, lanes, 3, 4, 5, 6);
    }
}

template <int WIDTH, class Vector>
LEVMETRICS_INLINED std::int8_t last(const Vector& lanes) {
    if constexpr (WIDTH == 1) {
        return static_cast<std::int8_t>(lanes);
    } else {
        return static_cast<std::int8_t>(lanes[WIDTH - 1]);
    }
}

// Computes a strip (Hyyrö 2003, figure 8). In every step, each lane computes one column. It is one column
// behind the lane above it, whose result was computed in the step before, so that lanes do not wait for
// each other. A lane that has not begun sees no match and no difference, which leaves it unchanged; one
// past the end computes columns that are not read.
template <int WIDTH, int LANES>
LEVMETRICS_INLINED void advance(const Strip& strip) {
    using Vector = typename Vectors<WIDTH>::Vector;
    constexpr int VECTORS = LANES / WIDTH;
    const auto [matches, columns, width, differences, is_kept, all_signs] = strip;
    Word* signs = all_signs;
    Vector grows[VECTORS], falls[VECTORS], below_grows[VECTORS], below_falls[VECTORS];
    for (int i = 0; i < VECTORS; ++i) {
        grows[i] = ~Vector{};
        falls[i] = below_grows[i] = below_falls[i] = Vector{};
    }
    for (Index step = 0; step < width + LANES - 1; ++step) {
        Vector above_grows = Vector{} + Word{differences[step] > 0};
        Vector above_falls = Vector{} + Word{differences[step] < 0};
        for (int i = 0; i < VECTORS; ++i) {
            const Vector last_grows = below_grows[i], last_falls = below_falls[i];
            Vector entering_grows = last_grows, entering_falls = last_falls, matching;
            move_down<WIDTH>(entering_grows, above_grows);
            move_down<WIDTH>(entering_falls, above_falls);
            gather<WIDTH>(matching, matches + i * WIDTH, columns + step - i * WIDTH);
            const Vector vertical = matching | falls[i];
            const Vector match = matching | entering_falls;
            const Vector diagonal = (((match & grows[i]) + grows[i]) ^ grows[i]) | match;
            const Vector right_grows = falls[i] | ~(diagonal | grows[i]);
            const Vector right_falls = grows[i] & diagonal;
            below_grows[i] = right_grows >> 63;
            below_falls[i] = right_falls >> 63;
            const Vector left_grows = right_grows << 1 | entering_grows;
            grows[i] = right_falls << 1 | entering_falls | ~(vertical | left_grows);
            falls[i] = left_grows & vertical;
            above_grows = last_grows;
            above_falls = last_falls;
        }
        differences[step - (LANES - 1)] = static_cast<std::int8_t>(
            last<WIDTH>(below_grows[VECTORS - 1]) - last<WIDTH>(below_falls[VECTORS - 1]));
        if (is_kept || step >= width - 1) {
            for (int i = 0; i < VECTORS; ++i) {
                std::memcpy(signs + i * WIDTH, &grows[i], sizeof(Vector));
                std::memcpy(signs + LANES + i * WIDTH, &falls[i], sizeof(Vector));
            }
            signs += 2 * LANES;
        }
    }
}

#if defined(LEVMETRICS_DISPATCHED)
template <int LANES>
__attribute__((target("avx2"))) void advance_avx2(const Strip& strip) {
    advance<4, LANES>(strip);
}
#endif

template <int LANES>
void advance(const Strip& strip) {
#if defined(LEVMETRICS_DISPATCHED)
    if constexpr (LANES >= 4) {
        if (__builtin_cpu_supports("avx2")) return advance_avx2<LANES>(strip);
    }
#endif
    advance<(LANES < COMMON_WIDTH ? LANES : COMMON_WIDTH), LANES>(strip);
}

}  // namespace lev
