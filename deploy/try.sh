#!/bin/sh
# What the Dockerfile does, without Docker: build the wheel, install it into a bare environment with the versions of the
# lock file, start it as the image does, ask it, stop it. In the folder of the repository; needs make, and a way to packages.
set -eu
place=$(mktemp -d)
port=${PORT:-8790}
trap 'rm -rf "$place"' EXIT

make wheel
grep -oE '^[A-Za-z0-9._-]+==[^ ;]+' requirements.lock > "$place/constraints.txt"
"${PYTHON:-python3}" -m venv "$place/venv"
"$place/venv/bin/pip" install -q -c "$place/constraints.txt" "$(ls -t dist/*.whl | head -1)[postgres]"

cd "$place"
SPIELTISCH_DATA=$place/data XDG_CACHE_HOME=$place/cache "$place/venv/bin/spieltisch" serve --host 0.0.0.0 --port "$port" --log json 2> log &
house=$!
ask() { "$place/venv/bin/python" -c "import sys, urllib.request; sys.stdout.write(urllib.request.urlopen('http://127.0.0.1:$port$1', timeout=4).read().decode())"; }
for _ in $(seq 60); do ask /healthz > /dev/null 2>&1 && break; sleep 0.5; done
[ "$(ask /healthz)" = ok ]
[ "$(ask /readyz)" = ok ]
ask / | grep -q 'id="app"'
ask /metrics | grep -q '^spieltisch_writable 1$'
kill -TERM $house
wait $house || [ $? = 143 ]
"$place/venv/bin/python" -c "import json, sys; print([json.loads(line)['text'] for line in open('log')])"
echo "It works."
