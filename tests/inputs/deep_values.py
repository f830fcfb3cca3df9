"""Values that are nested too deep to be scored."""

ITSELF: list = []
ITSELF.append({"again": ITSELF})
DEEP: list = []
for _ in range(1_500):  # deeper than Python recurses; Arrow takes time by the square of the depth
    DEEP = [DEEP]
