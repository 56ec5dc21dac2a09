import type { HeaderParameter } from './request-parameters.js';

/** A request that a code sample sends. */
export interface SampleRequest {
  readonly method: string;
  /** Ids stand as `{name}`. */
  readonly path: string;
  /** Undefined for a request without a body. */
  readonly body: unknown;
  /** The bank requires a Digest, also of no body. */
  readonly needsDigest: boolean;
  /** The headers besides those that every sample computes, by name. */
  readonly headers: Readonly<Record<string, string>>;
}

/** A sample as renderers read it (`x-codeSamples`). */
interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

type Header = readonly [name: string, value: string];

/** The headers that a signature has to cover when the request has them (specification 5.5). */
const covered = new Set(['PSU-ID', 'PSU-Corporate-ID', 'TPP-Redirect-URI']);
/** The headers that each sample computes. */
const computed = new Set([
  ...['Date', 'Digest', 'X-Request-ID', 'Signature', 'TPP-Signature-Certificate'],
]);
/** Ids that the reader has to give, by the variable of the environment. */
const given: Readonly<Record<string, string>> = {
  'PSU-ID': 'PSU_ID',
  'PSU-Corporate-ID': 'PSU_CORPORATE_ID',
};
const settings =
  '# TPP_CERT, TPP_KEY: the seal certificate and its key, PEM files. BANK: address of the bank.';

/** The headers of a sample: those that the operation requires, with their first example. */
export function sampleHeaders(
  required: readonly Pick<HeaderParameter, 'name' | 'schema'>[],
): Record<string, string> {
  return Object.fromEntries(
    required
      .filter(({ name }) => !computed.has(name))
      .map(({ name, schema }) => [name, schema.examples?.[0] ?? schema.enum?.[0] ?? '']),
  );
}

/** The same signed request in curl with openssl, and in Python with cryptography and requests. */
export function codeSamples(request: SampleRequest): readonly CodeSample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curlSample(request).join('\n') },
    { lang: 'Python', label: 'Python', source: pythonSample(request).join('\n') },
  ];
}

const when = <T>(condition: boolean, ...lines: T[]): T[] => (condition ? lines : []);
const isCovered = ([name]: Header) => covered.has(name);
const bodyText = (body: unknown) => JSON.stringify(body, null, 2);

/** The path with each id read from the variable of its name. */
function withVariables(path: string, read: (variable: string) => string): string {
  return path.replace(/\{([\w-]+)\}/g, (_all, name: string) =>
    read(name.toUpperCase().replaceAll('-', '_')),
  );
}

function curlSample({ method, path, body, needsDigest, headers }: SampleRequest): string[] {
  const hasBody = body !== undefined;
  const hasDigest = hasBody || needsDigest;
  const file = hasBody ? 'body.json' : '/dev/null';
  const more = Object.entries(headers).map(([name, value]): Header => {
    const variable = given[name];
    return [name, variable === undefined ? value : `$${variable}`];
  });
  const first: Header[] = [
    ['Date', '$date'],
    ...when<Header>(hasDigest, ['Digest', '$digest']),
    ['X-Request-ID', '$request_id'],
  ];
  const signed = [...first, ...more.filter(isCovered)];
  const sent: Header[] = [
    ...first,
    ...more,
    ['Signature', '=?utf-8?B?$(printf %s "$parts" | openssl base64 -A)?='],
    ['TPP-Signature-Certificate', '$certificate'],
    ...when<Header>(hasBody, ['Content-Type', 'application/json']),
  ];
  const options = [
    ...sent.map(([name, value]) => `  -H "${name}: ${value}"`),
    ...when(hasBody, '  --data-binary @body.json'),
  ];
  return [
    settings,
    `target="${withVariables(path, (variable) => `$${variable}`)}"`,
    ...when(hasBody, "cat > body.json <<'END'", bodyText(body), 'END'),
    "date=$(LC_ALL=C date -u '+%a, %d %b %Y %H:%M:%S GMT')",
    ...when(
      hasDigest,
      `digest="SHA-256=$(openssl dgst -sha256 -binary ${file} | openssl base64 -A)"`,
    ),
    'request_id=$(openssl rand -hex 16)',
    `string="(request-target): ${method.toLowerCase()} $target`,
    `${signed.map(([name, value]) => `${name.toLowerCase()}: ${value}`).join('\n')}"`,
    ...curlSignature(signed),
    `curl -sS -X ${method} "$BANK$target" \\`,
    options.join(' \\\n'),
  ];
}

