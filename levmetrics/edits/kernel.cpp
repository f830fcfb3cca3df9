// The compiled kernel: edit distances, error counts and edits of pairs of texts, from their UTF-8.
//
// A pair is read once, and what is kept of it stays in the processor's first-level cache:
// 1. Its common prefix and suffix are found by comparing bytes; their tokens are only counted.
// 2. The rest is split into tokens. A hash table of the reference's tokens gives equal tokens equal
//    numbers; whether tokens are equal is decided by their bytes.
// 3. The edit matrix is computed 64 rows at a time, with one bit a row for each sign of a
//    difference: Myers, "A fast bit-vector algorithm for approximate string matching based on
//    dynamic programming", JACM 1999; Hyyrö, "A bit-vector algorithm for computing Levenshtein and
//    Damerau edit distances", Nordic Journal of Computing 2003. Long texts are computed in strips of
//    512 rows, within the band of Ukkonen, "Algorithms for approximate string matching", Information
//    and Control 1985.
// 4. Edits are found by tracing a best path back; matrices of more than 1 MiB are divided, as in
//    Hirschberg, "A linear space algorithm for computing maximal common subsequences", CACM 1975. Of
//    several best paths the one is taken that RapidFuzz's Levenshtein.editops takes.
//
// Nothing here knows of Python: the interface, at the end, is plain C over the buffers of Arrow's
// arrays of large strings.

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <limits>
#include <vector>

#if defined(_MSC_VER)
#include <intrin.h>
#define EXPORTED extern "C" __declspec(dllexport)
#else
#define EXPORTED extern "C" __attribute__((visibility("default")))
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "The kernel reads eight bytes as a little-endian word"
#endif
#endif

// A column of texts: rows + 1 offsets into their concatenated UTF-8 bytes.
struct LevColumn {
    const std::uint8_t* data;
    const std::int64_t* offsets;
    std::int64_t rows;
};

namespace {

using Byte = std::uint8_t;
using Word = std::uint64_t;
using Index = std::int64_t;
using Number = std::uint32_t;  // of a token that occurs in the reference, from 1; 0: of any other

constexpr Index WORD_BITS = 64;
constexpr Word ALL_ONES = ~Word{0};

#if defined(LEVMETRICS_TEST_LONG)  // a build in which most tokens collide, and all texts are long
constexpr Word HASH_BITS = 1;
constexpr Index STRIP_ROWS = WORD_BITS, FIRST_CUTOFF = 1;
#else
constexpr Word HASH_BITS = ALL_ONES;
constexpr Index STRIP_ROWS = 8 * WORD_BITS, FIRST_CUTOFF = 64;
#endif

#if defined(LEVMETRICS_TEST_DIVIDED)  // a build in which nearly all matrices are divided
constexpr Index DIVIDED_BYTES = 4, DIVIDED_TARGET = 2, DIVIDED_PRED = 2;
#else  // the sizes from which on RapidFuzz divides a matrix
constexpr Index DIVIDED_BYTES = 1024 * 1024, DIVIDED_TARGET = 65, DIVIDED_PRED = 10;
#endif

struct Cancelled {};

// ---------------------------------------------------------------------------------------------
// Bits and bytes
// ---------------------------------------------------------------------------------------------

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

inline Index count_bits(Word bits) {  // the processors of a plain x86-64 build have no instruction
    bits -= bits >> 1 & EVERY_BYTE * 0x55;
    bits = (bits & EVERY_BYTE * 0x33) + (bits >> 2 & EVERY_BYTE * 0x33);
    return static_cast<Index>(((bits + (bits >> 4)) & EVERY_BYTE * 0x0F) * EVERY_BYTE >> 56);
}

inline Word low_bits(Index count) { return count < WORD_BITS ? (Word{1} << count) - 1 : ALL_ONES; }

// The high bits of eight bytes, as the low eight bits.
inline Word gather_high_bits(Word bytes) {
    return ((bytes & HIGH_BITS) >> 7) * 0x0102040810204080 >> 56;
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
};

Index common_prefix(Text a, Text b) {
    const Index size = std::min(a.size(), b.size());
    Index i = 0;
    for (; i + 8 <= size; i += 8) {
        const Word difference = load(a.begin + i) ^ load(b.begin + i);
        if (difference) return i + lowest_bit(difference) / 8;
    }
    while (i < size && a.begin[i] == b.begin[i]) ++i;
    return i;
}

Index common_suffix(Text a, Text b) {
    const Index size = std::min(a.size(), b.size());
    Index i = 0;
    for (; i + 8 <= size; i += 8) {
        const Word difference = load(a.end - i - 8) ^ load(b.end - i - 8);
        if (difference) return i + (63 - highest_bit(difference)) / 8;
    }
    while (i < size && a.end[-i - 1] == b.end[-i - 1]) ++i;
    return i;
}

inline bool continues_character(Byte byte) { return (byte & 0xC0) == 0x80; }

inline bool is_inside_character(Text text, Index at) {
    return 0 < at && at < text.size() && continues_character(text.begin[at]);
}

// ---------------------------------------------------------------------------------------------
// Numbers of tokens
// ---------------------------------------------------------------------------------------------

// A token: its bytes, of which the first eight (or all, padded with zeros) are its head.
struct Token {
    Word head;
    const Byte* at;
    Index size;

