"""Runs a program, and writes what it and its children took to usage.json: measure.py COMMAND ARGUMENTS"""

import json
import resource
import subprocess
import sys
import time

begin = time.monotonic()
code = subprocess.call(sys.argv[1:])
milliseconds = 1000 * (time.monotonic() - begin)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
usage = {
    "milliseconds": milliseconds,
    "cpuMilliseconds": 1000 * (used.ru_utime + used.ru_stime),
    # In kB, but on macOS in bytes.
    "peakMiB": used.ru_maxrss / (2**20 if sys.platform == "darwin" else 2**10),
}
with open("usage.json", "w", encoding="utf-8") as file:
    json.dump(usage, file)
sys.exit(code)
