import { setTimeout as sleep } from 'node:timers/promises';
import type { TppAnswer } from '../answer.js';
import { scaRedirectIn } from '../answer.js';
import { unsealedRefusal } from '../seal/seal-check.js';
import { memberAt, unmetAt } from './expectation.js';
import type { Unmet } from './expectation.js';
import type { Expectation } from './scenario.js';

const patienceMs = 120_000;

/**
 * Sends a request again after each 503 and its Retry-After, for two minutes at most. `send` repeats the same
 * request. The bank does not seal what it refuses before it has verified the request.
 *
 * @throws AnswerNotTrustedError for an answer of 2xx or 3xx without a seal, or with a wrong one
 */
export async function patiently(
  send: () => Promise<TppAnswer>,
  isWanted: (status: number) => boolean,
): Promise<TppAnswer> {
  const started = Date.now();
  for (;;) {
    const answer = await send().catch((error: unknown) => {
      const refusal = unsealedRefusal(error);
      if (refusal === undefined) throw error;
      return refusal;
    });
    const waitMs = Number(answer.headers['retry-after']) * 1000;
    const isLater = answer.status === 503 && !isWanted(503) && waitMs >= 0;
    if (!isLater || Date.now() - started + waitMs > patienceMs) return answer;
    await sleep(waitMs);
  }
}

/** The expectations about an answer that do not hold. */
export function unmetByAnswer(answer: TppAnswer, expected: Expectation): readonly Unmet[] {
  const { status, headers, json } = answer;
  const { codes } = expected;
  return [
    ...(expected.status === undefined ? [] : unmetAt('status', status, expected.status)),
    ...(codes === undefined ? [] : unmetAt('codes', codesIn(json).sort(), [...codes].sort())),
    ...Object.entries(expected.headers ?? {}).flatMap(([name, wanted]) =>
      unmetAt(name, headers[name.toLowerCase()], wanted),
    ),
    ...Object.entries(expected.body ?? {}).flatMap(([pointer, wanted]) =>
      unmetAt(pointer === '' ? 'body' : pointer, memberAt(json, pointer), wanted),
    ),
  ];
}

/** An answer in a few words: its status, the state of the resource, the codes of its messages. */
export function wordsOfAnswer({ status, json }: TppAnswer): string {
  const states = ['transactionStatus', 'consentStatus', 'scaStatus', 'status'].map((name) =>
    memberAt(json, `/${name}`),
  );
  const state = states.find((one) => typeof one === 'string');
  const link = scaRedirectIn(json) === undefined ? undefined : 'scaRedirect';
  return [status, state, ...codesIn(json), link].filter((one) => one !== undefined).join(' ');
}

function codesIn(json: unknown): string[] {
  const messages = memberAt(json, '/tppMessages');
  return Array.isArray(messages) ? messages.map((one) => String(memberAt(one, '/code'))) : [];
}
