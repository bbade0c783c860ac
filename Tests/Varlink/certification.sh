#!/bin/sh
# The official conformance run of the PyPI package `varlink`, in both directions, and the differences
# between its server and ours.
#
# usage: certification.sh BIN VENV
#   BIN   the folder with the built varlink-certification (swift build --show-bin-path)
#   VENV  where the virtual environment with the package is, or is to be made
set -eu
bin=$1
venv=$2
here=$(dirname "$0")
version=31.0.0

if ! "$venv/bin/python" -c "import varlink" 2>/dev/null; then
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "varlink==$version"
fi
python=$venv/bin/python

scratch=$(mktemp -d)
ours=$scratch/ours
theirs=$scratch/theirs
servers=
finish() {
    status=$?
    for server in $servers; do kill "$server" 2>/dev/null || true; done
    if [ "$status" -ne 0 ]; then cat "$scratch"/*.log >&2; fi
    rm -rf "$scratch"
}
trap finish EXIT

"$bin/varlink-certification" serve "unix:$ours" >"$scratch/ours.log" 2>&1 &
servers=$!
"$python" -m varlink.tests.test_certification "--varlink=unix:$theirs" >"$scratch/theirs.log" 2>&1 &
servers="$servers $!"

# Both listen once their sockets take connections.
"$python" - "$ours" "$theirs" <<'END'
import socket, sys, time
for path in sys.argv[1:]:
    for attempt in range(200):
        try:
            socket.socket(socket.AF_UNIX).connect(path)
            break
        except OSError:
            time.sleep(0.05)
    else:
        sys.exit(f"nothing listens at {path}")
END

echo "their client, our server"
"$python" -m varlink.tests.test_certification --client "--varlink=unix:$ours" >"$scratch/client.log"
grep -x "Certification passed" "$scratch/client.log"
echo "our client, their server"
"$bin/varlink-certification" call "unix:$theirs"
echo "our client, our server"
"$bin/varlink-certification" call "unix:$ours"
echo "their client, our server, activated by a socket"
"$python" -m varlink.tests.test_certification --client \
    "--activate=$bin/varlink-certification serve \$VARLINK_ADDRESS" >"$scratch/activated.log"
grep -x "Certification passed" "$scratch/activated.log"
echo "our client, our server, activated by a socket"
"$bin/varlink-certification" activate "$bin/varlink-certification" serve '$VARLINK_ADDRESS'
echo "our client, their server, activated by a socket"
"$bin/varlink-certification" activate "$python" -m varlink.tests.test_certification \
    '--varlink=$VARLINK_ADDRESS'
echo "the same bytes to both servers"
"$python" "$here/differences.py" "$ours" "$theirs"
