import { defined } from '@nordgate/decider';

/** The content of a request. */
type Wish =
  | { readonly for: 'payment'; readonly amount: string; readonly path: string }
  /** Public ids of the members. */
  | { readonly for: 'basket'; readonly paymentIds: readonly string[] };

/** The act of a PSU on a basket's approval page. */
export type Act = 'approve' | 'refuse';

/**
 * A line of the history. A request is noted before it is sent, and its answer before it is used.
 * `request` is the X-Request-ID: a repeated request has one `asked` entry and several answers.
 */
export type Entry =
  | { readonly is: 'asked'; readonly request: string; readonly wish: Wish }
  | {
      readonly is: 'acknowledged';
      readonly request: string;
      readonly id: string;
      readonly status: string;
    }
  | {
      readonly is: 'refused';
      readonly request: string;
      readonly status: number;
      readonly codes: readonly string[];
    }
  /** No answer, or an answer that promises nothing. `status` is absent without an answer. */
  | {
      readonly is: 'unknown';
      readonly request: string;
      readonly reason: string;
      readonly status?: number;
    }
  | { readonly is: 'acting'; readonly request: string; readonly act: Act }
  /** A request to run the batch was answered with this run. */
  | { readonly is: 'running'; readonly runId: string }
  /** The site has confirmed the act by its redirect. Without this entry the outcome is unknown. */
  | { readonly is: 'acted'; readonly request: string; readonly act: Act };

/** A request with all its answers, as the TPP knows them. */
export interface RequestRecord {
  readonly request: string;
  readonly wish: Wish;
  /** Every acknowledgement. A correct bank always names the same id. */
  readonly acknowledged: readonly { readonly id: string; readonly status: string }[];
  readonly refused: readonly { readonly status: number; readonly codes: readonly string[] }[];
  readonly unknown: readonly { readonly reason: string; readonly status?: number }[];
  readonly act?: { readonly act: Act; readonly done: boolean };
}

/** The outcome of a request. One acknowledgement outweighs any other answer. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

export function outcomeOf({ acknowledged, refused }: RequestRecord): Outcome {
  if (acknowledged.length > 0) return 'acknowledged';
  return refused.length > 0 ? 'refused' : 'unknown';
}

/** The acknowledged id of a request. Undefined when it was never acknowledged. */
export function idOf({ acknowledged }: RequestRecord): string | undefined {
  return acknowledged[0]?.id;
}

/** What the TPP knows after a run. */
export interface History {
  readonly requests: readonly RequestRecord[];
  /** The ids of the runs of the batch, each once. */
  readonly runs: readonly string[];
}

/**
 * Reads a history: the record of each request, in the order of sending. A torn last line is skipped, as
 * nothing relied on it.
 *
 * @throws SyntaxError when another line cannot be read
 * @throws Error for an answer without a request, and for a request that was noted twice
 */
export function readHistory(text: string): History {
  const requests = new Map<string, RequestRecord>();
  const runs = new Set<string>();
  for (const entry of entriesOf(text)) {
    if (entry.is === 'running') {
      runs.add(entry.runId);
      continue;
    }
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
  return { requests: [...requests.values()], runs: [...runs] };
}

/**
 * The history of a TPP that forgets every answer after a moment: what was acknowledged before it stays
 * acknowledged, and every later request is one without an answer. A bank that was restored to that moment is
 * judged by it, as it may know the later requests or not.
 *
 * @param whole the lines of the history file
 * @param length the length of the file at the moment, which may be inside a line
 */
export function acknowledgedUntil(whole: string, length: number): string {
  const end = whole.slice(0, length).lastIndexOf('\n') + 1;
  const later = whole.slice(end).split('\n').filter(isWithoutAnswer);
  return whole.slice(0, end) + later.map((line) => `${line}\n`).join('');
}

function isWithoutAnswer(line: string): boolean {
  if (line === '') return false;
  const { is } = JSON.parse(line) as Entry;
  return is === 'asked' || is === 'acting';
}

function entriesOf(text: string): Entry[] {
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  return whole
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Entry);
}

function after(
  asked: RequestRecord,
  entry: Exclude<Entry, { is: 'asked' | 'running' }>,
): RequestRecord {
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
      const seen = { reason, ...defined({ status }) };
      return { ...asked, unknown: [...asked.unknown, seen] };
    }
    case 'acting':
      return { ...asked, act: { act: entry.act, done: false } };
    case 'acted':
      return { ...asked, act: { act: entry.act, done: true } };
  }
}
