import type { Act, Entry, Wish } from './entry.js';

/** A request with everything that became of it, as the TPP knows it. */
export interface Asked {
  readonly request: string;
  readonly wish: Wish;
  /** Every answer that took it; a good bank always names the same id. */
  readonly acknowledged: readonly { readonly id: string; readonly status: string }[];
  readonly refused: readonly { readonly status: number; readonly codes: readonly string[] }[];
  readonly unknown: readonly { readonly reason: string; readonly status?: number }[];
  readonly act?: { readonly act: Act; readonly done: boolean };
}

/** How a request ended. Acknowledged once is acknowledged for ever. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

export function outcomeOf({ acknowledged, refused }: Asked): Outcome {
  if (acknowledged.length > 0) return 'acknowledged';
  return refused.length > 0 ? 'refused' : 'unknown';
}

/** The one id of a request. Undefined when it was not acknowledged. */
export function idOf({ acknowledged }: Asked): string | undefined {
  return acknowledged[0]?.id;
}

/**
 * What a history says of each request, in the order of asking. A last line that is torn was never
 * relied upon and is left out. Throws when another line cannot be read or answers nothing asked.
 */
export function readHistory(text: string): Asked[] {
  const requests = new Map<string, Asked>();
  for (const entry of entriesOf(text)) {
    const known = requests.get(entry.request);
    if (entry.is === 'asked') {
      if (known !== undefined) throw new Error(`${entry.request} was asked twice`);
      const { request, wish } = entry;
      requests.set(request, { request, wish, acknowledged: [], refused: [], unknown: [] });
    } else {
      if (known === undefined) throw new Error(`${entry.request} was never asked`);
      requests.set(entry.request, after(known, entry));
    }
  }
  return [...requests.values()];
}

function entriesOf(text: string): Entry[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}

function after(asked: Asked, entry: Exclude<Entry, { is: 'asked' }>): Asked {
  switch (entry.is) {
    case 'acknowledged': {
      const { id, status } = entry;
      return { ...asked, acknowledged: [...asked.acknowledged, { id, status }] };
    }
    case 'refused': {
      const { status, codes } = entry;
      return { ...asked, refused: [...asked.refused, { status, codes }] };
    }
    case 'unknown': {
      const { reason, status } = entry;
      const seen = { reason, ...(status === undefined ? {} : { status }) };
      return { ...asked, unknown: [...asked.unknown, seen] };
    }
    case 'acting':
      return { ...asked, act: { act: entry.act, done: false } };
    case 'acted':
      return { ...asked, act: { act: entry.act, done: true } };
  }
}
