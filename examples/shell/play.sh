#!/bin/sh
# A game of Evil Hangman, with curl and jq, in any shell: play.sh [LENGTH]
url=${HANGMAN_URL:-http://localhost:8000}
files=$(mktemp -d)
trap 'rm -rf "$files"' EXIT

# The game after a POST: post PATH JSON. It is sent until the service responds, five times at most, with the same key:
# nothing is done twice. What is not JSON comes from a captive portal or a proxy.
post() {
    key=$(cat /proc/sys/kernel/random/uuid 2> /dev/null || uuidgen)
    for pause in 1 2 4 8 0; do
        status=$(curl -s --max-time 10 -D "$files/head" -o "$files/body" -w '%{http_code}' "$url$1" -d "$2" \
            -H 'Content-Type: application/json' -H "Idempotency-Key: $key") \
            && [ -s "$files/body" ] && jq -e '.pattern // .detail' "$files/body" > /dev/null 2>&1 || status=lost
        seconds=$pause
        case $status in
            lost) ;;
            429 | 503) seconds=$(tr -d '\r' < "$files/head" | awk 'tolower($1) == "retry-after:" && $2 ~ /^[0-9]+$/ { print $2 }') ;;
            *) break ;;
        esac
        [ "$pause" -gt 0 ] && [ "${seconds:=$pause}" -le 10 ] || break
        sleep "$seconds"
    done
    [ "$status" != lost ] || { echo "No network: $url does not respond." >&2; return 1; }
    # A 409, a 412 and a reused key carry the game. Other problems have a sentence for the player.
    jq -e '.game // select(.pattern)' "$files/body" || { jq -r .detail "$files/body" >&2; return 1; }
}

# Without the seed, each game is another.
game=$(post /games "{\"length\": ${1:-8}, \"seed\": 20261121093000}") || exit
id=$(echo "$game" | jq -r .id)
for letter in e e t a o i n s h r d l u c m f w y p v b g k j q x z; do # the second e is a 409
    game=$(post "/games/$id/guesses" "{\"letter\": \"$letter\"}") || exit
    echo "$game" | jq -r '"\(.pattern) \(.message)"'
    [ "$(echo "$game" | jq .over)" = false ] || break
done
echo "$game" | jq -r '"\(.word) \(.dealer) \(.seed)"'
