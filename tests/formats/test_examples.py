"""Files are read as they stand."""

import pytest

from levmetrics.errors import InputError
from levmetrics.formats.examples import read_pairs


def test_every_character_but_tab_and_line_end_is_text(tmp_path):
    path = tmp_path / "pairs.tsv"
    path.write_text('1\t"a\t\n2\tNA\tnull\n3\t今日,は\t"x"\n', encoding="utf-8")
    preds, references = read_pairs(path)
    assert references.texts.to_pylist() == ['"a', "NA", "今日,は"]
    assert preds.texts.to_pylist() == ["", "null", '"x"']


@pytest.mark.parametrize("content", [b"", b"1\ta\n", b"1\ta\t\xff\n"])
def test_a_file_of_another_kind_is_named(tmp_path, content):
    path = tmp_path / "pairs.tsv"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_pairs(path)
    assert str(caught.value).startswith(f"{path} is not a UTF-8 file of lines with id, reference")
    assert "\n" not in str(caught.value)
