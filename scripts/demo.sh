#!/bin/bash
# Starts the daemon that was built here on a directory of its own, ./run, and keeps it up until Ctrl-C.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=$(swift build --show-bin-path)
state=$PWD/run
socket=$state/lifesignal.sock
# Longer ones don't fit into a socket's address: unix(7).
if ((${#socket} > 107)); then
    own=$(mktemp -d)
    socket=$own/lifesignal.sock
fi

mkdir -p "$state"
chmod 700 "$state"
# A socket left over by a daemon that was killed would look like an answer.
if ! flock --nonblock "$state/lock" rm -f "$socket"; then
    echo "Another LifeSignal is running on $state; end that one first." >&2
    exit 1
fi
"$programs/lifesignald" --state-directory "$state" --socket "$socket" &
daemon=$!

end() {
    trap - EXIT INT TERM
    kill "$daemon" 2>/dev/null || true
    wait "$daemon" 2>/dev/null || true
    if [[ -n ${own:-} ]]; then rm -rf "$own"; fi
}
trap end EXIT
trap 'echo; exit 0' INT TERM

while [[ ! -S $socket ]]; do
    if ! kill -0 "$daemon" 2>/dev/null; then
        status=0
        wait "$daemon" || status=$?
        echo "lifesignald has ended before it could be asked anything (status $status)." >&2
        exit 1
    fi
    sleep 0.1
done

cat <<TEXT
lifesignald is up, with its state in $state. In another terminal:

  export LIFESIGNAL_SOCKET=$socket
  $programs/lifesignalctl status

Ctrl-C ends it.
TEXT
wait "$daemon"