    bool operator==(const Token& other) const {
        return head == other.head && size == other.size &&
               (size <= 8 || std::memcmp(at, other.at, static_cast<std::size_t>(size)) == 0);
    }

    Word hash() const {
        Word hash = mixed(head + static_cast<Word>(size));
        for (Index i = 16; i < size; i += 8) hash = mixed(hash ^ load(at + i - 8));
        if (size > 8) hash = mixed(hash ^ load(at + size - 8));
        return hash & HASH_BITS;
    }

    static Word mixed(Word bits) {
        bits *= 0x9E3779B97F4A7C15;
        return bits ^ bits >> 32;
    }
};

// Gives equal tokens equal numbers. Kept from pair to pair: an entry counts if its stamp is the
// pair's, so that the table need not be cleared.
class Numbering {
  public:
    // Begins a new pair, with room for so many distinct tokens.
    void begin(Index tokens) {
        std::size_t size = entries_.size();
        while (size < 2 * static_cast<std::size_t>(tokens) + 2) size = size ? 2 * size : 64;
        if (size != entries_.size()) entries_.assign(size, Entry{});
        mask_ = size - 1;
        if (++stamp_ == 0) {
            std::fill(entries_.begin(), entries_.end(), Entry{});
            std::fill(ascii_, ascii_ + 0x80, Slot{});
            stamp_ = 1;
        }
        distinct_ = 0;
    }

    template <class AnyToken>
    Number number(const AnyToken& token) {
        Slot& slot = find(token);
        if (slot.stamp != stamp_) slot = {stamp_, ++distinct_};
        return slot.number;
    }

    template <class AnyToken>
    Number known_number(const AnyToken& token) {
        const Slot& slot = find(token);
        return slot.stamp == stamp_ ? slot.number : 0;
    }

    Number distinct() const { return distinct_; }

  private:
    struct Slot {
        std::uint32_t stamp = 0;
        Number number = 0;
    };

    struct Entry {
        Token token{};
        Slot slot;
    };

    // The slot of a token, or the one where it would be.
    Slot& find(const Token& token) {
        Word at = token.hash() & mask_;
        while (entries_[at].slot.stamp == stamp_) {
            if (entries_[at].token == token) return entries_[at].slot;
            at = (at + 1) & mask_;
        }
        entries_[at].token = token;
        return entries_[at].slot;
    }

    Slot& find(Word character) {
        return character < 0x80 ? ascii_[character] : find(Token{character, nullptr, 0});
    }

    std::vector<Entry> entries_;
    Slot ascii_[0x80];
    Word mask_ = 0;
    std::uint32_t stamp_ = 0;
    Number distinct_ = 0;
};

// ---------------------------------------------------------------------------------------------
// Words: what str.split() returns
// ---------------------------------------------------------------------------------------------

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

// Skips white space, and says whether there was any.
inline bool skip_spaces(Text& text) {
    const Byte* begin = text.begin;
    while (const Index size = space_at(text.begin, text.end)) text.begin += size;
    return text.begin != begin;
}

// The white space of a text, 64 bytes at a time.
class Spaces {
  public:
    explicit Spaces(Text text) : text_(text), at_(text.begin) {}

    bool at_end() const { return at_ >= text_.end; }

    // Bit i says whether the next byte i belongs to white space, or to what follows the text.
    Word next() {
        const Index left = std::min(text_.end - at_, WORD_BITS);
        Word spaces = carry_;
        carry_ = 0;
        for (Index i = 0; i < left; i += 8) {
            const Byte* at = at_ + i;
            const Word bytes = text_.limit - at >= 8 ? load(at) : load(at, text_.end - at);
            spaces |= ascii_spaces(bytes) << i;
            // Characters of more than one byte begin with two bits set.
            for (Word starts = gather_high_bits(bytes & bytes << 1); starts; starts &= starts - 1) {
                add(spaces, i + lowest_bit(starts));
            }
        }
        at_ += WORD_BITS;
        return spaces | ~low_bits(left);
    }

  private:
    static Word ascii_spaces(Word bytes) {
        const Word low = bytes & ~HIGH_BITS;
        const Word controls = (low + EVERY_BYTE * (0x80 - 0x09)) & ~(low + EVERY_BYTE * (0x7F - 0x0D));
        const Word others = (low + EVERY_BYTE * (0x80 - 0x1C)) & ~(low + EVERY_BYTE * (0x7F - 0x20));
        return gather_high_bits((controls | others) & ~bytes);
    }

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

