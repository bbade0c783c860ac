#!/bin/sh
# Fuzzes the reader of frames and calls, of JSON, and of interface descriptions with libFuzzer and
# AddressSanitizer, on one core.
#
# usage: fuzz.sh [SECONDS]
#   SECONDS  for each of the three; left out: they take turns of ten minutes until stopped
#
# What it finds new goes to .build-fuzz/corpus; an input that breaks a property to .build-fuzz/broken.
# `fuzz.sh keep` puts the smallest set of inputs with the same coverage into Fuzz/Corpus, where
# `swift test` replays them.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
build=.build-fuzz
export VARLINK_FUZZ=1

for target in JSON Frames Interfaces; do
    # gold fails on the coverage sections; lld comes with the Swift toolchain.
    swift build -c release --scratch-path "$build" --product "Fuzz$target" \
        -Xswiftc -sanitize=fuzzer,address -Xswiftc -use-ld=lld
done
mkdir -p "$build/broken"

fuzz() {
    target=$1 corpus=$2 dictionary=$3 length=$4
    shift 4
    mkdir -p "$build/corpus/$corpus"
    "$build/release/Fuzz$target" "$@" "-max_len=$length" "-dict=Fuzz/$dictionary.dict" -timeout=5 \
        -rss_limit_mb=2048 -print_final_stats=1 "-artifact_prefix=$build/broken/$corpus-"
}

all() {
    fuzz JSON json json 300 "$@" "$build/corpus/json" Fuzz/Corpus/json
    fuzz Frames frames json 500 "$@" "$build/corpus/frames" Fuzz/Corpus/frames
    fuzz Interfaces interfaces varlink 400 "$@" "$build/corpus/interfaces" Fuzz/Corpus/interfaces
}

case ${1-} in
keep)
    fuzz JSON json json 300 -merge=1 Fuzz/Corpus/json "$build/corpus/json"
    fuzz Frames frames json 500 -merge=1 Fuzz/Corpus/frames "$build/corpus/frames"
    fuzz Interfaces interfaces varlink 400 -merge=1 Fuzz/Corpus/interfaces "$build/corpus/interfaces"
    ;;
"") while :; do all -max_total_time=600; done ;;
*) all "-max_total_time=$1" ;;
esac
