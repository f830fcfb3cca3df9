// Texts with alternatives, cut at the characters of their syntax.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <vector>

#include "alternatives.hpp"
#include "words.hpp"

namespace lev {

// Cuts texts with alternatives in braces, as sclite reads them, or in brackets: see parse() in
// alternatives/parsing.py. A text with faults, or with characters beyond ASCII beside alternatives or "@",
// is not plain, and is left to that function.
class Cutter {
  public:
    explicit Cutter(bool are_braces) : signs_(are_braces ? "{/}(@" : "[|]") {
        for (const Byte free : {' ', '\t', '\n', '\v', '\f', '\r'}) is_free_[free] = true;
        is_free_['{'] = is_free_['}'] = are_braces;
        const std::size_t signs = std::strlen(signs_);
        for (std::size_t i = 0; i < repeated_.size(); ++i) repeated_[i] = EVERY_BYTE * static_cast<Byte>(signs_[i % signs]);
    }

    // Calls `use` with the place of every cut, its part, and whether an empty segment follows that is the
    // alternative to an optional word; and `skip` with the place of every "@" that stands for nothing.
    // Returns whether the text is plain.
    template <class Use, class Skip>
    bool cut(Text text, Use use, Skip skip) {
        text_ = text;
        several_.clear();
        Part last = CLOSE;
        const Byte* inside = text.begin;  // behind the last cut
        bool is_touched = false;          // whether other text than white space is there
        for (const Byte* at = find(text.begin); at != text.end; at = find(at + 1)) {
            const bool is_mark = *at != '@' && *at != '(' && (*at != signs_[1] || !several_.empty());
            const Part kind = *at == signs_[0] ? OPEN : *at == signs_[1] ? NEXT : CLOSE;
            if (is_touched && !(is_mark && at == inside && kind != OPEN)) return false;
            if (is_mark) {
                const bool is_first = kind == OPEN && at == inside && last != CLOSE;  // of an alternative
                if (kind == OPEN && !is_first && !is_free_before(at)) return false;
                if (!nest(kind)) return false;
                const bool was_alternative = kind != OPEN && last != CLOSE;
                if (was_alternative && !check(text.until(at).from(inside), skip)) return false;
                use(at, kind, false);
                last = kind;
                inside = at + 1;
                is_touched = kind == CLOSE && !is_free_after(at);
            } else if (*at == '@') {
                if (is_wide_beside(at)) return false;
                if (is_free_before(at) && is_free_after(at)) skip(at);
            } else if (const Byte* end = *at == '(' ? optional_end(at) : nullptr) {
                if (at[1] == '@') return false;
                use(at, OPEN, false);
                use(end, NEXT, true);
                use(end, CLOSE, false);
                last = CLOSE;
                at = end;
                inside = at + 1;
            }
        }
        return several_.empty() && !is_touched;
    }

  private:
    // The first of the signs from a byte on, or the end of the text.
    const Byte* find(const Byte* at) const {
        for (; at < text_.end; at += 8) {
            const Index left = text_.end - at;
            const Word bytes = left < 8 ? load(at, left) : load(at);
            Word found = 0;
            for (const Word sign : repeated_) {
                const Word others = bytes ^ sign;
                found |= (others - EVERY_BYTE) & ~others & HIGH_BITS;  // exact up to the first one
            }
            if (found) return at + lowest_bit(found) / 8;
        }
        return text_.end;
    }

    // Whether ASCII white space, a brace or nothing is beside a byte.
    bool is_free_before(const Byte* at) const { return at == text_.begin || is_free_[at[-1]]; }
    bool is_free_after(const Byte* at) const { return at + 1 == text_.end || is_free_[at[1]]; }

    // Whether a character beyond ASCII is beside a byte; it may be white space.
    bool is_wide_beside(const Byte* at) const {
        return (at != text_.begin && at[-1] >= 0x80) || (at + 1 != text_.end && at[1] >= 0x80);
    }

    // Records a cut; returns false for one that does not fit.
    bool nest(Part kind) {
        if (kind == OPEN) {
            several_.push_back(false);
            return true;
        }
        if (several_.empty()) return false;
        if (kind == NEXT) return several_.back() = true;
        const bool were_several = several_.back();
        several_.pop_back();
        return were_several;
    }

    // The end of a single word in parentheses, or null. Inside of alternatives, a slash ends a word.
    const Byte* optional_end(const Byte* begin) const {
        const bool is_inside = !several_.empty();
        if (!is_free_before(begin) && !(is_inside && begin[-1] == '/')) return nullptr;
        const Byte* at = begin + 1;
        while (at != text_.end && *at != '(' && *at != ')' && *at != '/' && !is_free_[*at]) ++at;
        if (at == text_.end || *at != ')' || at - begin == 1) return nullptr;
        return is_free_after(at) || (is_inside && at[1] == '/') ? at : nullptr;
    }

    // Returns whether an alternative is not empty, and skips one that stands for nothing.
    template <class Skip>
    static bool check(Text text, Skip skip) {
        skip_spaces(text);
        if (!text.size()) return false;
        const Byte* at = text.begin;
        if (*at != '@') return true;
        ++text.begin;
        skip_spaces(text);
        if (!text.size()) skip(at);
        return true;
    }

    const char* const signs_;  // that open alternatives, are between them, close them; and others
    std::array<Word, 5> repeated_{};  // each sign in every byte
    std::array<bool, 256> is_free_{};
    Text text_{};
    std::vector<bool> several_;  // of the alternatives that are open, whether there are several
};

}  // namespace lev
