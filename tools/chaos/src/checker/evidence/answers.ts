import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '@nordgate/decider';
import type { TppAnswer, TppClient } from '@nordgate/tpp-client';
import { idOf } from '../../history/history.js';
import type { RequestRecord } from '../../history/history.js';
import type { Answer } from './evidence.js';

const inFlight = 8;
const attemptsMax = 5;
const againMs = 300;

/** The answers to a signed GET of every acknowledged id, by public id. */
export async function answersFor(
  requests: readonly RequestRecord[],
  tpp: TppClient,
): Promise<ReadonlyMap<string, Answer>> {
  const answers = new Map<string, Answer>();
  const queue = requests.filter((asked) => idOf(asked) !== undefined).values();
  const ask = async () => {
    for (const asked of queue) {
      const id = idOf(asked) ?? '';
      answers.set(id, answerIn(await read(tpp, pathOf(asked, id))));
    }
  };
  await Promise.all(Array.from({ length: inFlight }, ask));
  return answers;
}

function pathOf({ wish }: RequestRecord, id: string): string {
  return wish.for === 'payment' ? `${wish.path}/${id}/status` : `/v1/signing-baskets/${id}`;
}

/** Repeats a GET: a pooled connection may be older than the last restart of the gateway. */
async function read(tpp: TppClient, path: string): Promise<TppAnswer> {
  const headers = { 'x-accept-fix': 'amount-as-string,payment-status-before-approval' };
  for (let attempt = 1; ; attempt += 1) {
    const answer = await tpp.call({ method: 'GET', path, headers }).catch((error: unknown) => {
      if (attempt === attemptsMax) throw error;
      return undefined;
    });
    if (answer !== undefined && (answer.status !== 503 || attempt === attemptsMax)) return answer;
    await sleep(againMs);
  }
}

function answerIn({ status, json }: TppAnswer): Answer {
  const { transactionStatus, fundsAvailable, payments } = (json ?? {}) as Omit<Answer, 'status'>;
  return { status, ...defined({ transactionStatus, fundsAvailable, payments }) };
}
