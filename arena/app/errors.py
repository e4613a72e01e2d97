"""Why a run can't go on."""


class RunFailed(Exception):
    """A run that can't go on, for a reason that its user can mend; the message says which."""
