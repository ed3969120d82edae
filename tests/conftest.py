"""Settings of hypothesis for all tests: a slow machine is no failure, so examples have no deadline.

Where the variable CI is set, each run tries the same examples, so that a change is judged by what it changes. Anywhere
else each run tries new ones.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "gosub", deadline=None, derandomize="CI" in os.environ, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("gosub")
