"""Limits on the size of texts and files, for servers whose users are not trusted."""

from __future__ import annotations

from dataclasses import dataclass

from levmetrics.arrays import IntArray
from levmetrics.errors import InputError

NO_LIMIT = 1 << 62  # more than any memory holds


@dataclass(frozen=True)
class Limits:
    """Upper limits on texts and files.

    Attributes:
        owner: the page or machine that sets the limits, for messages.
        rows: samples in a column.
        characters_per_text: characters of one text.
        characters: characters of all texts in a column.
        file_bytes: bytes of a file.
        columns: columns of a file.

    """

    owner: str = "this machine"
    rows: int = NO_LIMIT
    characters_per_text: int = NO_LIMIT
    characters: int = NO_LIMIT
    file_bytes: int = NO_LIMIT
    columns: int = NO_LIMIT

    def check_texts(self, lengths: IntArray, name: str) -> None:
        """Refuse texts that exceed a limit on their number or lengths.

        Args:
            lengths: characters (or bytes) of every text.
            name: the name of the column, for the message.

        Raises:
            InputError: naming the limit.

        >>> import numpy as np
        >>> Limits("this page", rows=2).check_texts(np.array([1, 1, 1]), "predictions")
        Traceback (most recent call last):
        levmetrics.errors.InputError: predictions: 3 texts are more than the 2 of this page

        """
        self.check_rows(len(lengths), name)
        longest, characters = int(lengths.max(initial=0)), int(lengths.sum())
        if longest > self.characters_per_text:
            raise InputError(
                "table.long_text",
                side=name,
                number=int(lengths.argmax()) + 1,
                length=longest,
                most=self.characters_per_text,
                owner=self.owner,
            )
        if characters > self.characters:
            limit = {"most": self.characters, "owner": self.owner}
            raise InputError("table.too_many_characters", side=name, count=characters, **limit)

    def check_rows(self, rows: int, name: str) -> None:
        """Refuse more texts than the limit.

        Raises:
            InputError: naming the limit.

        """
        if rows > self.rows:
            limit = {"most": self.rows, "owner": self.owner}
            raise InputError("table.too_many_texts", side=name, count=rows, **limit)

    def check_file(self, file: str, size: int) -> None:
        """Refuse a file of too many bytes.

        Raises:
            InputError: naming the limit.

        """
        if size > self.file_bytes:
            raise InputError("file.too_large", file=file, megabytes=self.file_bytes / 1_000_000)

    def check_columns(self, file: str, columns: int) -> None:
        """Refuse too many columns.

        Raises:
            InputError: naming the limit.

        """
        if columns > self.columns:
            limit = {"most": self.columns, "owner": self.owner}
            raise InputError("table.too_many_columns", file=file, count=columns, **limit)


NO_LIMITS = Limits()
