"""Runs one command and writes its seconds, peak memory and exit status to a descriptor: launch.py DESCRIPTOR PROGRAM...

It is a process of its own since a child's peak memory starts, on Linux, at what its parent has; this one has little.
"""

import os
import sys
import time

report = int(sys.argv[1])
os.set_inheritable(report, False)
began = time.perf_counter()
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, state, usage = os.wait4(child, 0)
seconds = time.perf_counter() - began
os.write(report, f"{seconds} {usage.ru_maxrss} {os.waitstatus_to_exitcode(state)}".encode())
