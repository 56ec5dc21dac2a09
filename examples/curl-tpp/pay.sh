#!/usr/bin/env bash
# A TPP of openssl and curl: initiates a payment and reads its status, each call signed as section 5
# of the interface says. It shares no code with the bank. README.md has the settings.
set -euo pipefail

: "${GATEWAY_URL:?address of the interface, e.g. http://127.0.0.1:8080}"
: "${TPP_CERT:?file of the signing certificate (PEM)}"
: "${TPP_KEY:?file of its key (PEM)}"
PAYMENT=${PAYMENT:-$(dirname "$0")/payment.json}
REDIRECT_URI=${REDIRECT_URI:-https://tpp.example/back?state=af0ifjsldkj}
SESSION_ID=${SESSION_ID:-curl-tpp}
product=/v1/payments/norwegian-domestic-credit-transfers

usage() {
  echo "usage: $0 [--tamper header|body]" >&2
  exit 2
}

tamper=none
case "$#:${1-}:${2-}" in
  0::) ;;
  2:--tamper:header | 2:--tamper:body) tamper=$2 ;;
  *) usage ;;
esac

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The serial in upper-case hexadecimal and the issuer as RFC 2253 has it (section 5.4).
key_id() {
  local serial issuer
  serial=$(openssl x509 -in "$TPP_CERT" -noout -serial)
  issuer=$(openssl x509 -in "$TPP_CERT" -noout -issuer -nameopt RFC2253,-esc_msb,utf8)
  printf 'SN=%s,CA=%s' "${serial#serial=}" "${issuer#issuer=}"
}

request_id() {
  local hex
  hex=$(openssl rand -hex 16)
  printf '%s-%s-4%s-a%s-%s' "${hex:0:8}" "${hex:8:4}" "${hex:13:3}" "${hex:17:3}" "${hex:20:12}"
}

headers=()
covered=()
signing_string=

send() { headers+=(-H "$1: $2"); }

# Sends a header that the signature has to cover when it is there (section 5.5): one line of the
# signing string each, joined by line feeds (section 5.6).
send_signed() {
  local name
  name=$(printf '%s' "$1" | tr '[:upper:]' '[:lower:]')
  send "$1" "$2"
  covered+=("$name")
  signing_string+="${signing_string:+$'\n'}$name: $2"
}

# The four parts of the Signature header (section 5.4); as one encoded word when the issuer's name is
# more than ASCII (section 5.7).
signature() {
  local value parts
  value=$(printf '%s' "$signing_string" | openssl dgst -sha256 -sign "$TPP_KEY" | openssl base64 -A)
  parts="keyId=\"$(key_id)\",algorithm=\"rsa-sha256\",headers=\"${covered[*]}\",signature=\"$value\""
  if printf '%s' "$parts" | LC_ALL=C grep -q '[^ -~]'; then
    parts="=?utf-8?B?$(printf '%s' "$parts" | openssl base64 -A)?="
  fi
  printf '%s' "$parts"
}

# call METHOD PATH [BODY-FILE]: signs, sends, prints what came, leaves it in $status and $answer.
call() {
  local method=$1 path=$2 body=${3-} curl_body=()
  headers=() covered=() signing_string=
  send_signed Date "$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')"
  if [ -n "$body" ]; then
    send_signed Digest "SHA-256=$(openssl dgst -sha256 -binary "$body" | openssl base64 -A)"
    cp "$body" "$scratch/body"
    # Still the same JSON, but no longer the octets that the Digest is of.
    if [ "$tamper" = body ]; then printf ' ' >> "$scratch/body"; fi
    send Content-Type application/json
    curl_body=(--data-binary "@$scratch/body")
  fi
  send_signed X-Request-ID "$(request_id)"
  if [ -n "${PSU_ID-}" ]; then send_signed PSU-ID "$PSU_ID"; fi
  if [ -n "${PSU_CORPORATE_ID-}" ]; then send_signed PSU-Corporate-ID "$PSU_CORPORATE_ID"; fi
  send_signed TPP-Redirect-URI "$REDIRECT_URI"
  if [ "$tamper" = header ]; then headers[${#headers[@]} - 1]='TPP-Redirect-URI: https://elsewhere.example/'; fi
  send Accept application/json
  send x-accept-fix amount-as-string,payment-status-before-approval
  send TPP-Session-ID "$SESSION_ID"
  send PSU-Context "${PSU_CONTEXT:-PRIVATE}"
  send PSU-IP-Address "${PSU_IP_ADDRESS:-192.0.2.7}"
  send PSU-User-Agent "${PSU_USER_AGENT:-curl-tpp}"
  send TPP-Signature-Certificate "$(openssl x509 -in "$TPP_CERT" -outform der | openssl base64 -A)"
  send Signature "$(signature)"
  status=$(curl -sS -X "$method" "${headers[@]}" ${curl_body[@]+"${curl_body[@]}"} \
    -o "$scratch/answer" -w '%{http_code}' "$GATEWAY_URL$path")
  answer=$(cat "$scratch/answer")
  printf '%s %s -> %s\n%s\n' "$method" "$path" "$status" "$answer"
}

expect() {
  [ "$status" = "$1" ] && return
  echo "expected $1" >&2
  exit 1
}

call POST "$product" "$PAYMENT"
if [ "$tamper" != none ]; then
  expect 400
  exit 0
fi
expect 201
payment_id=$(printf '%s' "$answer" | tr -d '\n' | sed -n 's/.*"paymentId" *: *"\([^"]*\)".*/\1/p')
printf 'paymentId: %s\n' "$payment_id"
call GET "$product/$payment_id/status"
expect 200