    // Cuts off the words that both texts begin with, and returns their number.
    static Index cut_prefix(Text& pred, Text& target) {
        const Text whole = target;
        for (;;) {
            Index size = common_prefix(pred, target);
            while (is_inside_character(pred, size) || is_inside_character(target, size)) --size;
            const bool is_between_words =
                (is_word_end(pred, size) && is_word_end(target, size)) || is_word_begin(target, size);
            while (!is_between_words && !is_word_begin(target, size)) --size;
            pred.begin += size;
            target.begin += size;
            const bool has_other_spaces = skip_spaces(pred) | skip_spaces(target);
            if (!is_between_words || !has_other_spaces) break;
        }
        return count(whole.until(target.begin));
    }

    // Cuts off words that both texts end with, and returns their number.
    static Index cut_suffix(Text& pred, Text& target) {
        const Byte* at = target.end - common_suffix(pred, target);
        while (at < target.end && !space_at(at, target.end)) ++at;
        const Text suffix = target.from(at);
        pred.end -= suffix.size();
        target.end -= suffix.size();
        return count(suffix);
    }

    // Finds the words, and returns their number.
    Index split(Text text) {
        edges_.clear();
        Index start = 0;
        Word before = 1;
        for (Spaces spaces(text); !spaces.at_end(); start += WORD_BITS) {
            const Word bits = spaces.next();
            const Word edges = bits ^ (bits << 1 | before);
            before = bits >> 63;
            std::size_t size = edges_.size();
            edges_.resize(size + static_cast<std::size_t>(count_bits(edges)));
            for (Word left = edges; left; left &= left - 1) edges_[size++] = start + lowest_bit(left);
        }
        if (!before) edges_.push_back(text.size());
        text_ = text;
        return static_cast<Index>(edges_.size()) / 2;
    }

    template <class Use>
    void each(Use use) const {
        for (std::size_t i = 0; i < edges_.size(); i += 2) {
            const Byte* at = text_.begin + edges_[i];
            const Index size = edges_[i + 1] - edges_[i];
            const Word head = text_.limit - at >= 8 ? load(at) : load(at, text_.end - at);
            use(Token{size < 8 ? head & low_bits(8 * size) : head, at, size});
        }
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
    std::vector<Index> edges_;  // where words begin and end, in turns
};

// ---------------------------------------------------------------------------------------------
// Characters: code points
// ---------------------------------------------------------------------------------------------

struct Characters {
    static Index count(Text text) {
        Index characters = 0;
        for (; text.size() >= 8; text.begin += 8) {
            const Word bytes = load(text.begin);
            characters += 8 - count_bits(bytes & ~(bytes << 1) & HIGH_BITS);
        }
        for (; text.size(); ++text.begin) characters += !continues_character(*text.begin);
        return characters;
    }

    static Index cut_prefix(Text& pred, Text& target) {
        Index size = common_prefix(pred, target);
        while (is_inside_character(pred, size) || is_inside_character(target, size)) --size;
        const Text prefix = target.until(target.begin + size);
        pred.begin += size;
        target.begin += size;
        return count(prefix);
    }

    static Index cut_suffix(Text& pred, Text& target) {
        const Byte* at = target.end - common_suffix(pred, target);
        while (at < target.end && continues_character(*at)) ++at;
        const Text suffix = target.from(at);
        pred.end -= suffix.size();
        target.end -= suffix.size();
        return count(suffix);
    }

    // Returns an upper bound of the number of characters.
    Index split(Text text) {
        text_ = text;
        return text.size();
    }

    // Uses the bytes of each character, as a number.
    template <class Use>
    void each(Use use) const {
        const Byte* at = text_.begin;
        while (at < text_.end) {
            Word bytes = *at++;
            for (int shift = 8; bytes >= 0x80 && at < text_.end && continues_character(*at); shift += 8) {
                bytes |= Word{*at++} << (shift & 63);
            }
            use(bytes);
        }
    }

  private:
    Text text_{};
};

// ---------------------------------------------------------------------------------------------
// The edit matrix
// ---------------------------------------------------------------------------------------------

// Numbers of tokens, in order.
struct Numbers {
    const Number* begin;
    Index size;

    Number operator[](Index i) const { return begin[i]; }
    Numbers until(Index i) const { return {begin, i}; }
    Numbers from(Index i) const { return {begin + i, size - i}; }
};

// The diagonals of the matrix, column minus row, on which paths of so many edits can lie.
struct Band {
    Index lowest, highest;

