import { AnswerNotTrustedError } from '@nordgate/tpp-client';
import type { TppAnswer } from '@nordgate/tpp-client';
import { delayMsOf } from './release-tpp.js';

const answer = (status: number, headers = {}) => ({ status, headers, text: '' }) as TppAnswer;
const noSeal = { reason: 'seal-not-published', text: 'no seal' } as const;
const lost = (code: string) => Object.assign(new Error('lost'), { code });

describe('a TPP in an upgrade', () => {
  it.each<[string, Parameters<typeof delayMsOf>[0], number | undefined]>([
    ['an answer', { answer: answer(201) }, undefined],
    ['a refusal', { answer: answer(404) }, undefined],
    ['503 with Retry-After', { answer: answer(503, { 'retry-after': '2' }) }, 2000],
    ['429 without it', { answer: answer(429) }, 1000],
    ['a gateway that is replaced', { error: lost('ECONNREFUSED') }, 500],
    ['a connection that ends', { error: lost('UND_ERR_SOCKET') }, 500],
    ['an error of another kind', { error: lost('CERT_HAS_EXPIRED') }, undefined],
    [
      '503 without a seal',
      { error: new AnswerNotTrustedError(noSeal, answer(503, { 'retry-after': '1' })) },
      1000,
    ],
    ['200 without a seal', { error: new AnswerNotTrustedError(noSeal, answer(200)) }, undefined],
  ])('after %s sends the request again, or does not', (_what, outcome, delayMs) => {
    expect(delayMsOf(outcome)).toBe(delayMs);
  });
});
