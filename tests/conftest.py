"""Settings of hypothesis for all tests: few examples, and no deadline, because a slow machine is no failure.

Where the variable CI is set, each run tries the same examples, so that a change is judged by what it changes. Anywhere
else each run tries new ones.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "gosub",
    max_examples=40,
    deadline=None,
    derandomize="CI" in os.environ,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("gosub")
