// The texts of the wordings nearest to the predictions, for references with alternatives.

#pragma once

#include <cstdint>
#include <cstring>
#include <vector>

#include "alternatives.hpp"
#include "cuts.hpp"
#include "words.hpp"

namespace lev {

// Copies the bytes of the references, with spaces for everything outside the nearest wording, and counts
// the optional words that each leaves out. Returns whether all references are plain; see Cutter.
inline bool write_wordings(const LevColumn* preds, const LevColumn* references, const Index* pred_of_pair,
                           const volatile std::int32_t* cancelled, bool are_nist, bool are_braces,
                           Byte* wordings, Index* omitted) {
    const Index* bounds = references->offsets;
    const Index begin = bounds[0], size = bounds[references->rows] - begin;
    if (size) std::memcpy(wordings + begin, references->data + begin, static_cast<std::size_t>(size));
    LevColumn segments{wordings, nullptr, 0};
    Cutter cutter(are_braces);
    PathSearch<Words> search(&segments, are_nist, cancelled);
    std::vector<Index> starts, parts, left_out;
    std::vector<Byte> are_chosen;
    for (Index row = 0; row < references->rows; ++row) {
        if (*cancelled) throw Cancelled{};
        starts.assign(1, bounds[row]);
        parts.assign(1, 0);
        left_out.assign(1, 0);
        const bool is_plain = cutter.cut(
            text_of(*references, row),
            [&](const Byte* at, Part part, bool is_omission) {
                wordings[at - references->data] = ' ';
                parts.push_back(part);
                parts.push_back(static_cast<Index>(starts.size()));
                starts.push_back(at - references->data);
                left_out.push_back(is_omission);
            },
            [&](const Byte* at) { wordings[at - references->data] = ' '; });
        if (!is_plain) return false;
        omitted[row] = 0;
        if (parts.size() == 1) continue;
        are_chosen.assign(starts.size(), false);
        segments.rows = static_cast<Index>(starts.size());
        starts.push_back(bounds[row + 1]);
        segments.offsets = starts.data();
        const Text pred = text_of(*preds, pred_of_pair ? pred_of_pair[row] : row);
        search.choose(pred, parts.data(), parts.data() + parts.size(), left_out.data(), are_chosen.data());
        for (std::size_t i = 0; i < are_chosen.size(); ++i) {
            if (are_chosen[i]) omitted[row] += left_out[i];
            const auto length = static_cast<std::size_t>(starts[i + 1] - starts[i]);
            if (!are_chosen[i] && length) std::memset(wordings + starts[i], ' ', length);
        }
    }
    return true;
}

}  // namespace lev
