#!/bin/sh
# Makes every vector of this folder with the openssl command line (3.0 or newer), so that the tests
# rest on another implementation. The keys are thrown away: nothing here can sign anything again.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
from=20260101000000Z
to=20560101000000Z

cat > ca.cnf <<'CONF'
[ca]
default_ca = any
[any]
database = ./index.txt
new_certs_dir = .
serial = ./serial
policy = policy
preserve = yes
unique_subject = no
string_mask = utf8only
[policy]
countryName = optional
organizationName = optional
organizationalUnitName = optional
organizationIdentifier = optional
commonName = optional
emailAddress = optional
[req]
distinguished_name = dn
string_mask = utf8only
[dn]
[root]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
subjectKeyIdentifier = hash
[sub]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign,cRLSign
[sub0]
basicConstraints = critical,CA:TRUE,pathlen:0
keyUsage = critical,keyCertSign,cRLSign
[sub_without_flag]
basicConstraints = critical,CA:FALSE
keyUsage = critical,keyCertSign
[sub_without_key_usage]
basicConstraints = critical,CA:TRUE
keyUsage = critical,digitalSignature
[sub_unknown_critical]
basicConstraints = critical,CA:TRUE
keyUsage = critical,keyCertSign
1.2.3.4.5 = critical,ASN1:UTF8:strange
[seal]
keyUsage = critical,digitalSignature,nonRepudiation
authorityKeyIdentifier = keyid
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:statements
[seal_flat]
keyUsage = critical,nonRepudiation
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:statements_flat
[seal_unknown_critical]
keyUsage = critical,digitalSignature
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:statements
1.2.3.4.5 = critical,ASN1:UTF8:strange
[seal_and_ca]
basicConstraints = critical,CA:TRUE
keyUsage = critical,digitalSignature,keyCertSign
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:statements
[seal_wrong_usage]
keyUsage = critical,keyEncipherment
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:statements
[seal_without_usage]
1.3.6.1.5.5.7.1.3 = ASN1:SEQUENCE:statements
[seal_without_role]
keyUsage = critical,digitalSignature
[statements]
compliance = SEQUENCE:compliance
psd2 = SEQUENCE:psd2
[compliance]
id = OID:0.4.0.1862.1.1
[psd2]
id = OID:0.4.0.19495.2
content = SEQUENCE:content
[content]
roles = SEQUENCE:roles
name = UTF8:Finanstilsynet
id = UTF8:NO-FSA
[roles]
ai = SEQUENCE:role_ai
pi = SEQUENCE:role_pi
[role_ai]
id = OID:0.4.0.19495.1.3
name = UTF8:PSP_AI
[role_pi]
id = OID:0.4.0.19495.1.2
name = UTF8:PSP_PI
[statements_flat]
psd2 = SEQUENCE:psd2_flat
[psd2_flat]
id = OID:0.4.0.19495.2
content = SEQUENCE:content_flat
[content_flat]
roles = SEQUENCE:roles_flat
name = UTF8:Finanstilsynet
id = UTF8:NO-FSA
[roles_flat]
id1 = OID:0.4.0.19495.1.4
name1 = UTF8:PSP_IC
id2 = OID:0.4.0.19495.1.1
name2 = UTF8:PSP_AS
CONF

# key <name> [bits]
key() { openssl genrsa -out "$1.key" "${2:-2048}" 2> /dev/null; }

# certify <name> <issuer> <section> <serial> <subject> [start] [end] [digest] [padding]
certify() {
  [ -f "$1.key" ] || key "$1"
  openssl req -new -utf8 -config ca.cnf -key "$1.key" -subj "$5" -out "$1.csr"
  echo "$4" > serial
  : > index.txt # an impostor has the serial of what it copies
  self=""
  [ "$1" = "$2" ] && self="-selfsign"
  [ "$1" = "$2" ] || cp "$here/$2.pem" issuer.pem
  openssl ca -batch -config ca.cnf -utf8 -notext -in "$1.csr" -out "$here/$1.pem" $self \
    ${self:+-keyfile "$1.key"} ${self:--cert issuer.pem -keyfile "$2.key"} \
    -extensions "$3" -startdate "${6:-$from}" -enddate "${7:-$to}" -md "${8:-sha256}" \
    ${9:+-sigopt "rsa_padding_mode:$9"} 2> log ||
    { cat log; exit 1; }
}

ca_name='/C=NO/O=Bøk, Sønn & "Co"/organizationIdentifier=NTRNO-912345678/CN=Sandbox \+ CA #1'
tpp_name='/C=NO/O=Fintech Ærlig AS/organizationIdentifier=PSDNO-FSA-123456789/CN=Fintech seal'

certify ca ca root 01 "$ca_name"
certify ca-impostor ca-impostor root 01 "$ca_name"
certify ca-expired ca-expired root 02 '/C=NO/O=Old/CN=Old CA' 20200101000000Z 20210101000000Z
certify sub ca sub 10 '/C=NO/O=Nordic Trust/CN=Issuing CA'
certify sub-pathlen0 ca sub0 11 '/C=NO/O=Nordic Trust/CN=Issuing CA without subordinates'
certify sub-below-pathlen0 sub-pathlen0 sub 12 '/C=NO/O=Nordic Trust/CN=Forbidden CA'
certify sub-without-flag ca sub_without_flag 13 '/C=NO/O=Nordic Trust/CN=No CA at all'
certify sub-without-key-usage ca sub_without_key_usage 14 '/C=NO/O=Nordic Trust/CN=No issuing'
certify sub-unknown-critical ca sub_unknown_critical 19 '/C=NO/O=Nordic Trust/CN=Strange'
key sub-small 1024
certify sub-small ca sub 1A '/C=NO/O=Nordic Trust/CN=Small'
certify ca-new-key ca sub 1B "$ca_name"
certify deep1 ca sub 15 '/C=NO/CN=Deep 1'
certify deep2 deep1 sub 16 '/C=NO/CN=Deep 2'
certify deep3 deep2 sub 17 '/C=NO/CN=Deep 3'
certify deep4 deep3 sub 18 '/C=NO/CN=Deep 4'

