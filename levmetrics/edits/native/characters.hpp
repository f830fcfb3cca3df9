// Characters: code points.

#pragma once

#include "bytes.hpp"
#include "numbering.hpp"

namespace lev {

struct Characters {
    static constexpr Number RESERVED = 0x80;  // of ASCII, which need not be looked up

    static Index count(Text text) {
        Index characters = 0;
        for (; text.size() >= 8; text.begin += 8) {
            const Word bytes = load(text.begin);
            characters += 8 - count_bits(bytes & ~(bytes << 1) & HIGH_BITS);
        }
        for (; text.size(); ++text.begin) characters += !continues_character(*text.begin);
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

    // Returns an upper bound of the number of characters.
    Index split(Text text) {
        text_ = text;
        return text.size();
    }

    // Uses the reserved number, or else the bytes, of every character.
    template <class UseReserved, class Use>
    void each(UseReserved use_reserved, Use use) const {
        const Byte* at = text_.begin;
        while (at < text_.end) {
            Word bytes = *at++;
            if (bytes < 0x80) {
                use_reserved(static_cast<Number>(bytes) + 1);
                continue;
            }
            for (int shift = 8; at < text_.end && continues_character(*at); shift += 8) {
                bytes |= Word{*at++} << (shift & 63);
            }
            use(Token{bytes, nullptr, 0});
        }
    }

  private:
    Text text_{};
};

}  // namespace lev