    Band(Index edits, Index rows, Index columns)
        : lowest(-((edits - (columns - rows)) / 2)), highest((edits + (columns - rows)) / 2) {}
};

// The matrix of the edit distances of all prefixes of a reference (rows) and a prediction (columns).
// Only the signs of the differences down each column are computed; out of the band, they are taken
// to be +1, so that distances of paths that leave the band are too high, never too low.
class Matrix {
  public:
    // Computes the columns of the matrix, with all of them kept or only the last.
    void compute(Numbers target, Numbers pred, Number distinct, Band band, bool is_kept,
                 const volatile std::int32_t* cancelled) {
        rows_ = target.size;
        columns_ = pred.size;
        is_kept_ = is_kept;
        strips_.clear();
        differences_.assign(static_cast<std::size_t>(columns_), 1);
        std::size_t used = 0;
        Index corner = 0;  // the distance at the upper left of the strip
        for (Index row = 0; row < rows_; row += STRIP_ROWS) {
            if (*cancelled) throw Cancelled{};
            Strip strip{};
            strip.row = row;
            strip.rows = std::min(STRIP_ROWS, rows_ - row);
            strip.blocks = (strip.rows + WORD_BITS - 1) / WORD_BITS;
            strip.begin = std::max<Index>(0, row + band.lowest);
            strip.end = std::min(columns_, row + strip.rows + band.highest);
            if (strip.begin > columns_) break;
            if (!strips_.empty()) {
                const Strip& above = strips_.back();
                corner += above.rows + sum(above.begin, strip.begin);
            }
            if (strip.end == columns_) strip.top = row ? corner + sum(strip.begin, columns_) : columns_;
            strip.at = used;
            used += 2 * static_cast<std::size_t>(strip.blocks * (is_kept ? strip.width() : 1));
            if (signs_.size() < used) signs_.resize(std::max(used, 2 * signs_.size()));
            compute(strip, target, pred, distinct);
            strips_.push_back(strip);
        }
    }

    // The distance of the whole texts.
    Index distance() const {
        const Strip& strip = strips_.back();
        Index distance = strip.top;
        for (Index block = 0; block < strip.blocks; ++block) {
            const Word bits = low_bits(strip.rows - block * WORD_BITS);
            const Word* signs = last_column(strip) + 2 * block;
            distance += count_bits(signs[0] & bits) - count_bits(signs[1] & bits);
        }
        return distance;
    }

    // The distance of every prefix of the reference to the whole prediction; far too high for those
    // out of the band.
    void last_distances(std::vector<Index>& distances) const {
        distances.assign(static_cast<std::size_t>(rows_) + 1, std::numeric_limits<Index>::max() / 4);
        for (const Strip& strip : strips_) {
            if (strip.end < columns_) continue;
            Index distance = strip.top;
            for (Index i = 0; i <= strip.rows; ++i) {
                Index& known = distances[strip.row + i];
                known = std::min(known, distance);
                if (i == strip.rows) break;
                const Word* signs = last_column(strip) + 2 * (i / WORD_BITS);
                distance += static_cast<Index>(signs[0] >> i % WORD_BITS & 1) -
                            static_cast<Index>(signs[1] >> i % WORD_BITS & 1);
            }
        }
    }

    // Whether the distance grows (sign 0) or falls (sign 1) from the row above; rows and columns are
    // counted from 1. All columns must have been kept.
    bool has_sign(int sign, Index row, Index column) const {
        const Strip& strip = strips_[(row - 1) / STRIP_ROWS];
        if (column <= strip.begin) return sign == 0;
        const Index bit = (row - 1) % STRIP_ROWS;
        const Index word = (column - 1 - strip.begin) * strip.blocks + bit / WORD_BITS;
        return signs_[strip.at + 2 * word + sign] >> bit % WORD_BITS & 1;
    }

  private:
    struct Strip {
        Index row, rows, blocks;
        Index begin, end;  // the columns of the band
        Index top;         // the distance at the upper right
        std::size_t at;    // where its signs are, two words a block

        Index width() const { return end - begin; }
    };

    Index sum(Index begin, Index end) const {
        Index sum = 0;
        for (Index column = begin; column < end; ++column) sum += differences_[column];
        return sum;
    }

    const Word* last_column(const Strip& strip) const {
        const Index column = is_kept_ ? strip.width() - 1 : 0;
        return &signs_[strip.at + 2 * static_cast<std::size_t>(column * strip.blocks)];
    }

    void compute(const Strip& strip, Numbers target, Numbers pred, Number distinct) {
        const Number* columns = pred.begin + strip.begin;
        const Numbers rows{target.begin + strip.row, strip.rows};
        if (distinct > STRIP_ROWS) {
            columns = renumbered(strip, rows, columns, distinct);
        } else {
            find_matches(rows, rows.begin, distinct, strip.blocks);
        }
        using Step = void (Matrix::*)(const Strip&, const Number*);
        static constexpr Step STEPS[] = {&Matrix::advance<1>, &Matrix::advance<2>, &Matrix::advance<3>,
                                         &Matrix::advance<4>, &Matrix::advance<5>, &Matrix::advance<6>,
                                         &Matrix::advance<7>, &Matrix::advance<8>};
        (this->*STEPS[strip.blocks - 1])(strip, columns);
    }

