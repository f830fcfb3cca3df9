"""The documentation's pictures and film are made of the page as it is."""

from io import BytesIO

import pytest
from PIL import Image

from docs.images.make import PICTURES, Film, take, take_report

pytestmark = pytest.mark.slow


class Window:
    """A page whose window has another colour each time it is looked at."""

    def __init__(self):
        self.looks = 0

    def screenshot(self):
        self.looks += 1
        file = BytesIO()
        Image.new("RGB", (40, 30), (60 * self.looks, 0, 0)).save(file, "PNG")
        return file.getvalue()


def seconds(path):
    with Image.open(path) as film:
        total = 0
        for number in range(film.n_frames):
            film.seek(number)
            film.load()
            total += film.info["duration"]
    return total / 1000


def test_a_film_shows_each_frame_as_long_as_it_was_told(tmp_path):
    film = Film(Window())
    for milliseconds in (500, 1500, 1000):
        film.show(milliseconds)
    film.save(tmp_path / "film.webp")
    assert seconds(tmp_path / "film.webp") == 3


# The dark one, and the light one of a Japanese page: the other one is as they are.
@pytest.mark.parametrize("picture", PICTURES[1:], ids=lambda picture: picture.name)
def test_pictures_show_results_in_the_face_that_they_name(url, browser, tmp_path, picture):
    path = take(browser, url, picture, tmp_path)
    with Image.open(path) as image:
        assert image.width > 900
        assert image.height > 700
        corner = image.convert("RGB").getpixel((2, 30))
    assert (sum(corner) < 200) is (picture.face == "dark")


def test_a_picture_of_the_report_has_the_face_that_it_names(browser, tmp_path):
    with Image.open(take_report(browser, "dark", tmp_path)) as image:
        corner = image.convert("RGB").getpixel((2, 30))
    assert sum(corner) < 200
