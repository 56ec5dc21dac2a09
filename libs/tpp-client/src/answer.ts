import type { Links } from '@nordgate/contracts/http';

/** An answer of the bank. */
export interface TppAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as it came. */
  readonly octets: Buffer;
  /** The parsed body; undefined when there is none, or it is no JSON. */
  readonly json: unknown;
}

/** Puts an answer together from what undici gives. */
export function answerOf(status: number, headers: TppAnswer['headers'], octets: Buffer): TppAnswer {
  const text = octets.toString('utf8');
  return { status, headers, text, octets, json: jsonOf(text) };
}

/** Where the PSU has to be sent, if the answer says so; look at it after every call (5.10). */
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
