"""Random sessions, and ways to write small ones."""

import random
from typing import Any

Segment = dict[str, Any]
Session = list[Segment]


def segment(
    speaker: str, words: str, start: float | None = None, end: float | None = None, **more: Any
) -> Segment:
    """Make a segment; without times, if there is no start."""
    times = {} if start is None else {"start_time": start, "end_time": end}
    return {"speaker": speaker, "words": words, **times, **more}


def random_time(rng: random.Random, last: float) -> float:
    """Return a time that others often equal, or one that they never do."""
    return rng.choice([round(4 * rng.uniform(0, last)) / 4, rng.uniform(0, last)])


def random_session(
    rng: random.Random,
    speakers: int = 5,
    segments: int = 8,
    words: tuple[str, ...] = ("a", "b", "cc", "dddd"),
    most_words: int = 4,
    names: str = "ABCDE",
) -> Session:
    """Make a session, in no order; some segments are empty, and some have no length."""
    chosen = rng.sample(names, rng.randint(1, speakers))
    session = []
    for _ in range(rng.randint(0, segments)):
        start = random_time(rng, 8)
        end = start if rng.random() < 0.15 else start + random_time(rng, 3)
        text = " ".join(rng.choices(words, k=rng.randint(0, most_words)))
        session.append(segment(rng.choice(chosen), text, start, end))
    if session and rng.random() < 0.2:  # who says nothing
        session.append(segment("silent", "", 1.0, 2.0))
    return session


def recognised(rng: random.Random, reference: Session, names: str = "ABCDE") -> Session:
    """Make what a system may find of a session: with errors, and speakers of other names."""
    called = dict(zip("ABCDE", rng.sample(names, len(names)), strict=True))
    found = []
    for each in reference:
        if rng.random() < 0.1:
            continue
        words = [
            rng.choice(["", "a", "b", f"{word} {word}"]) if rng.random() < 0.2 else word
            for word in each["words"].split()
        ]
        name = called.get(each["speaker"], "silent")
        start = each["start_time"] + rng.choice([0, 0, 0.25, -0.1])
        found.append(
            segment(
                rng.choice(names) if rng.random() < 0.15 else name,
                " ".join(words),
                start,
                max(start, each["end_time"] + rng.choice([0, 0, -0.25, 0.3])),
            )
        )
    rng.shuffle(found)
    return found


def random_pair(rng: random.Random) -> tuple[Session, Session]:
    """Return reference and hypothesis of a session, which may have nothing in common."""
    reference = random_session(rng)
    if rng.random() < 0.4:
        return reference, random_session(rng)
    return reference, recognised(rng, reference)


def random_meeting(
    seed: int, words: int, speakers: int, errors: float, moved: float
) -> tuple[Session, Session]:
    """Return reference and hypothesis of a long meeting.

    Args:
        seed: of all that is random.
        words: about how many are said.
        speakers: how many there are.
        errors: the share of words that are recognised wrongly.
        moved: the share of segments that are found of another speaker.

    """
    rng = random.Random(seed)
    vocabulary = [f"w{number}" for number in range(2000)]
    weights = [1 / (number + 3) for number in range(2000)]
    reference, hypothesis, time, said = [], [], 0.0, 0
    while said < words:
        text = rng.choices(vocabulary, weights, k=rng.choice([1, 1, 2, 3, 5, 8, 12, 15, 20]))
        speaker, length = rng.randrange(speakers), 0.35 * len(text)
        reference.append(segment(f"said by {speaker}", " ".join(text), time, time + length))
        found = []
        for word in text:
            kind = rng.random() * 3 / errors
            if kind < 1:
                continue
            found.append(rng.choices(vocabulary, weights)[0] if kind < 2 else word)
            if 2 <= kind < 3:
                found.append(rng.choices(vocabulary, weights)[0])
        if rng.random() < moved:
            speaker = rng.randrange(speakers)
        start = time + rng.uniform(-0.2, 0.2)
        hypothesis.append(segment(f"found {speaker}", " ".join(found), start, start + length))
        time += length * rng.uniform(0.6, 1.2)
        said += len(text)
    return reference, hypothesis
