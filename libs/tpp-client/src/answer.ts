import type { Links } from '@nordgate/contracts/http';

/** An answer of the bank. */
export interface TppAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as received. */
  readonly bytes: Buffer;
  /** The parsed body. Undefined when there is none, or when it is no JSON. */
  readonly json: unknown;
}

/** The answer from undici's parts. */
export function answerOf(status: number, headers: TppAnswer['headers'], bytes: Buffer): TppAnswer {
  const text = bytes.toString('utf8');
  return { status, headers, text, bytes, json: jsonOf(text) };
}

/** The address for the PSU's SCA, if the answer has one. Look at it after every call (section 5.10). */
export function scaRedirectIn(json: unknown): string | undefined {
  return (json as { readonly _links?: Links } | null | undefined)?._links?.['scaRedirect']?.href;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
