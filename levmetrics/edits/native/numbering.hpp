// Numbers of tokens: equal ones for equal bytes.

#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "bytes.hpp"

namespace lev {

#if defined(LEVMETRICS_TEST_LONG)  // a build in which most tokens collide
constexpr Word HASH_BITS = 1;
#else
constexpr Word HASH_BITS = ALL_ONES;
#endif

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

// Gives equal tokens equal numbers. The table is reused for all pairs: a slot is valid only with the
// current stamp, so that the table need not be cleared.
class Numbering {
  public:
    // Begins a new pair, whose tokens have numbers above the reserved ones.
    void begin(Number reserved) {
        ++stamp_;
        mask_ = FEWEST_ENTRIES - 1;
        distinct_ = reserved_ = reserved;
    }

    Number number(const Token& token) {
        Slot& slot = find(token);
        if (slot.stamp == stamp_) return slot.number;
        slot = {stamp_, ++distinct_};
        if (2 * (distinct_ - reserved_) > mask_) grow();
        return distinct_;
    }

    Number known_number(const Token& token) {
        const Slot& slot = find(token);
        return slot.stamp == stamp_ ? slot.number : 0;
    }

    Number distinct() const { return distinct_; }

  private:
    static constexpr std::size_t FEWEST_ENTRIES = 256;  // most tokens find theirs at once

    struct Slot {
        std::uint64_t stamp = 0;
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

    // Uses twice as many entries.
    void grow() {
        const std::uint64_t before = stamp_++;
        kept_.clear();
        for (Word at = 0; at <= mask_; ++at) {
            if (entries_[at].slot.stamp == before) kept_.push_back(entries_[at]);
        }
        mask_ = 2 * mask_ + 1;
        if (entries_.size() <= mask_) entries_.resize(mask_ + 1);
        for (const Entry& entry : kept_) find(entry.token) = {stamp_, entry.slot.number};
    }

    std::vector<Entry> entries_ = std::vector<Entry>(FEWEST_ENTRIES);
    std::vector<Entry> kept_;
    Word mask_ = 0;
    std::uint64_t stamp_ = 0;
    Number distinct_ = 0, reserved_ = 0;
};

}  // namespace lev