    // Numbers the tokens of the strip anew, since the table of matches has a row for each number.
    const Number* renumbered(const Strip& strip, Numbers rows, const Number* columns, Number distinct) {
        if (strip_numbers_.size() <= distinct) strip_numbers_.resize(distinct + std::size_t{1});
        strip_rows_.clear();
        Number count = 0;
        for (Index i = 0; i < rows.size; ++i) {
            Number& number = strip_numbers_[rows[i]];
            if (!number) number = ++count;
            strip_rows_.push_back(number);
        }
        strip_columns_.clear();
        for (Index i = 0; i < strip.width(); ++i) strip_columns_.push_back(strip_numbers_[columns[i]]);
        find_matches(rows, strip_rows_.data(), count, strip.blocks);
        for (Index i = 0; i < rows.size; ++i) strip_numbers_[rows[i]] = 0;
        return strip_columns_.data();
    }

    void find_matches(Numbers rows, const Number* numbers, Number distinct, Index blocks) {
        matches_.assign((distinct + std::size_t{1}) * static_cast<std::size_t>(blocks), 0);
        for (Index i = 0; i < rows.size; ++i) {
            matches_[numbers[i] * static_cast<std::size_t>(blocks) + static_cast<std::size_t>(i / WORD_BITS)] |=
                Word{1} << i % WORD_BITS;
        }
    }

    // Computes a strip column by column (Hyyrö 2003, figure 8).
    template <int BLOCKS>
    void advance(const Strip& strip, const Number* columns) {
        Word grows[BLOCKS], falls[BLOCKS];
        std::fill(grows, grows + BLOCKS, ALL_ONES);
        std::fill(falls, falls + BLOCKS, Word{0});
        Word* signs = &signs_[strip.at];
        std::int8_t* differences = differences_.data() + strip.begin;
        for (Index column = 0; column < strip.width(); ++column) {
            const Word* matches = &matches_[columns[column] * std::size_t{BLOCKS}];
            Word above_grows = differences[column] > 0, above_falls = differences[column] < 0;
            for (int i = 0; i < BLOCKS; ++i) {
                const Word vertical = matches[i] | falls[i];
                const Word match = matches[i] | above_falls;
                const Word diagonal = (((match & grows[i]) + grows[i]) ^ grows[i]) | match;
                Word right_grows = falls[i] | ~(diagonal | grows[i]);
                Word right_falls = grows[i] & diagonal;
                const Word below_grows = right_grows >> 63, below_falls = right_falls >> 63;
                right_grows = right_grows << 1 | above_grows;
                right_falls = right_falls << 1 | above_falls;
                grows[i] = right_falls | ~(vertical | right_grows);
                falls[i] = right_grows & vertical;
                above_grows = below_grows;
                above_falls = below_falls;
            }
            differences[column] = static_cast<std::int8_t>(above_grows - above_falls);
            if (is_kept_) {
                store<BLOCKS>(signs, grows, falls);
                signs += 2 * BLOCKS;
            }
        }
        if (!is_kept_) store<BLOCKS>(signs, grows, falls);
    }

    template <int BLOCKS>
    static void store(Word* signs, const Word* grows, const Word* falls) {
        for (int i = 0; i < BLOCKS; ++i) {
            signs[2 * i] = grows[i];
            signs[2 * i + 1] = falls[i];
        }
    }

    Index rows_ = 0, columns_ = 0;
    bool is_kept_ = false;
    std::vector<Strip> strips_;
    std::vector<std::int8_t> differences_;  // of each column, from the column before, below a strip
    std::vector<Word> signs_;               // of each block: where distances grow, where they fall
    std::vector<Word> matches_;             // by number and block: the rows with that token
    std::vector<Number> strip_numbers_, strip_rows_, strip_columns_;
};

// ---------------------------------------------------------------------------------------------
// The edits
// ---------------------------------------------------------------------------------------------

enum Kind : std::int8_t { REPLACE, DELETE, INSERT };

struct Edit {
    Kind kind;
    Index target, pred;  // the token, or where there is none, the one before which it would be
};

// Best paths through edit matrices.
class Search {
  public:
    explicit Search(const volatile std::int32_t* cancelled) : cancelled_(cancelled) {}

    Index distance(Numbers target, Numbers pred, Number distinct) {
        distinct_ = distinct;
        return distance(target, pred, false);
    }

