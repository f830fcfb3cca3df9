// Characters: code points.

#pragma once

#include "bytes.hpp"
#include "numbering.hpp"

namespace lev {

struct Characters {
    static constexpr Number RESERVED = 0x80;  // of ASCII, which need not be looked up

    static Index count(Text text) {
        Index characters = text.size();
        while (text.size() >= 8 && !(load(text.begin) & HIGH_BITS)) text.begin += 8;
        for (; text.begin < text.end; text.begin += 8) {
            const Word bytes = text.head();
            const Word continuing = (bytes & ~(bytes << 1) & HIGH_BITS) >> 7;
            characters -= static_cast<Index>(continuing * EVERY_BYTE >> 56);
        }
        return characters;
    }

    // Cuts off the characters that both texts begin with, and returns them.
    static Text cut_prefix(Text& pred, Text& target) {
        Index size = common_prefix(pred, target);
        while (is_inside_character(pred, size) || is_inside_character(target, size)) --size;
        const Text prefix = target.until(target.begin + size);
        pred.begin += size;
        target.begin += size;
        return prefix;
    }

    // Cuts off characters that both texts end with, and returns them.
    static Text cut_suffix(Text& pred, Text& target) {
        const Byte* at = target.end - common_suffix(pred, target);
        while (at < target.end && continues_character(*at)) ++at;
        const Text suffix = target.from(at);
        pred.end -= suffix.size();
        target.end -= suffix.size();
        return suffix;
    }

    // Returns how many numbers may be written.
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
