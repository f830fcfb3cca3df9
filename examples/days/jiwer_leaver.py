"""A day of a speech engineer who leaves jiwer.

First by one changed import, then by the calls of levmetrics: a chain of normalizers with rules of
the house, the alignment of a sentence, the worst sentences, and two systems compared. Each number
stands beside jiwer's. It needs jiwer, and runs in seconds.
"""

from __future__ import annotations

import jiwer

import levmetrics as lm
import levmetrics.jiwer as same_as_jiwer
from levmetrics.formats.examples import read_example
from levmetrics.normalizers import remove_words, replace_words

FILLERS = ["uh", "um", "you know"]
SPELLINGS = {"grey": "gray", "colour": "color", "mister": "mr"}


def beside(name: str, ours: float, theirs: float) -> None:
    """Print a number beside jiwer's, and stop if they differ."""
    print(f"{name:<38} {ours:<20} jiwer {theirs}")
    assert ours == theirs, name


def main() -> None:
    """Score what a real recogniser heard of synthetic voices, by both."""
    speech = read_example("speech_en")
    said, wide, narrow = speech.references, *speech.systems.values()

    # Morning: one import is changed, and nothing else.
    theirs = jiwer.process_words(said, wide)
    ours = same_as_jiwer.process_words(said, wide)
    for measure in ("wer", "mer", "wil", "wip", "substitutions", "deletions", "insertions", "hits"):
        beside(f"levmetrics.jiwer, {measure}", getattr(ours, measure), getattr(theirs, measure))
    assert same_as_jiwer.visualize_alignment(ours) == jiwer.visualize_alignment(theirs)

    # Noon: the calls of levmetrics. Predictions come first here.
    run = lm.score(wide, said, "wer", groups=speech.groups)
    beside("score", run.score, theirs.wer)
    beside("cer", lm.cer(wide, said), jiwer.cer(said, wide))
    for voice, result in run.by_group().items():
        of_voice = [i for i, name in enumerate(speech.groups) if name == voice]
        rate = jiwer.wer([said[i] for i in of_voice], [wide[i] for i in of_voice])
        beside(f"by_group, {voice}", result["wer"], rate)

    # Rules of the house: a list of names and rules, for both sides.
    chain = ["lower", "delete_punctuation", replace_words(SPELLINGS), remove_words(FILLERS)]
    transforms = jiwer.Compose(
        [
            jiwer.ToLowerCase(),
            jiwer.RemovePunctuation(),
            jiwer.SubstituteWords(SPELLINGS),
            jiwer.SubstituteRegexes({rf"\b{filler}\b": " " for filler in FILLERS}),
            jiwer.wer_default,
        ]
    )
    talk, notes = ["Uh, the grey cat, you know!", *wide], ["The gray cat", *said]
    by_rules = jiwer.wer(notes, talk, transforms, transforms)
    beside("score, rules of the house", lm.wer(talk, notes, normalizer=chain), by_rules)

    # What went wrong: the worst sentences, and how each was heard.
    worst = run.worst(1).to_pylist()[0]
    print("\n" + str(run.alignment(worst["sample"])) + "\n")
    beside("wer of the worst", worst["wer"], jiwer.wer(worst["reference"], worst["prediction"]))
    print("most frequent:", run.confusions(3).substitutions)

    # Evening: is the other system worse by more than luck?
    # Four voices are few, which a warning says: sentences of one voice are not independent.
    comparison = lm.compare({"wide": run, "narrow": lm.score(narrow, said, "wer")})
    beside("compare, narrow", comparison["systems"]["narrow"]["wer"], jiwer.wer(said, narrow))
    pair = comparison["pairs"][0]
    beside("compare, difference", pair["difference"], jiwer.wer(said, narrow) - theirs.wer)
    print(f"\n{comparison}")


if __name__ == "__main__":
    main()