    // Finds the edits. If only their number is asked for and no more than one of them is an
    // insertion or deletion beside those that the lengths demand, the edits may stay unknown, as
    // then the distance and the lengths say how many of each kind there are.
    // `longer` is the longer length of the texts with the prefix and suffix that they share.
    Index edits(Numbers target, Numbers pred, Number distinct, Index longer, bool are_counted) {
        distinct_ = distinct;
        edits_.clear();
        const Index gap = std::abs(target.size - pred.size);
        if (!is_divided(target, pred, longer)) {
            const Index distance = this->distance(target, pred, true);
            if (!are_counted || distance >= gap + 2) trace(target, pred, 0, 0);
            return distance;
        }
        const Index distance = near_distance(target, pred, false);
        const bool is_near = distance >= 0;
        if (is_near && are_counted && distance < gap + 2) return distance;
        const Index bound = is_near ? distance : std::max(target.size, pred.size);
        const bool is_hint = is_near && distance <= largest_hint(longer) &&
                             2 * std::max<Index>(31, distance) < longer;
        align(target, pred, is_hint ? distance : longer, bound, 0, 0);
        return static_cast<Index>(edits_.size());
    }

    const std::vector<Edit>& found() const { return edits_; }

  private:
    // Long texts are mostly similar: a narrow band is tried first, then one four times as wide.
    // Returns -1 if the distance is more than a quarter of the length.
    Index near_distance(Numbers target, Numbers pred, bool is_kept) {
        const Index longer = std::max(target.size, pred.size);
        for (Index cutoff = FIRST_CUTOFF; cutoff <= longer / 4; cutoff *= 4) {
            if (cutoff < std::abs(target.size - pred.size)) continue;
            compute(target, pred, cutoff, is_kept);
            if (matrix_.distance() <= cutoff) return matrix_.distance();
        }
        return -1;
    }

    Index distance(Numbers target, Numbers pred, bool is_kept) {
        if (!target.size || !pred.size) return target.size + pred.size;
        if (target.size > STRIP_ROWS) {
            const Index distance = near_distance(target, pred, is_kept);
            if (distance >= 0) return distance;
        }
        compute(target, pred, std::max(target.size, pred.size), is_kept);
        return matrix_.distance();
    }

    void compute(Numbers target, Numbers pred, Index bound, bool is_kept) {
        matrix_.compute(target, pred, distinct_, Band(bound, target.size, pred.size), is_kept, cancelled_);
    }

    // The largest distance of long texts that the portable kernel knows when it aligns them.
    static Index largest_hint(Index longer) {
        Index hint = FIRST_CUTOFF;
        while (longer > hint * 4 * 8) hint *= 4;
        return hint;
    }

    // Whether RapidFuzz divides the matrix, as the choice among best paths depends on it.
    static bool is_divided(Numbers target, Numbers pred, Index limit) {
        limit = std::min(limit, std::max(target.size, pred.size));
        const Index band = std::min(target.size, 2 * limit + 1);
        return 2 * band * pred.size / 8 >= DIVIDED_BYTES && target.size >= DIVIDED_TARGET &&
               pred.size >= DIVIDED_PRED;
    }

    // Adds the edits of parts of the texts.
    // `limit` is the largest distance that RapidFuzz allows for, `bound` one that is never exceeded.
    void align(Numbers target, Numbers pred, Index limit, Index bound, Index target_at, Index pred_at) {
        Index prefix = 0;
        while (prefix < std::min(target.size, pred.size) && target[prefix] == pred[prefix]) ++prefix;
        target = target.from(prefix);
        pred = pred.from(prefix);
        target_at += prefix;
        pred_at += prefix;
        while (target.size && pred.size && target[target.size - 1] == pred[pred.size - 1]) {
            --target.size;
            --pred.size;
        }
        if (is_divided(target, pred, limit)) {
            divide(target, pred, bound, target_at, pred_at);
        } else {
            if (target.size && pred.size) compute(target, pred, bound, true);
            trace(target, pred, target_at, pred_at);
        }
    }

    // Divides the prediction in halves, and the reference where a best path crosses: at the first
    // such place, as RapidFuzz does.
    void divide(Numbers target, Numbers pred, Index bound, Index target_at, Index pred_at) {
        const Band band(bound, target.size, pred.size);
        const Index middle = pred.size / 2;
        reverse(target, target_backwards_);
        reverse(pred, pred_backwards_);
        const Numbers backwards{pred_backwards_.data(), pred.size - middle};
        matrix_.compute({target_backwards_.data(), target.size}, backwards, distinct_, band, false, cancelled_);
        matrix_.last_distances(right_);
        matrix_.compute(target, pred.until(middle), distinct_, band, false, cancelled_);
        matrix_.last_distances(left_);
        Index best = 0;
        for (Index i = 1; i <= target.size; ++i) {
            if (left_[i] + right_[target.size - i] < left_[best] + right_[target.size - best]) best = i;
        }
        const Index left = left_[best], right = right_[target.size - best];
        align(target.until(best), pred.until(middle), left, left, target_at, pred_at);
        align(target.from(best), pred.from(middle), right, right, target_at + best, pred_at + middle);
    }

