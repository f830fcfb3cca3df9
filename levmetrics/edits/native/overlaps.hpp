// What a prediction and its reference have in common: n-grams, and common subsequences.

#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "pairs.hpp"
#include "subsequence.hpp"
#include "words.hpp"

namespace lev {

// Counts the n-grams of two texts that are in both, each as often as in the text that has fewer of it.
class CommonNgrams {
  public:
    // Writes the counts of the n-grams of 1 to `longest` tokens, one every `stride` numbers.
    void count(Numbers target, Numbers pred, Number distinct, Index longest, Index stride, Index* counts) {
        if (target.size <= SUBSEQUENCE_ROWS) count_in_word(target, pred, distinct, longest, stride, counts);
        else count_numbered(target, pred, distinct, longest, stride, counts);
    }

  private:
    // Most references fit into a word: every n-gram of the prediction takes the first place that is left of
    // those at which the reference has the same.
    void count_in_word(Numbers target, Numbers pred, Number distinct, Index longest, Index stride, Index* counts) {
        if (rows_.size() <= distinct) rows_.resize(distinct + std::size_t{1});
        for (Index row = 0; row < target.size; ++row) rows_[target[row]] |= Word{1} << row;
        places_.assign(static_cast<std::size_t>(pred.size), ALL_ONES);
        for (Index n = 1; n <= longest; ++n, counts += stride) {
            Word left = ALL_ONES;
            for (Index i = 0; i + n <= pred.size; ++i) {
                Word& places = places_[static_cast<std::size_t>(i)];
                places &= rows_[pred[i + n - 1]] >> (n - 1);
                const Word found = places & left;
                left ^= found & (~found + 1);
            }
            *counts = count_bits(~left);
        }
        for (Index row = 0; row < target.size; ++row) rows_[target[row]] = 0;
    }

    void count_numbered(Numbers target, Numbers pred, Number distinct, Index longest, Index stride, Index* counts) {
        for (Index n = 1; n <= longest; ++n, counts += stride) {
            if (n == 1) {
                target_.assign(target.begin, target.begin + target.size);
                pred_.assign(pred.begin, pred.begin + pred.size);
            } else {
                distinct = lengthen(target, pred, n);
            }
            left_.assign(distinct + std::size_t{1}, 0);
            for (const Number number : target_) ++left_[number];
            left_[0] = 0;
            Index common = 0;
            for (const Number number : pred_) {
                const bool is_left = left_[number] > 0;
                left_[number] -= is_left;
                common += is_left;
            }
            *counts = common;
        }
    }

    // Makes n-grams of those of one token less, and returns how many distinct ones the reference has.
    Number lengthen(Numbers target, Numbers pred, Index n) {
        numbering_.begin(0);
        join(target_, target, n, [&](const Token& token) { return numbering_.number(token); });
        join(pred_, pred, n, [&](const Token& token) { return numbering_.known_number(token); });
        return numbering_.distinct();
    }

    // One that has a token or part that the reference lacks has the number 0, which is in none of its n-grams.
    template <class Find>
    static void join(std::vector<Number>& ngrams, Numbers tokens, Index n, Find find) {
        ngrams.resize(static_cast<std::size_t>(std::max<Index>(0, tokens.size - n + 1)));
        for (std::size_t i = 0; i < ngrams.size(); ++i) {
            const Number last = tokens[static_cast<Index>(i) + n - 1];
            ngrams[i] = find(Token{Word{ngrams[i]} << 32 | last, nullptr, 0});
        }
    }

    std::vector<Word> rows_;    // by number: the rows with it; zeros between two pairs
    std::vector<Word> places_;  // of each n-gram of the prediction: where the reference has the same
    Numbering numbering_;
    std::vector<Number> target_, pred_;  // the n-grams of both, numbered
    std::vector<Index> left_;            // by number: how many of the reference are not matched yet
};

// One side of a pair: the numbers of its tokens, and where its sentences start.
struct Side {
    std::vector<Number> numbers;
    std::vector<Index> starts;  // of each sentence, and the end of the last one

    Numbers all() const { return {numbers.data(), static_cast<Index>(numbers.size())}; }
    Index sentences() const { return static_cast<Index>(starts.size()) - 1; }
    Numbers sentence(Index i) const {
        const Index start = starts[static_cast<std::size_t>(i)];
        return all().from(start).until(starts[static_cast<std::size_t>(i + 1)] - start);
    }
};

// Numbers the tokens of references, and then those of their predictions.
template <class Tokens>
class SideReader {
  public:
    void begin() { numbering_.begin(Tokens::RESERVED); }

    void read_target(Text text) {
        list_.read(tokens_, text, [&](const Token& token) { return numbering_.number(token); });
    }

