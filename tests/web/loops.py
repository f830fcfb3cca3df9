"""Coroutines beside a browser, whose own loop runs in this thread already."""

import asyncio
from concurrent.futures import ThreadPoolExecutor


def run(coroutine):
    """Return what a coroutine returns, run in a thread of its own."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()
