import { scaRedirectIn } from '../answer.js';
import type { TppAnswer } from '../answer.js';
import { memberAt, unmetAt } from './expectation.js';
import type { Unmet } from './expectation.js';
import type { Expectation } from './scenario.js';

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
