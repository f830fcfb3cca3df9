"""The example's numbers come out of every format that it is written in."""

import pytest

from tests.corpora import SPEECH
from tests.shell import scored

PREDICTIONS, REFERENCES = SPEECH.systems["wide_beams"], SPEECH.references
IDS = [f"utt-{number}" for number in range(len(REFERENCES))]


def lines(texts):
    return "".join(f"{text}\n" for text in texts)


@pytest.mark.parametrize("order", [1, -1])
def test_groups_of_the_references_and_several_systems_are_matched_by_id(
    tmp_path, monkeypatch, order
):
    monkeypatch.chdir(tmp_path)
    rows = ["u1,a b,x", "u2,c,y"]
    (tmp_path / "ref.csv").write_text(lines(["id,text,voice", *rows]))
    for name in ("hyp.csv", "other.csv"):
        (tmp_path / name).write_text(lines(["id,text", *["u1,a", "u2,c"][::order]]))
    (tmp_path / "ref.stm").write_text("f 1 ann 0 2 a b\nf 1 bob 2 4 c\n")
    (tmp_path / "hyp.ctm").write_text("f 1 0.1 0.2 a\nf 1 2.1 0.2 c\n")
    for files, of_groups in (
        (("ref.csv", "hyp.csv", "--groups", "voice"), {"x": 0.5, "y": 0.0}),
        (("ref.stm", "hyp.ctm", "--groups", "speaker"), {"ann": 0.5, "bob": 0.0}),
    ):
        groups = scored("wer", *files)["groups"]
        assert {label: result["wer"] for label, result in groups.items()} == of_groups
    systems = scored("compare", "wer", "-r", "ref.csv", "-p", "hyp.csv", "other.csv")["systems"]
    assert [system["wer"] for system in systems.values()] == [1 / 3, 1 / 3]


def test_japanese_of_excel_takes_one_option(tmp_path):
    path = tmp_path / "結果.csv"
    path.write_bytes("参照,予測\n今日は晴れ,今日は雨\n".encode("cp932"))
    assert scored("score", "cer", "--file", path, "--encoding", "cp932")["hits"] == 3
