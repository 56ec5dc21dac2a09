import { setTimeout as sleep } from 'node:timers/promises';
import { codesOf, NotAsDescribedError, refusesDate } from '@nordgate/testing';
import type { TppAnswer, TppCall, TppClient } from '@nordgate/tpp-client';
import type { HistoryFile } from '../history/history-file.js';
import type { Entry } from '../history/history.js';

const againMs = 250;
/** The longest wait for a Retry-After. A real TPP waits as long as the header asks. */
const retryAfterMaxMs = 2000;

export interface Call extends TppCall {
  /** The X-Request-ID, which a repeat keeps. */
  readonly request: string;
}

export interface Caller {
  readonly history: Pick<HistoryFile, 'note'>;
  /** One per gateway. After a failure the next one is tried. */
  readonly tpps: readonly Pick<TppClient, 'call'>[];
  readonly patience: Patience;
  /** Whether the clock of a gateway may be wrong, which then refuses the date of a right request. Default: no. */
  readonly areClocksWrong?: boolean;
}

/** The limits of waiting and repeating. */
export interface Patience {
  /** Ends the repeats. */
  readonly until: AbortSignal;
  /** Default: unlimited. */
  readonly attemptsMax?: number;
  /** The longest wait for an answer. Default: unlimited. */
  readonly answerMs?: number;
}

/** The acknowledgement of a call: its id and the whole body. */
export interface Acknowledgement {
  readonly id: string;
  readonly body: object;
}

/**
 * Sends a request with the same id and body until it is answered, and notes every step.
 *
 * @returns undefined when the request was refused, and when the limits ended the repeats
 * @throws NotAsDescribedError when an answer differs from the OpenAPI description
 */
export async function callPersistently(
  { history, tpps, patience, areClocksWrong = false }: Caller,
  { request, ...call }: Call,
  idName: 'paymentId' | 'basketId',
): Promise<Acknowledgement | undefined> {
  const headers = { ...call.headers, 'x-request-id': request };
  const { until, attemptsMax = Infinity, answerMs } = patience;
  for (let attempt = 0; attempt < attemptsMax && !until.aborted; attempt += 1) {
    const tpp = tpps[attempt % tpps.length];
    if (tpp === undefined) throw new Error('there is no gateway');
    const sent = within(tpp.call({ ...call, headers }), answerMs);
    const answer = await sent.catch(reasonOf);
    if (typeof answer === 'string') {
      await history.note({ is: 'unknown', request, reason: answer });
      await sleep(againMs);
      continue;
    }
    if (areClocksWrong && refusesDate(answer)) {
      await history.note({ is: 'unknown', request, reason: 'the date is refused' });
      await sleep(againMs);
      continue;
    }
    await history.note(entryOf(request, answer, idName));
    if (answer.status === 201) {
      const body = answer.json as Record<string, string>;
      return { id: body[idName] ?? '', body };
    }
    if (answer.status < 500) return undefined;
    await sleep(retryAfterMsOf(answer));
  }
  return undefined;
}

/** The reason for a missing answer. A deviation from the description ends the run: a repeat would hide it. */
function reasonOf(error: unknown): string {
  if (error instanceof NotAsDescribedError) throw error;
  return String(error);
}

async function within(sent: Promise<TppAnswer>, limitMs: number | undefined): Promise<TppAnswer> {
  if (limitMs === undefined) return sent;
  const limit = sleep(limitMs, undefined, { ref: false }).then(() => {
    throw new Error(`gave up after ${String(limitMs)} ms`);
  });
  return Promise.race([sent, limit]);
}

function entryOf(request: string, answer: TppAnswer, idName: string): Entry {
  const { status } = answer;
  if (status === 201) {
    const body = answer.json as Record<string, string>;
    const id = body[idName] ?? '';
    return { is: 'acknowledged', request, id, status: body['transactionStatus'] ?? '' };
  }
  if (status < 500) return { is: 'refused', request, status, codes: codesOf(answer) };
  return { is: 'unknown', request, status, reason: codesOf(answer).join(', ') };
}

function retryAfterMsOf({ headers }: TppAnswer): number {
  const seconds = Number(headers['retry-after']);
  return Number.isFinite(seconds) ? Math.min(seconds * 1000, retryAfterMaxMs) : againMs;
}
