#!/bin/sh
# Runs one service and outlives it by a moment: when the process that started this guard ends, even
# by kill -9, the pipe on standard input ends too, and the service is stopped.
#
#   guard.sh SIGNAL GRACE_SECONDS COMMAND [ARGUMENT...]
#
# standard input   a pipe held open by the owner; its end means: stop the service
# standard output  the service's output and errors
# standard error   one line: the service's process id
# exit status      the service's
#
# Ctrl-C in a terminal goes to every process of the foreground group. The guard ignores it and the
# service runs in a group of its own, so that the owner alone decides in which order things stop.
signal=$1
grace=$2
shift 2
trap '' INT TERM HUP QUIT

# An asynchronous command of a script reads /dev/null; the watcher needs the owner's pipe.
exec 3<&0 </dev/null

if command -v setsid >/dev/null 2>&1; then
  (trap - INT TERM HUP QUIT; exec setsid "$@") 2>&1 3<&- &
  service=$!
else
  # macOS. Shells other than these two would take the terminal for themselves with -m.
  if [ -n "${BASH_VERSION:-}${ZSH_VERSION:-}" ]; then
    set -m
  fi
  (trap - INT TERM HUP QUIT; exec "$@") 2>&1 3<&- &
  service=$!
  set +m
fi
echo "$service" >&2

# From here on only the service holds the two pipes, so that their end is the service's end.
exec >/dev/null 2>&1

(
  while read -r _; do :; done <&3
  kill -s "$signal" "$service"
  waited=0
  while [ "$waited" -lt "$((grace * 10))" ] && kill -0 "$service"; do
    sleep 0.1
    waited=$((waited + 1))
  done
  kill -s KILL "$service"
) &
watcher=$!
exec 3<&-

wait "$service"
status=$?
kill -s KILL "$watcher"
exit "$status"
