// Words, as str.split() returns them.

#pragma once

#include <algorithm>
#include <vector>

#include "bytes.hpp"
#include "numbering.hpp"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#endif

namespace lev {

// The size in bytes of the white space beyond ASCII that begins at `at`; 0 if none does.
inline Index wide_space(const Byte* at, const Byte* end) {
    if (end - at < 2 || at[0] < 0xC2 || at[0] > 0xE3) return 0;
    if (at[0] == 0xC2) return at[1] == 0x85 || at[1] == 0xA0 ? 2 : 0;
    if (end - at < 3 || at[0] < 0xE1) return 0;
    const unsigned character = (at[0] & 0x0Fu) << 12 | (at[1] & 0x3Fu) << 6 | (at[2] & 0x3Fu);
    const bool is_space = character == 0x1680 || (0x2000 <= character && character <= 0x200A) ||
                          character == 0x2028 || character == 0x2029 || character == 0x202F ||
                          character == 0x205F || character == 0x3000;
    return is_space ? 3 : 0;
}

inline Index space_at(const Byte* at, const Byte* end) {
    if (at == end) return 0;
    if (*at < 0x80) return (0x09 <= *at && *at <= 0x0D) || (0x1C <= *at && *at <= 0x20);
    return wide_space(at, end);
}

// Skips white space, and returns whether there was any.
inline bool skip_spaces(Text& text) {
    const Byte* begin = text.begin;
    while (const Index size = space_at(text.begin, text.end)) text.begin += size;
    return text.begin != begin;
}

// Properties of some bytes, one bit for each byte.
struct Marks {
    Word spaces;  // whether it is white space of ASCII
    Word starts;  // whether a character of more than one byte begins with it
};

#if defined(__SSE2__) || defined(_M_X64)

constexpr Index MARKED_BYTES = 16;

inline Marks marks(const Byte* at, const Byte* limit) {
    alignas(16) Byte padded[MARKED_BYTES] = {};
    if (limit - at < MARKED_BYTES) {
        std::memcpy(padded, at, static_cast<std::size_t>(limit - at));
        at = padded;
    }
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
    const auto within = [&](char least, char most) {  // compared as unsigned
        const __m128i above = _mm_sub_epi8(bytes, _mm_set1_epi8(least));
        return _mm_cmpeq_epi8(_mm_min_epu8(above, _mm_set1_epi8(most - least)), above);
    };
    const __m128i spaces = _mm_or_si128(within(0x09, 0x0D), within(0x1C, 0x20));
    const int high = _mm_movemask_epi8(bytes), next = _mm_movemask_epi8(_mm_add_epi8(bytes, bytes));
    return {static_cast<Word>(_mm_movemask_epi8(spaces)), static_cast<Word>(high & next)};
}

#else

constexpr Index MARKED_BYTES = 8;

inline Marks marks(const Byte* at, const Byte* limit) {
    const Word bytes = limit - at >= 8 ? load(at) : load(at, limit - at), low = bytes & ~HIGH_BITS;
    const Word controls = (low + EVERY_BYTE * (0x80 - 0x09)) & ~(low + EVERY_BYTE * (0x7F - 0x0D));
    const Word others = (low + EVERY_BYTE * (0x80 - 0x1C)) & ~(low + EVERY_BYTE * (0x7F - 0x20));
    return {gather_high_bits((controls | others) & ~bytes), gather_high_bits(bytes & bytes << 1)};
}

#endif

// The white space of a text, 64 bytes at a time.
class Spaces {
  public:
    explicit Spaces(Text text) : text_(text), at_(text.begin) {}

    bool at_end() const { return at_ >= text_.end; }

    // Bit i is set if the next byte i belongs to white space, or is after the text.
    Word next() {
        const Index left = std::min<Index>(text_.end - at_, WORD_BITS);
        Word spaces = carry_, starts = 0;
        carry_ = 0;
        for (Index i = 0; i < left; i += MARKED_BYTES) {
            const Marks found = marks(at_ + i, text_.limit);
            spaces |= found.spaces << i;
            starts |= found.starts << i;
        }
        for (; starts; starts &= starts - 1) add(spaces, lowest_bit(starts));
        at_ += WORD_BITS;
        return spaces | ~low_bits(left);
    }