const curlSignature = (signed: readonly Header[]) => [
  'signature=$(printf %s "$string" | openssl dgst -sha256 -sign "$TPP_KEY" | openssl base64 -A)',
  'serial=$(openssl x509 -in "$TPP_CERT" -noout -serial | cut -d= -f2)',
  'issuer=$(openssl x509 -in "$TPP_CERT" -noout -issuer -nameopt RFC2253,-esc_msb,utf8 | cut -d= -f2-)',
  'certificate=$(openssl x509 -in "$TPP_CERT" -outform der | openssl base64 -A)',
  `names="(request-target) ${signed.map(([name]) => name.toLowerCase()).join(' ')}"`,
  'parts="keyId=\\"SN=$serial,CA=$issuer\\",algorithm=\\"rsa-sha256\\",headers=\\"$names\\",signature=\\"$signature\\""',
  '',
];

const pythonStart = [
  'import base64, hashlib, os, uuid',
  'from email.utils import formatdate',
  'import requests',
  'from cryptography import x509',
  'from cryptography.hazmat.primitives import hashes, serialization',
  'from cryptography.hazmat.primitives.asymmetric import padding',
  '',
  settings,
  'def read(name):',
  '    with open(os.environ[name], "rb") as file:',
  '        return file.read()',
  '',
  'def b64(octets):',
  '    return base64.b64encode(octets).decode()',
  '',
  'certificate = x509.load_pem_x509_certificate(read("TPP_CERT"))',
  'key = serialization.load_pem_private_key(read("TPP_KEY"), password=None)',
];

function pythonSample({ method, path, body, needsDigest, headers }: SampleRequest): string[] {
  const hasBody = body !== undefined;
  const more = Object.entries(headers).map(([name, value]): Header => {
    const variable = given[name];
    return [name, variable === undefined ? JSON.stringify(value) : `os.environ["${variable}"]`];
  });
  const line = ([name, value]: Header) => `    "${name}": ${value},`;
  return [
    ...pythonStart,
    `target = f"${withVariables(path, (variable) => `{os.environ['${variable}']}`)}"`,
    `body = ${hasBody ? `r"""${bodyText(body)}""".encode()` : 'b""'}`,
    'signed = {',
    '    "Date": formatdate(usegmt=True),',
    ...when(
      hasBody || needsDigest,
      '    "Digest": "SHA-256=" + b64(hashlib.sha256(body).digest()),',
    ),
    '    "X-Request-ID": str(uuid.uuid4()),',
    ...more.filter(isCovered).map(line),
    '}',
    `lines = {"(request-target)": "${method.toLowerCase()} " + target}`,
    'lines |= {name.lower(): value for name, value in signed.items()}',
    'string = "\\n".join(f"{name}: {value}" for name, value in lines.items())',
    'signature = b64(key.sign(string.encode(), padding.PKCS1v15(), hashes.SHA256()))',
    'key_id = f"SN={certificate.serial_number:x},CA={certificate.issuer.rfc4514_string()}"',
    'names = " ".join(lines)',
    'parts = f\'keyId="{key_id}",algorithm="rsa-sha256",headers="{names}",signature="{signature}"\'',
    'headers = signed | {',
    ...more.filter((one) => !isCovered(one)).map(line),
    '    "Signature": f"=?utf-8?B?{b64(parts.encode())}?=",',
    '    "TPP-Signature-Certificate": b64(certificate.public_bytes(serialization.Encoding.DER)),',
    ...when(hasBody, '    "Content-Type": "application/json",'),
    '}',
    `answer = requests.request("${method}", os.environ["BANK"] + target, headers=headers, data=body)`,
    'print(answer.status_code, answer.text)',
  ];
}