    void read_pred(Text text) {
        list_.read(tokens_, text, [&](const Token& token) { return numbering_.known_number(token); });
    }

    // Makes the text that was read last a side of its own, or a further sentence of one.
    void write(Side& side) const {
        side.numbers.clear();
        side.starts.assign(1, 0);
        append(side);
    }

    void append(Side& side) const {
        side.numbers.insert(side.numbers.end(), list_.numbers.begin(), list_.numbers.begin() + list_.size);
        side.starts.push_back(static_cast<Index>(side.numbers.size()));
    }

    const Tokens& tokens() const { return tokens_; }
    Number distinct() const { return numbering_.distinct(); }

  private:
    Tokens tokens_;
    Numbering numbering_;
    NumberList list_;
};

// Counts the tokens of a reference that are in a common subsequence of one of its sentences with any
// sentence of the prediction, each as often as the prediction has it: the union of Lin 2004, section 3.2.
class UnionSubsequence {
  public:
    explicit UnionSubsequence(const volatile std::int32_t* cancelled) : search_(cancelled) {}

    Index count(const Side& target, const Side& pred, Number distinct) {
        left_.assign(distinct + std::size_t{1}, 0);
        for (const Number number : pred.numbers) ++left_[number];
        Index hits = 0;
        for (Index row = 0; row < target.sentences(); ++row) {
            const Numbers reference = target.sentence(row);
            search_.begin_union(reference, distinct);
            for (Index column = 0; column < pred.sentences(); ++column) search_.unite(pred.sentence(column));
            search_.end_union([&](Index i) {
                if (!left_[reference[i]]) return;
                --left_[reference[i]];
                ++hits;
            });
        }
        return hits;
    }

  private:
    Subsequence search_;
    std::vector<Index> left_;  // by number: how many of the prediction are not matched yet
};

// Of every pair: the lengths; the common n-grams of 1 to `longest` tokens, a row of `size` numbers for each;
// and, if they are not null, the length of the longest common subsequence, and that of the union over lines.
template <class Tokens>
void measure_overlaps(const Pairs& pairs, Index longest, Index* ngrams, Index* subsequence, Index* of_lines,
                      Index* target_length, Index* pred_length) {
    SideReader<Tokens> reader;
    Side target, pred;
    CommonNgrams common;
    Subsequence search(pairs.cancelled);
    UnionSubsequence united(pairs.cancelled);
    const auto write = [&](Side& side) {
        reader.write(side);
        if constexpr (std::is_same_v<Tokens, Words>) {
            if (of_lines) reader.tokens().write_lines(side.starts);
        }
    };
    pairs.each_text([&](Index i, Text pred_text, Text target_text) {
        reader.begin();
        reader.read_target(target_text);
        write(target);
        reader.read_pred(pred_text);
        write(pred);
        const Numbers rows = target.all(), columns = pred.all();
        target_length[i] = rows.size;
        pred_length[i] = columns.size;
        common.count(rows, columns, reader.distinct(), longest, pairs.size, ngrams + i);
        const bool is_one = of_lines && target.sentences() <= 1 && pred.sentences() <= 1;  // nothing to unite
        const Index whole = subsequence || is_one ? search.length(rows, columns, reader.distinct()) : 0;
        if (subsequence) subsequence[i] = whole;
        if (of_lines) of_lines[i] = is_one ? whole : united.count(target, pred, reader.distinct());
    });
}

// Some sentences, each a row of a column: those of text i from starts[i] to before starts[i + 1].
struct Sentences {
    const LevColumn* column;
    const Index* starts;
};

template <class Tokens>
void measure_unions(const Sentences& preds, const Sentences& targets, const Index* pred_of_pair, Index size,
                    const volatile std::int32_t* cancelled, Index* hits, Index* target_length, Index* pred_length) {
    SideReader<Tokens> reader;
    Side target, pred;
    UnionSubsequence united(cancelled);
    const auto read = [&](const Sentences& sentences, Index text, Side& side, auto read_text) {
        side.numbers.clear();
        side.starts.assign(1, 0);
        for (Index row = sentences.starts[text]; row < sentences.starts[text + 1]; ++row) {
            read_text(text_of(*sentences.column, row));
            reader.append(side);
        }
    };
    for (Index i = 0; i < size; ++i) {
        if (*cancelled) throw Cancelled{};
        reader.begin();
        read(targets, i, target, [&](Text text) { reader.read_target(text); });
        read(preds, pred_of_pair ? pred_of_pair[i] : i, pred, [&](Text text) { reader.read_pred(text); });
        hits[i] = united.count(target, pred, reader.distinct());
        target_length[i] = target.all().size;
        pred_length[i] = pred.all().size;
    }
}

}  // namespace lev
