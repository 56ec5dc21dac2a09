import { jest } from '@jest/globals';
import { AnswerNotTrustedError, TppClient } from '@nordgate/tpp-client';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { strangerTpp } from '../demo-tpp.js';
import type { PatientTpp } from './patient-tpp.js';

const call: TppCall = { method: 'GET', path: '/v1/user' };

/** The bank gives these statuses in turn, those in a list without a seal. @returns the ids of its requests */
function answers(...statuses: (number | readonly [number])[]) {
  const ids: (string | undefined)[] = [];
  const answer = (status: number): TppAnswer => {
    const bytes = Buffer.alloc(0);
    return { status, headers: { 'retry-after': '0' }, text: '', json: undefined, bytes };
  };
  jest.spyOn(TppClient.prototype, 'call').mockImplementation(({ headers }) => {
    ids.push(headers?.['x-request-id']);
    const next = statuses[ids.length - 1] ?? 0;
    if (typeof next === 'number') return Promise.resolve(answer(next));
    const fault = { reason: 'header-missing', text: 'no seal' } as const;
    return Promise.reject(new AnswerNotTrustedError(fault, answer(next[0])));
  });
  return ids;
}

let tpp: PatientTpp;
beforeAll(async () => {
  tpp = await strangerTpp({ gatewayUrl: 'http://127.0.0.1:9', scaUrl: 'http://127.0.0.1:9' });
});

afterEach(() => jest.restoreAllMocks());

describe('a call of a patient TPP', () => {
  it('is sent again with the same id while the bank answers 503', async () => {
    const ids = answers(503, 503, 200);
    expect((await tpp.call(call)).status).toBe(200);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(3);
  });

  it('is sent again with the same id while a busy bank answers 503 without a seal', async () => {
    const ids = answers([503], 503, [503], 200);
    expect((await tpp.call(call)).status).toBe(200);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(4);
  });

  it('keeps the id of the caller', async () => {
    const ids = answers(503, 200);
    await tpp.call({ ...call, headers: { 'x-request-id': 'mine' } });
    expect(ids).toEqual(['mine', 'mine']);
  });

  it('fails at any other answer without a seal', async () => {
    const ids = answers([503], [200], 200);
    await expect(tpp.call(call)).rejects.toThrow(AnswerNotTrustedError);
    expect(ids).toHaveLength(2);
  });

  it('is sent once when the bank answers 500, and when it is to be sent once', async () => {
    const ids = answers(500, 503, 200);
    expect((await tpp.call(call)).status).toBe(500);
    expect((await tpp.callOnce(call)).status).toBe(503);
    expect(ids).toHaveLength(2);
  });
});
