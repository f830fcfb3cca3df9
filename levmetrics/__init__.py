"""levmetrics: exact, fast text similarity and error rates, in every script.

>>> import levmetrics as lm
>>> run = lm.score(["is there"], ["who is there"])
>>> run.score, run["deletions"]
(0.3333333333333333, 1)
>>> lm.cer(["is here"], ["is there"])
0.125
"""

from importlib import import_module

from levmetrics.version import __version__ as __version__


def _modules() -> dict[str, str]:
    """Return the module of each public name, as ``__init__.pyi`` lists them for type checkers."""
    import ast  # slow to load, as are all modules of this package but the version
    from pkgutil import get_data

    listed = ast.parse(get_data(__name__, "__init__.pyi") or b"").body  # of a zip file too
    lines = (each for each in listed if isinstance(each, ast.ImportFrom))
    return {name.name: str(each.module) for each in lines for name in each.names}


def __getattr__(name: str) -> object:
    if name == "__all__":
        return sorted(_modules())
    if name.startswith("__") or name not in (modules := _modules()):
        raise AttributeError(f"module 'levmetrics' has no attribute {name!r}")
    try:
        value = getattr(import_module(modules[name]), name)
    except ImportError as error:
        return _placeholder(name, str(error))
    globals()[name] = value
    return value


def _placeholder(name: str, message: str) -> type:
    """Return a class that raises on use, for a name whose packages are missing."""

    def refuse(*_: object, **__: object) -> None:
        raise ImportError(message)

    namespace = {"__new__": refuse, "__init_subclass__": classmethod(refuse), "__doc__": message}
    return type(name, (), {**namespace, "__module__": __name__})


def __dir__() -> list[str]:
    return sorted({*globals(), *_modules()} - {"import_module"})
