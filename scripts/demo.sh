#!/bin/bash
# Shows LifeSignal at work: the real daemon and sender on a directory of their own, ./run, with a small
# household whose intervals are seconds. Stays up until Ctrl-C.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

programs=$(swift build --show-bin-path)
state=$PWD/run
socket=$state/lifesignal.sock
pids=()

if [[ -t 1 && -z ${NO_COLOR:-} ]]; then
    bold=$'\e[1m' dim=$'\e[2m' plain=$'\e[0m'
else
    bold='' dim='' plain=''
fi

# Longer ones don't fit into a socket's address: unix(7).
if ((${#socket} > 107)); then
    own=$(mktemp -d)
    socket=$own/lifesignal.sock
fi

end() {
    trap - EXIT INT TERM
    for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
    for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
    if [[ -n ${own:-} ]]; then rm -rf "$own"; fi
}
trap end EXIT
trap 'echo; echo "Stopped. The household is kept in $state."; exit 0' INT TERM

# ---- a directory of its own -----------------------------------------------------------------------

mkdir -p "$state"
chmod 700 "$state"
if ! flock --nonblock "$state/lock" true; then
    echo "Another LifeSignal is running on $state; end that one first." >&2
    exit 1
fi
rm -rf "${state:?}"/lifesignal.* "$state"/hooks "$state"/*.log
mkdir -p "$state/hooks"
cat >"$state/lifesignal.yaml" <<'YAML'
operators: [carla]
pings: { expireAfter: 6s }
YAML
# A channel that anyone can write: it gets the notice as JSON and shows it.
cat >"$state/hooks/show" <<'HOOK'
#!/bin/bash
python3 -c '
import json, os, sys
notice = json.load(sys.stdin)
with open(os.environ.get("LIFESIGNAL_SHOW", "notices.log"), "a") as log:
    log.write("\n  \u2709  to %s: %s\n" % (notice["to"], notice["title"]))
    log.writelines("     | %s\n" % line for line in notice["body"].splitlines())
'
HOOK
sed -i "s|notices.log|$state/notices.log|" "$state/hooks/show"
chmod 755 "$state/hooks/show"
touch "$state/notices.log"

# ---- the programs ---------------------------------------------------------------------------------

export LIFESIGNAL_SOCKET=$socket
PATH=$programs:$PATH
lifesignald --config "$state/lifesignal.yaml" --state-directory "$state" --socket "$socket" \
    2>"$state/lifesignald.log" &
pids+=($!)
for _ in {1..100}; do
    if [[ -S $socket ]]; then break; fi
    if ! kill -0 "${pids[0]}" 2>/dev/null; then
        cat "$state/lifesignald.log" >&2
        exit 1
    fi
    sleep 0.1
done
lifesignal-notify --config "$state/lifesignal.yaml" --socket "$socket" \
    2>"$state/lifesignal-notify.log" &
pids+=($!)

# ---- what there is to see -------------------------------------------------------------------------

# The journal as it grows, and the notices as they arrive.
sed -u "s/^[^ ]* lifesignald: \([a-z]*\): /  ${dim}[\1]${plain} /" \
    < <(exec tail -n +1 -F --pid=$$ "$state/lifesignald.log" 2>/dev/null) &
pids+=($!)
tail -n +1 -F --pid=$$ "$state/notices.log" 2>/dev/null &
pids+=($!)

say() { printf '\n%s— %s —%s\n' "$bold" "$1" "$plain"; }
run() {
    local shown='' word
    for word; do
        if [[ $word == *' '* ]]; then shown+=" \"$word\""; else shown+=" $word"; fi
    done
    printf '\n%s$%s%s\n' "$bold" "$shown" "$plain"
    "$@"
    sleep 0.4
}
# Waits until the audit trail has an event of a kind, at most so many seconds.
await() {
    local kind=$1 seconds=$2
    for ((i = 0; i < seconds * 4; i++)); do
        if lifesignalctl events --json | grep -q "\"kind\":\"$kind\""; then
            sleep 1
            return
        fi
        sleep 0.25
    done
    echo "Nothing of the kind $kind within $seconds s." >&2
    exit 1
}

say "A household: Ana lives alone, Ben looks out for her, Carla runs the server"
run lifesignalctl user add carla --name "Carla" --check-in
run lifesignalctl user add ben --name "Ben 陳" --check-in
run lifesignalctl user add ana --name "Ana Müller" --phone "+49 30 1234567" \
    --note "The neighbour has a key." --interval 15s --reminder 5s
run lifesignalctl responder add ana ben
run lifesignalctl responder add ben carla
for user in ana ben carla; do run lifesignalctl channel add -u "$user" exec:show; done

say "Ana checks in. Every 15 seconds here; a day at home"
run lifesignalctl check-in -u ana
run lifesignalctl status

say "Ana is silent: a reminder 5 seconds ahead, then Ben is told"
await reminderDue 20
await becameNonResponsive 20
run lifesignalctl status ana

say "Ben asks whether she is all right; nobody answers, the question expires"
run lifesignalctl ping send ana -u ben
await pingExpired 20

say "Ben has reached her: she checks in, and everybody who was told hears it"
run lifesignalctl check-in -u ana
await recovered 10
run lifesignalctl user set -u ana --interval 24h --reminder 2h
run lifesignalctl status

cat <<TEXT

${bold}It stays up for you.${plain} In another terminal:

  export LIFESIGNAL_SOCKET=$socket
  export PATH=$programs:\$PATH
  lifesignalctl status
  lifesignalctl user explain ana
  lifesignalctl alert raise -u ana
  lifesignalctl notifications -u ben
  lifesignalctl events --follow

Everything is in $state. Ctrl-C ends it.
TEXT
wait "${pids[0]}"