    static void reverse(Numbers numbers, std::vector<Number>& reversed) {
        reversed.assign(numbers.begin, numbers.begin + numbers.size);
        std::reverse(reversed.begin(), reversed.end());
    }

    // Adds the edits of a best path through the matrix, traced back from its end. Of several, the
    // one with a deletion, else an insertion, as late as possible.
    void trace(Numbers target, Numbers pred, Index target_at, Index pred_at) {
        const std::size_t first = edits_.size();
        Index row = target.size, column = pred.size;
        const auto add = [&](Kind kind) { edits_.push_back({kind, row + target_at, column + pred_at}); };
        while (row && column) {
            if (matrix_.has_sign(0, row, column)) {
                --row;
                add(DELETE);
            } else if (--column && matrix_.has_sign(1, row, column)) {
                add(INSERT);
            } else {
                --row;
                if (target[row] != pred[column]) add(REPLACE);
            }
        }
        while (row) {
            --row;
            add(DELETE);
        }
        while (column) {
            --column;
            add(INSERT);
        }
        std::reverse(edits_.begin() + static_cast<std::ptrdiff_t>(first), edits_.end());
    }

    const volatile std::int32_t* cancelled_;
    Number distinct_ = 0;
    Matrix matrix_;
    std::vector<Edit> edits_;
    std::vector<Number> target_backwards_, pred_backwards_;
    std::vector<Index> left_, right_;
};

// ---------------------------------------------------------------------------------------------
// Pairs
// ---------------------------------------------------------------------------------------------

// A pair of texts: the tokens between their common prefix and suffix, numbered.
template <class Tokens>
class Pair {
  public:
    void read(Text pred, Text target) {
        prefix_ = Tokens::cut_prefix(pred, target);
        suffix_ = pred.size() && target.size() ? Tokens::cut_suffix(pred, target) : 0;
        const Index most = target_tokens_.split(target);
        numbering_.begin(most);
        target_.clear(most);
        target_tokens_.each([&](auto token) { target_.add(numbering_.number(token)); });
        pred_.clear(pred_tokens_.split(pred));
        pred_tokens_.each([&](auto token) { pred_.add(numbering_.known_number(token)); });
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
    struct Side {  // not a vector alone, which would fill what it grows by
        std::vector<Number> numbers;
        Index size = 0;

        void clear(Index most) {
            if (static_cast<Index>(numbers.size()) < most) numbers.resize(static_cast<std::size_t>(most));
            size = 0;
        }
        void add(Number number) { numbers[static_cast<std::size_t>(size++)] = number; }
        Number last() const { return numbers[static_cast<std::size_t>(size - 1)]; }
    };

    Tokens pred_tokens_, target_tokens_;
    Numbering numbering_;
    Side pred_, target_;
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
        for (Index i = 0; i < size; ++i) {
            if (*cancelled) throw Cancelled{};
            pair.read(text(*preds, pred_of_pair ? pred_of_pair[i] : i), text(*target, i));
            measure(i);
        }
    }

  private:
    static Text text(const LevColumn& column, Index row) {
        return {column.data + column.offsets[row], column.data + column.offsets[row + 1],
                column.data + column.offsets[column.rows]};
    }
};

struct Counts {
    Index substitutions, hits;
};

// Counts at sclite's costs: the lowest sum of 4 a substitution and 3 a deletion or insertion, and
// among the alignments that have it, the fewest substitutions.
class NistCounts {
  public:
    Counts count(Numbers target, Numbers pred, const volatile std::int32_t* cancelled) {
        // One search finds both: costs are multiplied by a scale above the number of substitutions,
        // and each of these costs 1 more.
        const Index scale = std::min(target.size, pred.size) + 1;
        const Index gap = 3 * scale, replacement = 4 * scale + 1;
        costs_.clear();
        for (Index column = 0; column <= pred.size; ++column) costs_.push_back(column * gap);
        for (Index row = 0; row < target.size; ++row) {
            if (*cancelled) throw Cancelled{};
            Index diagonal = costs_[0], left = costs_[0] += gap;
            for (Index column = 0; column < pred.size; ++column) {
                Index& cost = costs_[column + 1];
                const Index replaced = diagonal + (target[row] == pred[column] ? 0 : replacement);
                diagonal = cost;
                left = cost = std::min(replaced, std::min(cost, left) + gap);
            }
        }
        const Index cost = costs_.back() / scale, substitutions = costs_.back() % scale;
        return {substitutions, (3 * (target.size + pred.size) - 2 * substitutions - cost) / 6};
    }

