// Bits, bytes and parts of texts.

#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#if defined(_MSC_VER)
#include <intrin.h>
#elif __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The kernel reads eight bytes as a little-endian word"
#endif

namespace lev {

using Byte = std::uint8_t;
using Word = std::uint64_t;
using Index = std::int64_t;
using Number = std::uint32_t;  // of a token that occurs in the reference, from 1; 0: of any other

constexpr Index WORD_BITS = 64;
constexpr Word ALL_ONES = ~Word{0};

constexpr Word EVERY_BYTE = 0x0101010101010101;
constexpr Word HIGH_BITS = EVERY_BYTE * 0x80;

inline Index lowest_bit(Word bits) {
#if defined(_MSC_VER)
    unsigned long index;
    _BitScanForward64(&index, bits);
    return index;
#else
    return __builtin_ctzll(bits);
#endif
}

inline Index highest_bit(Word bits) {
#if defined(_MSC_VER)
    unsigned long index;
    _BitScanReverse64(&index, bits);
    return index;
#else
    return 63 - __builtin_clzll(bits);
#endif
}

inline Index count_bits(Word bits) {  // a plain x86-64 build has no instruction for it
    bits -= bits >> 1 & EVERY_BYTE * 0x55;
    bits = (bits & EVERY_BYTE * 0x33) + (bits >> 2 & EVERY_BYTE * 0x33);
    return static_cast<Index>(((bits + (bits >> 4)) & EVERY_BYTE * 0x0F) * EVERY_BYTE >> 56);
}

inline Word low_bits(Index count) { return count < WORD_BITS ? (Word{1} << count) - 1 : ALL_ONES; }

// The high bits of eight bytes, as the low eight bits.
inline Word gather_high_bits(Word bytes) {
    return ((bytes & HIGH_BITS) >> 7) * 0x0102040810204080 >> 56;
}

constexpr Index BYTES_OF_A_LINE = 64;  // of the caches

// Prefetches the cache line of an address, which need not be valid.
inline void prefetch(const void* at) {
#if defined(_MSC_VER)
    static_cast<void>(at);
#else
    __builtin_prefetch(at);
#endif
}

inline Word load(const Byte* at) {
    Word bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
}

inline Word load(const Byte* at, Index size) {
    Word bytes = 0;
    std::memcpy(&bytes, at, static_cast<std::size_t>(size));
    return bytes;
}

// A part of a text; up to `limit`, bytes can be read, though they may be of other texts.
struct Text {
    const Byte* begin;
    const Byte* end;
    const Byte* limit;

    Index size() const { return end - begin; }
    Text until(const Byte* at) const { return {begin, at, limit}; }
    Text from(const Byte* at) const { return {at, end, limit}; }

    // The first eight bytes of a non-empty text, padded with zeros.
    Word head() const {
        if (size() >= 8) return load(begin);
        return limit - begin >= 8 ? load(begin) & low_bits(8 * size()) : load(begin, size());
    }
};

// The bits of the common bytes, and perhaps of others beside them, are added to `seen`.
inline Index common_prefix(Text a, Text b, Word& seen) {
    const Index size = std::min(a.size(), b.size());
    if (size < 8) {
        Index i = 0;
        for (; i < size && a.begin[i] == b.begin[i]; ++i) seen |= HIGH_BITS & a.begin[i];
        return i;
    }
    for (Index i = 0;; i = std::min(i + 8, size - 8)) {  // the last eight bytes overlap those before
        const Word bytes = load(a.begin + i), difference = bytes ^ load(b.begin + i);
        seen |= bytes;
        if (difference) return i + lowest_bit(difference) / 8;
        if (i == size - 8) return size;
    }
}

inline Index common_suffix(Text a, Text b, Word& seen) {
    const Index size = std::min(a.size(), b.size());
    if (size < 8) {
        Index i = 0;
        for (; i < size && a.end[-i - 1] == b.end[-i - 1]; ++i) seen |= HIGH_BITS & a.end[-i - 1];
        return i;
    }
    for (Index i = 8;; i = std::min(i + 8, size)) {  // the first eight bytes overlap those behind
        const Word bytes = load(a.end - i), difference = bytes ^ load(b.end - i);
        seen |= bytes;
        if (difference) return i - 8 + (63 - highest_bit(difference)) / 8;
        if (i == size) return size;
    }
}

inline bool continues_character(Byte byte) { return (byte & 0xC0) == 0x80; }

inline bool is_inside_character(Text text, Index at) {
    return 0 < at && at < text.size() && continues_character(text.begin[at]);
}

}  // namespace lev
