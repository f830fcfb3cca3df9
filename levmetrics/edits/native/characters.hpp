// Characters: code points.

#pragma once

#include "bytes.hpp"
#include "numbering.hpp"

namespace lev {

struct Characters {
    static constexpr Number RESERVED = 0x80;  // of ASCII, which need not be looked up

    // The common part of two texts, and the bits of its bytes (and perhaps of others), combined by OR.
    struct Common {
        Text text;
        Word seen = 0;
    };

    static Index count(Common common) {
        Text text = common.text;
        Index characters = text.size();
        if (!(common.seen & HIGH_BITS)) return characters;
        for (; text.begin < text.end; text.begin += 8) {
            const Word bytes = text.head();
            const Word continuing = (bytes & ~(bytes << 1) & HIGH_BITS) >> 7;
            characters -= static_cast<Index>(continuing * EVERY_BYTE >> 56);
        }
        return characters;
    }

    // Cuts off the characters that both texts begin with, and returns them.
    static Common cut_prefix(Text& pred, Text& target) {
        Common prefix{target};
        Index size = common_prefix(pred, target, prefix.seen);
        while (is_inside_character(pred, size) || is_inside_character(target, size)) --size;
        pred.begin += size;
        target.begin += size;
        prefix.text.end = target.begin;
        return prefix;
    }

    // Cuts off characters that both texts end with, and returns them.
    static Common cut_suffix(Text& pred, Text& target) {
        Common suffix{target};
        const Byte* at = target.end - common_suffix(pred, target, suffix.seen);
        while (at < target.end && continues_character(*at)) ++at;
        suffix.text.begin = at;
        pred.end -= suffix.text.size();
        target.end = at;
        return suffix;
    }

    // Returns the most numbers that may be written.
    Index split(Text text) {
        text_ = text;
        return text.size() + 7;
    }

    // Writes the number of every character, and returns the end of them: the reserved ones of ASCII,
    // else what `find` returns of the bytes.
    template <class Find>
    Number* number(Number* numbers, Find find) const {
        for (Text text = text_; text.size();) {
            const Word bytes = text.head();
            Index size = 1;
            if (!(bytes & HIGH_BITS)) {
                Byte each[8];
                std::memcpy(each, &bytes, sizeof each);
                for (int i = 0; i < 8; ++i) numbers[i] = static_cast<Number>(each[i]) + 1;
                size = std::min<Index>(text.size(), 8);
                numbers += size;
            } else if (*text.begin < 0x80) {
                *numbers++ = static_cast<Number>(*text.begin) + 1;
            } else {
                const Word others = (~bytes | bytes << 1) & HIGH_BITS;  // that do not continue a character
                size = lowest_bit((others & ~Word{0xFF}) | Word{1} << 63) / 8;
                *numbers++ = find(Token{bytes & low_bits(8 * size), nullptr, 0});
            }
            text.begin += size;
        }
        return numbers;
    }

  private:
    Text text_{};
};

}  // namespace lev