  private:
    void add(Word& spaces, Index i) {
        if (at_ + i >= text_.end) return;
        const Word bits = low_bits(wide_space(at_ + i, text_.end));
        spaces |= bits << i;
        if (i > WORD_BITS - 3) carry_ |= bits >> (WORD_BITS - i);
    }

    Text text_;
    const Byte* at_;
    Word carry_ = 0;
};

struct Words {
    static constexpr Number RESERVED = 0;

    static Index count(Text text) {
        Index words = 0;
        Word before = 1;  // whether a space, or nothing, is before the first of 64 bytes
        for (Spaces spaces(text); !spaces.at_end();) {
            const Word bits = spaces.next();
            words += count_bits(~bits & (bits << 1 | before));
            before = bits >> 63;
        }
        return words;
    }

    // Cuts off the words that both texts begin with, and returns them.
    static Text cut_prefix(Text& pred, Text& target) {
        const Text whole = target;
        for (;;) {
            Word seen = 0;
            Index size = common_prefix(pred, target, seen);
            while (is_inside_character(pred, size) || is_inside_character(target, size)) --size;
            const bool is_between_words =
                (is_word_end(pred, size) && is_word_end(target, size)) || is_word_begin(target, size);
            while (!is_between_words && !is_word_begin(target, size)) --size;
            pred.begin += size;
            target.begin += size;
            const bool pred_has_spaces = skip_spaces(pred), target_has_spaces = skip_spaces(target);
            if (!is_between_words || !(pred_has_spaces || target_has_spaces)) break;
        }
        return whole.until(target.begin);
    }

    // Cuts off words that both texts end with, and returns them.
    static Text cut_suffix(Text& pred, Text& target) {
        Word seen = 0;
        const Byte* at = target.end - common_suffix(pred, target, seen);
        while (at < target.end && !space_at(at, target.end)) ++at;
        const Text suffix = target.from(at);
        pred.end -= suffix.size();
        target.end -= suffix.size();
        return suffix;
    }

    // Finds the words, and returns their number.
    Index split(Text text) {
        size_ = 0;
        Index start = 0;
        Word before = 1;
        for (Spaces spaces(text); !spaces.at_end(); start += WORD_BITS) {
            const Word bits = spaces.next();
            if (edges_.size() < size_ + WORD_BITS + 1) edges_.resize(2 * edges_.size() + WORD_BITS + 1);
            for (Word left = bits ^ (bits << 1 | before); left; left &= left - 1) {
                edges_[size_++] = start + lowest_bit(left);
            }
            before = bits >> 63;
        }
        if (!before) edges_[size_++] = text.size();
        text_ = text;
        return static_cast<Index>(size_) / 2;
    }

    // Writes what `find` returns of every word, and returns the end of these numbers.
    template <class Find>
    Number* number(Number* numbers, Find find) const {
        for (std::size_t i = 0; i < size_; i += 2) {
            const Byte* at = text_.begin + edges_[i];
            const Index size = edges_[i + 1] - edges_[i];
            *numbers++ = find(Token{Text{at, at + size, text_.limit}.head(), at, size});
        }
        return numbers;
    }

    // Writes the index of the first word of every line with words, and then the number of words.
    void write_lines(std::vector<Index>& starts) const {
        const auto first = edges_.begin(), last = first + static_cast<Index>(size_);
        starts.assign(1, 0);
        const auto end_line = [&](Index at) {
            const Index words = (std::upper_bound(first, last, at) - first) / 2;
            if (words != starts.back()) starts.push_back(words);
        };
        for (const Byte* at = text_.begin; at < text_.end; ++at) {
            at = static_cast<const Byte*>(std::memchr(at, '\n', static_cast<std::size_t>(text_.end - at)));
            if (!at) break;
            end_line(at - text_.begin);
        }
        end_line(text_.size());
    }

  private:
    static bool is_word_end(Text text, Index at) {
        return at == text.size() || space_at(text.begin + at, text.end);
    }

    // Whether the text begins, or white space ends, at a byte.
    static bool is_word_begin(Text text, Index at) {
        if (at == 0) return true;
        Index last = at - 1;
        while (last && at - last < 3 && continues_character(text.begin[last])) --last;
        return space_at(text.begin + last, text.begin + at) == at - last;
    }

    Text text_{};
    std::vector<Index> edges_;  // where words begin and end, alternating; as many as
    std::size_t size_ = 0;      // this
};

}  // namespace lev
