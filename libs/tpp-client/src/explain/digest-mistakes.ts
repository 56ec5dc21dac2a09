import { hash } from 'node:crypto';

/** What the Digest header is of, when it is not of the body as it was sent. */
export function digestMistake(header: string, body: Buffer): string | undefined {
  const value = header.slice(header.indexOf('=') + 1);
  const text = body.toString('utf8');
  const candidates: readonly (readonly [string, string])[] = [
    [text.replace(/\r?\n$/, ''), 'the body without its last line break'],
    [`${text}\n`, 'the body with one more line break'],
    [text.replaceAll('\r\n', '\n'), 'the body with LF instead of CR LF'],
    [text.replaceAll(/(?<!\r)\n/g, '\r\n'), 'the body with CR LF instead of LF'],
    ['', 'an empty body'],
    ...reserialised(text).map((one) => [one, 'the same JSON written in another way'] as const),
  ];
  const named = candidates.find(([one]) => digestsOf(Buffer.from(one)).includes(value));
  if (named !== undefined) return `The Digest is that of ${named[1]}.`;
  const hex = [hash('sha256', body, 'hex'), hash('sha512', body, 'hex')];
  const ofHex = hex.flatMap((one) => [one, Buffer.from(one).toString('base64')]);
  return ofHex.includes(value) ? 'The Digest holds the hexadecimal text of the hash.' : undefined;
}

function digestsOf(octets: Buffer): readonly string[] {
  return [hash('sha256', octets, 'base64'), hash('sha512', octets, 'base64')];
}

function reserialised(text: string): readonly string[] {
  try {
    const json: unknown = JSON.parse(text);
    return [undefined, 2, 4, '\t'].map((indent) => JSON.stringify(json, null, indent));
  } catch {
    return [];
  }
}
