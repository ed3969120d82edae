"""Settings of hypothesis for all tests: a slow machine is no failure, so examples have no deadline."""

from hypothesis import HealthCheck, settings

settings.register_profile("gosub", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("gosub")