  private:
    std::vector<Index> costs_;
};

Counts unit_counts(Search& search, Numbers target, Numbers pred, Number distinct, Index longer) {
    const Index distance = search.edits(target, pred, distinct, longer, true);
    const Index gap = std::abs(target.size - pred.size);
    if (distance < gap + 2) {
        // Beside the deletions or insertions that the lengths demand, all edits are substitutions.
        return {distance - gap, std::min(target.size, pred.size) - (distance - gap)};
    }
    Index substitutions = 0, deletions = 0;
    for (const Edit& edit : search.found()) {
        substitutions += edit.kind == REPLACE;
        deletions += edit.kind == DELETE;
    }
    return {substitutions, target.size - substitutions - deletions};
}

enum Status : int { DONE, OUT_OF_MEMORY, CANCELLED };

// Runs a measurement, as no exception may leave the interface.
template <class Measurement>
Status status_of(Measurement measure) {
    try {
        measure();
        return DONE;
    } catch (const Cancelled&) {
        return CANCELLED;
    } catch (const std::exception&) {  // of the standard library, for want of memory
        return OUT_OF_MEMORY;
    }
}

template <class Tokens>
void measure_distances(const Pairs& pairs, Index* distance, Index* pred_length, Index* target_length) {
    Pair<Tokens> pair;
    Search search(pairs.cancelled);
    pairs.each(pair, [&](Index i) {
        pred_length[i] = pair.pred_length();
        target_length[i] = pair.target_length();
        distance[i] = search.distance(pair.target(), pair.pred(), pair.distinct());
    });
}

template <class Tokens>
void measure_counts(const Pairs& pairs, bool are_nist, Index* substitutions, Index* hits,
                    Index* pred_length, Index* target_length) {
    Pair<Tokens> pair;
    Search search(pairs.cancelled);
    NistCounts nist;
    pairs.each(pair, [&](Index i) {
        pred_length[i] = pair.pred_length();
        target_length[i] = pair.target_length();
        const Numbers target = pair.target(), pred = pair.pred();
        Counts counts;
        if (are_nist) {
            counts = nist.count(target, pred, pairs.cancelled);
        } else {
            const Index longer = std::max(pred_length[i], target_length[i]);
            counts = unit_counts(search, target, pred, pair.distinct(), longer);
        }
        substitutions[i] = counts.substitutions;
        hits[i] = pair.common() + counts.hits;
    });
}

template <class Tokens>
void list_edits(const Pairs& pairs, const Index* starts, std::int8_t* kind, Index* target_index,
                Index* pred_index) {
    Pair<Tokens> pair;
    Search search(pairs.cancelled);
    pairs.each(pair, [&](Index i) {
        const Index longer = std::max(pair.pred_length(), pair.target_length());
        search.edits(pair.target(), pair.pred(), pair.distinct(), longer, false);
        Index at = starts[i];
        for (const Edit& edit : search.found()) {
            kind[at] = edit.kind;
            target_index[at] = edit.target + pair.prefix();
            pred_index[at] = edit.pred + pair.prefix();
            ++at;
        }
    });
}

}  // namespace

// ---------------------------------------------------------------------------------------------
// The interface
// ---------------------------------------------------------------------------------------------

// All functions take pairs: row i of `target` with row pred_of_pair[i] (null: row i) of `preds`,
// split into words (0) or characters (1). They return 0; 1 where memory is short; 2 where `cancelled`
// is no longer 0. Results are one element a pair.

// A number that changes with the interface.
EXPORTED int levmetrics_interface() { return 1; }

EXPORTED int levmetrics_distances(const LevColumn* preds, const LevColumn* target,
                                  const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                                  const volatile std::int32_t* cancelled, std::int64_t* distance,
                                  std::int64_t* pred_length, std::int64_t* target_length) {
    return status_of([&] {
        const auto measure = tokens ? measure_distances<Characters> : measure_distances<Words>;
        measure({preds, target, pred_of_pair, size, cancelled}, distance, pred_length, target_length);
    });
}

// `costs`: unit (0) or NIST's (1).
EXPORTED int levmetrics_counts(const LevColumn* preds, const LevColumn* target,
                               const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                               const volatile std::int32_t* cancelled, int costs,
                               std::int64_t* substitutions, std::int64_t* hits,
                               std::int64_t* pred_length, std::int64_t* target_length) {
    return status_of([&] {
        const auto measure = tokens ? measure_counts<Characters> : measure_counts<Words>;
        measure({preds, target, pred_of_pair, size, cancelled}, costs != 0, substitutions, hits,
                pred_length, target_length);
    });
}

// Writes the edits of pair i from starts[i] on; there are as many as its distance says.
// `kind`: replace (0), delete (1), insert (2).
EXPORTED int levmetrics_edits(const LevColumn* preds, const LevColumn* target,
                              const std::int64_t* pred_of_pair, std::int64_t size, int tokens,
                              const volatile std::int32_t* cancelled, const std::int64_t* starts,
                              std::int8_t* kind, std::int64_t* target_index,
                              std::int64_t* pred_index) {
    return status_of([&] {
        const auto list = tokens ? list_edits<Characters> : list_edits<Words>;
        list({preds, target, pred_of_pair, size, cancelled}, starts, kind, target_index, pred_index);
    });
}
