"""The documentation's pictures are made of the page as it is."""

import pytest
from PIL import Image

from docs.images.make import PICTURES, take, take_report

pytestmark = pytest.mark.slow


def is_dark(path):
    with Image.open(path) as image:
        return sum(image.convert("RGB").getpixel((2, 30))) < 200


# The dark one, and the light one of a Japanese page: the other one is as they are.
@pytest.mark.parametrize("picture", PICTURES[1:], ids=lambda picture: picture.name)
def test_pictures_show_results_in_the_face_that_they_name(url, browser, tmp_path, picture):
    path = take(browser, url, picture, tmp_path)
    with Image.open(path) as image:
        assert min(image.size) > 700
    assert is_dark(path) is (picture.face == "dark")


def test_a_picture_of_the_report_has_the_face_that_it_names(browser, tmp_path):
    assert is_dark(take_report(browser, "dark", tmp_path))
