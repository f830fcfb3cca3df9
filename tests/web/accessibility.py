"""What axe finds on a page."""

from axe_playwright_python.sync_playwright import Axe


def findings(page):
    """Return what axe finds that is more than minor: rules, with the first elements."""
    return [
        (violation["id"], [node["target"] for node in violation["nodes"]][:5])
        for violation in Axe().run(page).response["violations"]
        if violation["impact"] != "minor"
    ]
