// Fuzzes the C interface of the compiled kernel with libFuzzer and the sanitizers of clang:
//
//   clang++ -std=c++17 -O2 -g -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all
//       tests/native/fuzz_kernel.cpp -o build/fuzz_kernel && build/fuzz_kernel -max_total_time=60
//
// What it computes of valid UTF-8 is compared with textbook dynamic programming; of other bytes, it
// must stay within its buffers.

#include "../../levmetrics/edits/kernel.cpp"

#include <fuzzer/FuzzedDataProvider.h>

#include <cstdio>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <utility>

namespace fuzzing {

using Integer = std::int64_t;
using Integers = std::vector<Integer>;
using Strings = std::vector<std::string>;

void check(bool holds, const char* promise) {
    if (holds) return;
    std::fprintf(stderr, "Broken promise: %s\n", promise);
    std::abort();
}

// ---------------------------------------------------------------------------------------------
// The oracle
// ---------------------------------------------------------------------------------------------

const Strings WHITE_SPACE = {  // of str.split()
    "\t", "\n", "\v", "\f", "\r", "\x1C", "\x1D", "\x1E", "\x1F", " ", "\u0085", "\u00A0", "\u1680",
    "\u2000", "\u2001", "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007", "\u2008",
    "\u2009", "\u200A", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"};

Strings characters(const std::string& text) {
    Strings characters;
    for (const char byte : text) {
        if ((byte & 0xC0) != 0x80) characters.emplace_back();
        characters.back() += byte;
    }
    return characters;
}

Strings words(const std::string& text) {
    Strings words;
    bool is_within = false;
    for (const std::string& character : characters(text)) {
        if (std::find(WHITE_SPACE.begin(), WHITE_SPACE.end(), character) != WHITE_SPACE.end()) {
            is_within = false;
            continue;
        }
        if (!is_within) words.emplace_back();
        words.back() += character;
        is_within = true;
    }
    return words;
}

// The tokens of a text by number: equal tokens have equal numbers.
Integers numbered(const Strings& tokens, std::map<std::string, Integer>& numbers) {
    Integers numbered;
    for (const std::string& token : tokens) {
        numbered.push_back(numbers.emplace(token, numbers.size()).first->second);
    }
    return numbered;
}

// The lowest cost. The fuzzer is not to trace its branches,
// as that takes ten times as long, and what is searched for new ways is the kernel.
__attribute__((no_sanitize("coverage")))
Integer lowest_cost(const Integers& target, const Integers& pred, Integer gap, Integer substitution) {
    Integers costs;
    for (std::size_t column = 0; column <= pred.size(); ++column) costs.push_back(column * gap);
    for (const Integer token : target) {
        Integer diagonal = costs[0], left = costs[0] += gap;
        for (std::size_t column = 0; column < pred.size(); ++column) {
            const Integer replaced = diagonal + (token == pred[column] ? 0 : substitution);
            diagonal = costs[column + 1];
            costs[column + 1] = left = std::min(replaced, std::min(diagonal, left) + gap);
        }
    }
    return costs.back();
}

struct Cost {
    Integer cost, substitutions;
};

// The substitutions in sclite's alignment: of ties, from the end on, a substitution or hit, then an insertion,
// then a deletion.
__attribute__((no_sanitize("coverage")))
Integer sclites_substitutions(const Integers& target, const Integers& pred) {
    std::vector<Cost> row;
    for (std::size_t column = 0; column <= pred.size(); ++column) row.push_back({3 * Integer(column), 0});
    for (const Integer token : target) {
        Cost diagonal = row[0];
        row[0].cost += 3;
        for (std::size_t column = 0; column < pred.size(); ++column) {
            const bool differs = token != pred[column];
            const Cost replaced = {diagonal.cost + 4 * differs, diagonal.substitutions + differs};
            Cost inserted = row[column], deleted = row[column + 1];
            diagonal = deleted;
            inserted.cost += 3;
            deleted.cost += 3;
            Cost& best = row[column + 1];
            best = deleted.cost < inserted.cost ? deleted : inserted;
            if (replaced.cost <= best.cost) best = replaced;
        }
    }
    return row.back().substitutions;
}

// The n-grams that are in both, each as often as in the one that has fewer of it.
Integer common_ngrams(const Integers& target, const Integers& pred, std::size_t n) {
    std::map<Integers, Integer> left;
    const auto ngram = [n](const Integers& tokens, std::size_t i) {
        return Integers(tokens.begin() + static_cast<Integer>(i), tokens.begin() + static_cast<Integer>(i + n));
    };
    Integer common = 0;
    for (std::size_t i = 0; i + n <= target.size(); ++i) ++left[ngram(target, i)];
    for (std::size_t i = 0; i + n <= pred.size(); ++i) common += left[ngram(pred, i)]-- > 0;
    return common;
}

// Adds the tokens of the longest common subsequence that rouge-score traces back.
__attribute__((no_sanitize("coverage")))
void unite(const Integers& target, const Integers& pred, std::vector<bool>& is_common) {
    const std::size_t width = pred.size() + 1;
    std::vector<int> length((target.size() + 1) * width);
    for (std::size_t i = 1; i <= target.size(); ++i) {
        for (std::size_t j = 1; j < width; ++j) {
            const int above = length[(i - 1) * width + j], left = length[i * width + j - 1];
            length[i * width + j] =
                target[i - 1] == pred[j - 1] ? length[(i - 1) * width + j - 1] + 1 : std::max(above, left);
        }
    }
    for (std::size_t i = target.size(), j = pred.size(); i && j;) {
        if (target[i - 1] == pred[j - 1]) {
            is_common[--i] = true;
            --j;
        } else if (length[i * width + j - 1] > length[(i - 1) * width + j]) {
            --j;
        } else {
            --i;
        }
    }
}

// The tokens in the union of the common subsequences of lines, each as often as the prediction has it.
Integer union_of_lines(const std::vector<Integers>& target, const std::vector<Integers>& pred) {
    std::map<Integer, Integer> left;
    Integer hits = 0;
    for (const Integers& line : pred) {
        for (const Integer token : line) ++left[token];
    }
    for (const Integers& line : target) {
        std::vector<bool> is_common(line.size());
        for (const Integers& other : pred) unite(line, other, is_common);
        for (std::size_t i = 0; i < line.size(); ++i) hits += is_common[i] && left[line[i]]-- > 0;
    }
    return hits;
}

// The fewest edits by which a text is a concatenation of lines, each as often as need be.
__attribute__((no_sanitize("coverage")))
Integer cost_as_lines(const Integers& text, const std::vector<Integers>& lines) {
    std::vector<Integers> columns;
    for (const Integers& line : lines) {
        columns.emplace_back();
        for (std::size_t row = 0; row <= line.size(); ++row) columns.back().push_back(row);
    }
    Integer cost = 0;
    for (const Integer character : text) {
        Integer next = cost + 1;
        for (std::size_t i = 0; i < lines.size(); ++i) {
            Integer diagonal = columns[i][0];
            columns[i][0] = cost + 1;
            for (std::size_t row = 1; row <= lines[i].size(); ++row) {
                const Integer left = columns[i][row];
                columns[i][row] = std::min(diagonal + (lines[i][row - 1] != character),
                                           std::min(left, columns[i][row - 1]) + 1);
                diagonal = left;
            }
            if (!lines[i].empty()) next = std::min(next, columns[i].back());
        }
        cost = next;
        for (Integers& column : columns) {  // what begins below the cost of the text
            for (std::size_t row = 0; row < column.size(); ++row) {
                column[row] = std::min<Integer>(column[row], cost + static_cast<Integer>(row));
            }
        }
    }
    return cost;
}

// ---------------------------------------------------------------------------------------------
// The texts
// ---------------------------------------------------------------------------------------------

// Words, parts of words and characters; those of one row share bytes, at their ends or beginnings.
const Strings PIECES = {
    "a", "b", "c", "ab", "ba", "abc", "aaaaaaa", "aaaaaaaa", "aaaaaaaab", "aaaaaaaaa", "aaaaaaaabb",
    "aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaab", "aaaaaaaaaaaaaaaab",
    "\u00E9", "\u00C5", "\u0105", "\u0400", "\u0480", "\u0580",
    "\u3042", "\u3044", "\u3080", "\u2080", "\u2030", "\u1681", "\u3001", "\u4E00",
    "\U0001F600", "\U0001F601", "\U000A0085", "\U0010FFFF",
    std::string("\0", 1), std::string("a\0", 2), "\x08", "\x0E", "\x1B", "!", "\x7F",
    "{ a / b }", " { ", " / ", " } ", "[a|b]", "[", "|", "]", " (a) ", "(", "@", " @ "};

std::string piece(std::size_t number) {
    number %= WHITE_SPACE.size() + PIECES.size();
    const bool is_space = number < WHITE_SPACE.size();
    return is_space ? WHITE_SPACE[number] : PIECES[number - WHITE_SPACE.size()];
}

// A text as the pieces that it is joined from.
Strings short_text(FuzzedDataProvider& input) {
    Strings pieces;
    for (Integer left = input.ConsumeIntegralInRange(0, 150); left; --left) {
        pieces.push_back(piece(input.ConsumeIntegral<std::uint8_t>()));
    }
    return pieces;
}

// Texts of so many words cross the limits of the blocks, strips and divisions of the matrix.
struct Words {
    Integer least, most;
};

Strings long_text(FuzzedDataProvider& input, const Words& words, int tokens) {
    const Integer word_tokens = tokens ? 6 : 1;  // a word has about six characters with its space
    const Integer size = input.ConsumeIntegralInRange(words.least, words.most) / word_tokens;
    const std::size_t most_distinct = input.ConsumeBool() ? 20 : 3000;
    const std::size_t vocabulary = input.ConsumeIntegralInRange<std::size_t>(1, most_distinct);
    std::minstd_rand random(input.ConsumeIntegral<std::uint16_t>() + 1u);
    Strings pieces;
    for (Integer i = 0; i < size; ++i) {
        pieces.push_back(std::to_string(random() % vocabulary) + (random() % 8 ? "" : "-long-word"));
        pieces.push_back(random() % 16 ? " " : WHITE_SPACE[random() % WHITE_SPACE.size()]);
    }
    return pieces;
}

// The same text with some pieces removed, put in, or replaced by others.
Strings edited(Strings pieces, FuzzedDataProvider& input) {
    std::minstd_rand random(input.ConsumeIntegral<std::uint16_t>() + 1u);
    for (Integer left = input.ConsumeIntegralInRange(0, 200); left && !pieces.empty(); --left) {
        const auto at = pieces.begin() + static_cast<Integer>(random() % pieces.size());
        switch (random() % 4) {
            case 0: pieces.erase(at); break;
            case 1: pieces.insert(at, piece(random())); break;
            case 2: *at = piece(random()); break;
            default: *at = pieces[random() % pieces.size()];
        }
    }
    return pieces;
}

std::string joined(const Strings& pieces) {
    std::string text;
    for (const std::string& piece : pieces) text += piece;
    return text;
}

// A prediction and a reference, which have most in common or nothing.
std::pair<std::string, std::string> texts(FuzzedDataProvider& input, int tokens) {
    const int size = input.ConsumeIntegralInRange(0, 63);  // few are long, whose textbook takes long
    const auto text = [&] {
        if (size < 54) return short_text(input);
        return long_text(input, size < 63 ? Words{0, 700} : Words{2100, 2600}, tokens);
    };
    const Strings target = text();
    const bool are_similar = input.ConsumeBool();
    const Strings pred = are_similar ? edited(target, input) : text();
    return {joined(pred), joined(target)};
}

// A column in buffers of exactly its size, so that the sanitizer sees what is read beside it.
class Column {
  public:
    // `skipped`: bytes of rows before these, as those of an array that is a slice.
    Column(const Strings& rows, const std::string& skipped) {
        std::string bytes = skipped;
        offsets_.push_back(static_cast<Integer>(bytes.size()));
        for (const std::string& row : rows) {
            bytes += row;
            offsets_.push_back(static_cast<Integer>(bytes.size()));
        }
        if (!bytes.empty()) data_.reset(new std::uint8_t[bytes.size()]);  // none: a null pointer
        std::copy(bytes.begin(), bytes.end(), data_.get());
        column_ = {data_.get(), offsets_.data(), static_cast<Integer>(rows.size())};
    }

    const LevColumn* get() const { return &column_; }

  private:
    std::unique_ptr<std::uint8_t[]> data_;
    Integers offsets_;
    LevColumn column_{};
};

// ---------------------------------------------------------------------------------------------
// The kernel's results
// ---------------------------------------------------------------------------------------------

struct Measured {
    explicit Measured(std::size_t pairs)
        : distance(pairs), pred_length(pairs), target_length(pairs), substitutions(pairs), hits(pairs),
          nist_substitutions(pairs), nist_hits(pairs), errors(pairs), merging_errors(pairs) {}

    Integers distance, pred_length, target_length;
    Integers substitutions, hits, nist_substitutions, nist_hits;
    Integers errors, merging_errors;  // with Kaldi's choice, and where compounds are merged
    Integers starts;  // of each pair's edits, and their number
    std::vector<std::int8_t> kind;
    Integers target_index, pred_index;
};

// The errors of every pair, as the search counts them that can merge compounds.
Integers errors(const Column& preds, const Column& target, const Integers& pred_of_pair, int tokens,
                int are_merged) {
    const std::int32_t cancelled = 0;
    const std::size_t pairs = pred_of_pair.size();
    Integers substitutions(pairs), deletions(pairs), insertions(pairs), length(pairs), found(pairs);
    const auto count = [&](const Integer* starts, Integer* merges) {
        const int status = levmetrics_merges(
            preds.get(), target.get(), pred_of_pair.data(), static_cast<Integer>(pairs), tokens,
            &cancelled, 0, are_merged, substitutions.data(), deletions.data(), insertions.data(),
            length.data(), found.data(), starts, merges);
        check(status == 0, "merges are counted");
    };
    count(nullptr, nullptr);
    Integers starts, merges;
    Integer sum = 0;
    for (const Integer number : found) {
        starts.push_back(sum);
        sum += number;
    }
    merges.resize(static_cast<std::size_t>(4 * sum));
    count(starts.data(), merges.data());
    Integers errors;
    for (std::size_t i = 0; i < pairs; ++i) {
        check(substitutions[i] >= 0 && deletions[i] >= 0 && insertions[i] >= 0, "no count is negative");
        errors.push_back(substitutions[i] + deletions[i] + insertions[i]);
    }
    return errors;
}

// Of its own text and of the first one, every reference has the alternative that is nearer.
void check_paths(const Column& preds, const Column& target, const Integers& pred_of_pair, int tokens) {
    const std::int32_t cancelled = 0;
    const Integer size = static_cast<Integer>(pred_of_pair.size());
    Integers offsets = {0}, parts;
    for (Integer i = 0; i < size; ++i) {
        parts.insert(parts.end(), {-1, i, -2, 0, -3});
        offsets.push_back(static_cast<Integer>(parts.size()));
    }
    const Integers omitted(pred_of_pair.size());
    std::vector<std::uint8_t> is_chosen(pred_of_pair.size());
    const int status =
        levmetrics_paths(preds.get(), target.get(), pred_of_pair.data(), size, tokens, &cancelled, 0,
                         offsets.data(), parts.data(), omitted.data(), is_chosen.data());
    check(status == 0, "paths are found");
    check(is_chosen[0], "the first reference has the same text twice");
}

// What alternatives in braces or brackets become has no more characters than the reference.
void check_wordings(const Column& preds, const Column& target, const Integers& pred_of_pair) {
    const std::int32_t cancelled = 0;
    const LevColumn& references = *target.get();
    const Integer size = references.offsets[references.rows];
    for (const int are_braces : {0, 1}) {
        std::vector<std::uint8_t> wordings(static_cast<std::size_t>(size));
        Integers omitted(pred_of_pair.size(), -1);
        const int status = levmetrics_wordings(preds.get(), &references, pred_of_pair.data(), &cancelled, 0,
                                               are_braces, wordings.data(), omitted.data());
        check(status == 0 || status == 3, "wordings are found, or left to others");
        for (Integer i = references.offsets[0]; status == 0 && i < size; ++i) {
            const std::uint8_t byte = wordings[static_cast<std::size_t>(i)];
            check(byte == references.data[i] || byte == ' ', "wordings are of the reference");
        }
    }
}

constexpr Integer LONGEST_NGRAM = 3;

struct Overlaps {
    explicit Overlaps(std::size_t pairs)
        : ngrams(LONGEST_NGRAM * pairs), subsequence(pairs), of_lines(pairs), of_rows(pairs) {}

    Integers ngrams, subsequence;
    Integers of_lines, of_rows;  // the unions: of the lines of words, and where each row is a sentence
};

Overlaps overlaps(const Column& preds, const Column& target, const Integers& pred_of_pair, int tokens) {
    const std::int32_t cancelled = 0;
    const Integer size = static_cast<Integer>(pred_of_pair.size());
    Overlaps of(pred_of_pair.size());
    Integers target_length(pred_of_pair.size()), pred_length(pred_of_pair.size());
    int status = levmetrics_overlaps(preds.get(), target.get(), pred_of_pair.data(), size, tokens, &cancelled,
                                     LONGEST_NGRAM, of.ngrams.data(), of.subsequence.data(),
                                     tokens ? nullptr : of.of_lines.data(), target_length.data(),
                                     pred_length.data());
    check(status == 0, "overlaps are found");
    Integers starts;
    for (Integer row = 0; row <= std::max(preds.get()->rows, target.get()->rows); ++row) starts.push_back(row);
    status = levmetrics_unions(preds.get(), target.get(), pred_of_pair.data(), size, tokens, &cancelled,
                               starts.data(), starts.data(), of.of_rows.data(), target_length.data(),
                               pred_length.data());
    check(status == 0, "unions are found");
    check(of.of_rows == of.subsequence, "the union of one sentence is its common subsequence");
    return of;
}

struct Tiles {
    Integer cost;
    Integers places;  // of each tile: where it begins and ends, and its line
};

// Where the first prediction is read as references.
Tiles tiles(const Column& preds, const Column& target) {
    const std::int32_t cancelled = 0;
    const LevColumn& texts = *preds.get();
    const auto size = static_cast<std::size_t>(texts.offsets[1] - texts.offsets[0]);
    std::vector<std::uint8_t> is_preferred(size);
    for (std::size_t i = 0; i < size; ++i) is_preferred[i] = texts.data[texts.offsets[0] + i] & 1;
    Integers places(3 * size);
    Integer cost[2];
    const int status = levmetrics_tiles(&texts, target.get(), is_preferred.data(), &cancelled, cost,
                                        places.data());
    check(status == 0, "tiles are found");
    check(0 <= cost[1] && cost[1] <= static_cast<Integer>(size), "tiles are not empty");
    places.resize(static_cast<std::size_t>(3 * cost[1]));
    return {cost[0], places};
}

Measured measure(const Column& preds, const Column& target, const Integers& pred_of_pair, int tokens) {
    const std::int32_t cancelled = 0;
    const Integer size = static_cast<Integer>(pred_of_pair.size());
    Measured of(pred_of_pair.size());
    const auto* pairs = pred_of_pair.data();
    Integers pred_length = of.pred_length, target_length = of.target_length;
    const int statuses[] = {
        levmetrics_distances(preds.get(), target.get(), pairs, size, tokens, &cancelled,
                             of.distance.data(), of.pred_length.data(), of.target_length.data()),
        levmetrics_counts(preds.get(), target.get(), pairs, size, tokens, &cancelled, 0,
                          of.substitutions.data(), of.hits.data(), pred_length.data(),
                          target_length.data()),
        levmetrics_counts(preds.get(), target.get(), pairs, size, tokens, &cancelled, 1,
                          of.nist_substitutions.data(), of.nist_hits.data(), pred_length.data(),
                          target_length.data()),
    };
    for (const int status : statuses) check(status == 0, "distances and counts are found");
    check(pred_length == of.pred_length && target_length == of.target_length,
          "lengths are the same with distances and with counts");
    of.starts.push_back(0);
    for (const Integer distance : of.distance) of.starts.push_back(of.starts.back() + distance);
    const auto edits = static_cast<std::size_t>(of.starts.back());
    of.kind.resize(edits);
    of.target_index.resize(edits);
    of.pred_index.resize(edits);
    const int status = levmetrics_edits(preds.get(), target.get(), pairs, size, tokens, &cancelled,
                                        of.starts.data(), of.kind.data(), of.target_index.data(),
                                        of.pred_index.data());
    check(status == 0, "edits are found");
    of.errors = errors(preds, target, pred_of_pair, tokens, 0);
    of.merging_errors = errors(preds, target, pred_of_pair, tokens, tokens ? 0 : 1);
    check_paths(preds, target, pred_of_pair, tokens);
    if (!tokens) check_wordings(preds, target, pred_of_pair);
    tiles(preds, target);
    overlaps(preds, target, pred_of_pair, tokens);
    return of;
}

// ---------------------------------------------------------------------------------------------
// Comparison
// ---------------------------------------------------------------------------------------------

void check_edits(const Measured& of, std::size_t pair, const Integers& target, const Integers& pred) {
    std::size_t row = 0, column = 0;
    Integer substitutions = 0;
    const auto skip_hits = [&](std::size_t end) {
        check(row <= end && end <= target.size(), "edits are in the order of the reference");
        while (row < end) {
            check(column < pred.size() && target[row] == pred[column], "tokens between edits are equal");
            ++row, ++column;
        }
    };
    for (Integer i = of.starts[pair]; i < of.starts[pair + 1]; ++i) {
        skip_hits(static_cast<std::size_t>(of.target_index[i]));
        check(column == static_cast<std::size_t>(of.pred_index[i]), "edits are where the tokens are");
        const bool is_substitution = of.kind[i] == 0;
        if (is_substitution) {
            check(row < target.size() && column < pred.size() && target[row] != pred[column],
                  "a substitution is of different tokens");
        }
        substitutions += is_substitution;
        row += of.kind[i] != 2;
        column += of.kind[i] != 1;
    }
    skip_hits(target.size());
    check(column == pred.size(), "edits lead from the reference to the prediction");
    check(substitutions == of.substitutions[pair], "counts are those of the edits");
}

void check_counts(Integer lowest, Integer gap, Integer substitution, Integer lengths,
                  Integer substitutions, Integer hits) {
    const Integer gaps = lengths - 2 * (substitutions + hits);
    check(substitutions >= 0 && hits >= 0 && gaps >= 0, "no count is negative");
    check(substitutions * substitution + gaps * gap == lowest, "counts have the lowest cost");
}

void check_pair(const Measured& of, std::size_t pair, const Strings& pred_tokens,
                const Strings& target_tokens) {
    std::map<std::string, Integer> numbers;
    const Integers pred = numbered(pred_tokens, numbers), target = numbered(target_tokens, numbers);
    const Integer lengths = of.pred_length[pair] + of.target_length[pair];
    check(of.pred_length[pair] == static_cast<Integer>(pred.size()), "the prediction has its length");
    check(of.target_length[pair] == static_cast<Integer>(target.size()), "the reference has its length");
    const Integer unit = lowest_cost(target, pred, 1, 1), nist = lowest_cost(target, pred, 3, 4);
    check(of.distance[pair] == unit, "the distance is the lowest");
    check(of.errors[pair] == unit, "Kaldi's choice has the fewest errors");
    check(of.merging_errors[pair] <= unit, "merges make no errors");
    check_counts(unit, 1, 1, lengths, of.substitutions[pair], of.hits[pair]);
    check_counts(nist, 3, 4, lengths, of.nist_substitutions[pair], of.nist_hits[pair]);
    check(of.nist_substitutions[pair] == sclites_substitutions(target, pred), "NIST's alignment is sclite's");
    check_edits(of, pair, target, pred);
}

// The words of each line of a text.
std::vector<Integers> lines_of(const std::string& text, std::map<std::string, Integer>& numbers) {
    std::vector<Integers> lines;
    for (std::size_t begin = 0, end = 0; end != std::string::npos; begin = end + 1) {
        end = text.find('\n', begin);
        lines.push_back(numbered(words(text.substr(begin, end - begin)), numbers));
    }
    return lines;
}

void check_overlaps(const Overlaps& of, std::size_t pair, std::size_t pairs, const std::string& pred_text,
                    const std::string& target_text, int tokens) {
    const auto split = tokens ? characters : words;
    std::map<std::string, Integer> numbers;
    const Integers pred = numbered(split(pred_text), numbers), target = numbered(split(target_text), numbers);
    const Integer lengths = static_cast<Integer>(pred.size() + target.size());
    check(of.subsequence[pair] == (lengths - lowest_cost(target, pred, 1, 2)) / 2, "the subsequence is the longest");
    for (std::size_t n = 1; n <= LONGEST_NGRAM; ++n) {
        check(of.ngrams[(n - 1) * pairs + pair] == common_ngrams(target, pred, n), "n-grams are clipped");
    }
    if (tokens || target.size() * pred.size() > 1'000'000) return;  // whose textbook takes long
    check(of.of_lines[pair] == union_of_lines(lines_of(target_text, numbers), lines_of(pred_text, numbers)),
          "the union is rouge-score's");
}

void check_tiles(const Column& preds, const Column& target, const std::string& pred_text,
                 const Strings& target_texts) {
    const Tiles found = tiles(preds, target);
    std::map<std::string, Integer> numbers;
    const Integers text = numbered(characters(pred_text), numbers);
    std::vector<Integers> lines;
    std::size_t rows = 0;
    for (const std::string& target_text : target_texts) {
        lines.push_back(numbered(characters(target_text), numbers));
        rows += lines.back().size();
    }
    Integer cost = static_cast<Integer>(text.size()), last_end = 0;
    for (std::size_t i = 0; i < found.places.size(); i += 3) {
        const Integer begin = found.places[i], end = found.places[i + 1], line = found.places[i + 2];
        check(last_end <= begin && begin < end && end <= static_cast<Integer>(text.size()),
              "tiles are in the order of the text");
        check(0 <= line && line < static_cast<Integer>(lines.size()), "tiles are of lines");
        const Integers part(text.begin() + begin, text.begin() + end);
        cost += lowest_cost(lines[static_cast<std::size_t>(line)], part, 1, 1) - (end - begin);
        last_end = end;
    }
    check(cost == found.cost, "tiles have the cost that was found");
    if (text.size() * rows > 4'000'000) return;  // whose textbook takes long
    check(cost == cost_as_lines(text, lines), "the cost of tiles is the lowest");
}

// All references belong to the first prediction.
void check_nearest(const Column& preds, const Column& target, const std::string& pred_text,
                   const Strings& target_texts) {
    const std::int32_t cancelled = 0;
    const Integer rows = static_cast<Integer>(target_texts.size()), offsets[] = {0, rows};
    std::map<std::string, Integer> numbers;
    const Integers pred = numbered(characters(pred_text), numbers);
    const Integer pred_size = static_cast<Integer>(pred.size());
    Integers sizes;
    Integer best = -1, best_length = 1, expected = 0;
    for (Integer row = 0; row < rows; ++row) {
        const Integers reference = numbered(characters(target_texts[static_cast<std::size_t>(row)]), numbers);
        sizes.push_back(static_cast<Integer>(reference.size()));
        const Integer cost = lowest_cost(reference, pred, 1, 1);
        const Integer length = std::max<Integer>({pred_size, sizes.back(), 1});
        if (best >= 0 && cost * best_length >= best * length) continue;
        best = cost;
        best_length = length;
        expected = row;
    }
    Integer distance, length, reference;
    const int status = levmetrics_nearest(preds.get(), target.get(), offsets, 0, 1, &cancelled, &pred_size,
                                          sizes.data(), &pred_size, sizes.data(), 1.0, &distance, &length,
                                          &reference);
    check(status == 0, "the nearest reference is found");
    check(distance == best && length == best_length, "it has its distance and length");
    check(reference == expected, "it is the first of the nearest ones");
}

void check_cancelling(const Column& preds, const Column& target, int tokens) {
    const std::int32_t cancelled = 1;
    const Integer first = 0;
    Integer results[3];
    const int status = levmetrics_distances(preds.get(), target.get(), &first, 1, tokens, &cancelled,
                                            &results[0], &results[1], &results[2]);
    check(status == 2, "what is cancelled says so");
}

void fuzz_any_bytes(FuzzedDataProvider& input) {
    const int tokens = input.ConsumeBool();
    const std::string skipped = input.ConsumeRandomLengthString();
    const Strings preds = {input.ConsumeRandomLengthString(), input.ConsumeRandomLengthString()};
    const Strings target = {input.ConsumeRandomLengthString(), input.ConsumeRemainingBytesAsString()};
    measure(Column(preds, skipped), Column(target, skipped), {0, 1}, tokens);
}

void fuzz_texts(FuzzedDataProvider& input) {
    const int tokens = input.ConsumeBool();
    const Integer rows = input.ConsumeIntegralInRange(1, 3);
    Strings pred_texts, target_texts;
    Integers pred_of_pair;
    for (Integer row = 0; row < rows; ++row) {
        const auto [pred, target] = texts(input, tokens);
        pred_texts.push_back(pred);
        target_texts.push_back(target);
        pred_of_pair.push_back(input.ConsumeIntegralInRange<Integer>(0, row));
    }
    const Column preds(pred_texts, piece(input.ConsumeIntegral<std::uint8_t>()));
    const Column target(target_texts, input.ConsumeBool() ? "" : "\u3042");
    const Measured of = measure(preds, target, pred_of_pair, tokens);
    const Overlaps shared = overlaps(preds, target, pred_of_pair, tokens);
    const auto split = tokens ? characters : words;
    for (std::size_t pair = 0; pair < pred_of_pair.size(); ++pair) {
        const std::string& pred = pred_texts[static_cast<std::size_t>(pred_of_pair[pair])];
        check_pair(of, pair, split(pred), split(target_texts[pair]));
        check_overlaps(shared, pair, pred_of_pair.size(), pred, target_texts[pair], tokens);
    }
    check_tiles(preds, target, pred_texts[0], target_texts);
    check_nearest(preds, target, pred_texts[0], target_texts);
    check_cancelling(preds, target, tokens);
}

}  // namespace fuzzing

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    FuzzedDataProvider input(data, size);
    if (input.ConsumeIntegralInRange(0, 3) == 0) {
        fuzzing::fuzz_any_bytes(input);
    } else {
        fuzzing::fuzz_texts(input);
    }
    return 0;
}
