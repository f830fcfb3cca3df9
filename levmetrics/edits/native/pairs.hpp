// The pairs of two columns, read one after the other.

#pragma once

#include <cstdint>
#include <vector>

#include "matrix.hpp"
#include "numbering.hpp"

// A column of texts: rows + 1 offsets into their concatenated UTF-8 bytes.
struct LevColumn {
    const std::uint8_t* data;
    const std::int64_t* offsets;
    std::int64_t rows;
};

namespace lev {

inline Text text_of(const LevColumn& column, Index row) {
    return {column.data + column.offsets[row], column.data + column.offsets[row + 1],
            column.data + column.offsets[column.rows]};
}

// The numbers of a text's tokens; not a plain vector, which would initialize its new elements.
struct NumberList {
    std::vector<Number> numbers;
    Index size = 0;

    // Reads a text; `find` returns the number of a token that has no reserved one.
    template <class Tokens, class Find>
    void read(Tokens& tokens, Text text, Find find) {
        const auto most = static_cast<std::size_t>(tokens.split(text));
        if (numbers.size() < most) numbers.resize(most);
        size = tokens.number(numbers.data(), find) - numbers.data();
    }
    Number last() const { return numbers[static_cast<std::size_t>(size - 1)]; }
};

// A pair of texts: the tokens between their common prefix and suffix, numbered.
template <class Tokens>
class Pair {
  public:
    void read(Text pred, Text target) {
        prefix_ = Tokens::count(Tokens::cut_prefix(pred, target));
        suffix_ = pred.size() && target.size() ? Tokens::count(Tokens::cut_suffix(pred, target)) : 0;
        numbering_.begin(Tokens::RESERVED);
        target_.read(target_tokens_, target, [&](const Token& token) { return numbering_.number(token); });
        pred_.read(pred_tokens_, pred, [&](const Token& token) { return numbering_.known_number(token); });
        // Other white space may have hidden more of the suffix.
        while (target_.size && pred_.size && target_.last() == pred_.last()) {
            --target_.size;
            --pred_.size;
            ++suffix_;
        }
    }

    Numbers pred() const { return {pred_.numbers.data(), pred_.size}; }
    Numbers target() const { return {target_.numbers.data(), target_.size}; }
    Number distinct() const { return numbering_.distinct(); }
    Index prefix() const { return prefix_; }
    Index common() const { return prefix_ + suffix_; }
    Index pred_length() const { return common() + pred().size; }
    Index target_length() const { return common() + target().size; }

  private:
    Tokens pred_tokens_, target_tokens_;
    Numbering numbering_;
    NumberList pred_, target_;
    Index prefix_ = 0, suffix_ = 0;
};

// The pairs of two columns.
struct Pairs {
    const LevColumn* preds;
    const LevColumn* target;
    const Index* pred_of_pair;  // null: row by row
    Index size;
    const volatile std::int32_t* cancelled;

    // Reads every pair in turn, and calls `measure` with its index.
    template <class Tokens, class Measure>
    void each(Pair<Tokens>& pair, Measure measure) const {
        each_text([&](Index i, Text pred, Text target) {
            pair.read(pred, target);
            measure(i);
        });
    }

    // Calls `measure` with the index and the texts of every pair.
    template <class Measure>
    void each_text(Measure measure) const {
        for (Index i = 0; i < size; ++i) {
            if (*cancelled) throw Cancelled{};
            measure(i, text_of(*preds, pred_of_pair ? pred_of_pair[i] : i), text_of(*target, i));
        }
    }
};

}  // namespace lev
