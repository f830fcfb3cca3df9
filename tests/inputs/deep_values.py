"""Values that are nested too deep to be scored."""

ITSELF: list = []
ITSELF.append({"again": ITSELF})
DEEP: list = []
for _ in range(10_000):
    DEEP = [DEEP]