certify tpp ca seal 00A1B2C3D4E5F60718 "$tpp_name"
certify tpp-impostor ca-impostor seal 00A1B2C3D4E5F60718 "$tpp_name"
certify tpp-flat ca seal_flat 21 '/C=NO/O=Flat/organizationIdentifier=PSDSE-FINA-44059/CN=Flat seal'
certify tpp-of-sub sub seal 22 "$tpp_name"
certify tpp-of-pathlen0 sub-pathlen0 seal 23 "$tpp_name"
certify tpp-below-pathlen0 sub-below-pathlen0 seal 24 "$tpp_name"
certify tpp-of-no-ca sub-without-flag seal 25 "$tpp_name"
certify tpp-of-no-issuing sub-without-key-usage seal 26 "$tpp_name"
certify tpp-of-expired-ca ca-expired seal 27 "$tpp_name"
certify tpp-of-deep3 deep3 seal 28 "$tpp_name"
certify tpp-of-deep4 deep4 seal 29 "$tpp_name"
certify tpp-expired ca seal 30 "$tpp_name" 20200101000000Z 20210101000000Z
certify tpp-future ca seal 31 "$tpp_name" 20500101000000Z
certify tpp-sha1 ca seal 32 "$tpp_name" $from $to sha1
key tpp-small 1024
certify tpp-small ca seal 33 "$tpp_name"
openssl ecparam -name prime256v1 -genkey -noout -out tpp-ec.key
certify tpp-ec ca seal 34 "$tpp_name"
certify tpp-unknown-critical ca seal_unknown_critical 35 "$tpp_name"
certify tpp-wrong-usage ca seal_wrong_usage 36 "$tpp_name"
certify tpp-without-usage ca seal_without_usage 37 "$tpp_name"
certify tpp-without-role ca seal_without_role 38 "$tpp_name"
certify tpp-without-id ca seal 39 '/C=NO/O=Anon/CN=Anon'
certify tpp-of-unknown-critical sub-unknown-critical seal 41 "$tpp_name"
certify tpp-of-small sub-small seal 42 "$tpp_name"
certify tpp-of-new-key ca-new-key seal 43 "$tpp_name"
certify tpp-and-ca ca seal_and_ca 44 "$tpp_name"
certify tpp-pss ca seal 45 "$tpp_name" $from $to sha256 pss
certify tpp-pss-sha1 ca seal 46 "$tpp_name" $from $to sha1 pss
certify tpp-two-ids ca seal 47 "$tpp_name/organizationIdentifier=PSDNO-FSA-1"
certify tpp-vat-id ca seal 40 '/C=NO/O=Anon/organizationIdentifier=VATNO-912345678/CN=Anon'

issuer() { openssl x509 -in "$here/tpp.pem" -noout -issuer -nameopt "$1" | sed 's/^issuer=//'; }
issuer RFC2253 > "$here/issuer-rfc2253.txt"
issuer RFC2253,-esc_msb,utf8 > "$here/issuer-rfc2253-utf8.txt"
issuer RFC2253,oid,dump_unknown,dump_der > "$here/issuer-oid.txt"
issuer RFC2253,-dn_rev,sep_comma_plus > "$here/issuer-forward.txt"

# One whole request, signed by openssl.
printf '{"creditorName":"Pål Sørensen","amount":"10.00"}' > body.json
cp body.json "$here/request-body.json"
digest=$(openssl dgst -sha256 -binary body.json | openssl base64 -A)
date='Fri, 20 Nov 2026 10:15:30 GMT'
id=99391c7e-ad88-49ec-a2ad-99ddcb1f7721
psu=3f2504e0-4f89-41d3-9a0c-0305e82c3301
uri='https://tpp.example/callback?state=a%20b'
printf 'date: %s\ndigest: SHA-256=%s\nx-request-id: %s\npsu-id: %s\ntpp-redirect-uri: %s' \
  "$date" "$digest" "$id" "$psu" "$uri" > "$here/request-signing-string.txt"
value=$(openssl dgst -sha256 -sign tpp.key "$here/request-signing-string.txt" | openssl base64 -A)
key_id="SN=A1B2C3D4E5F60718,CA=$(cat "$here/issuer-rfc2253-utf8.txt")"
names='date digest x-request-id psu-id tpp-redirect-uri'
header="keyId=\"$key_id\",algorithm=\"rsa-sha256\",headers=\"$names\",signature=\"$value\""
certificate=$(openssl x509 -in "$here/tpp.pem" -outform DER | openssl base64 -A)
{
  echo "date: $date"
  echo "digest: SHA-256=$digest"
  echo "x-request-id: $id"
  echo "psu-id: $psu"
  echo "tpp-redirect-uri: $uri"
  echo "tpp-signature-certificate: $certificate"
  echo "signature: =?utf-8?B?$(printf '%s' "$header" | openssl base64 -A)?="
} > "$here/request-headers.txt"
