import { NotAsDescribedError } from '@nordgate/testing';
import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import type { Entry } from '../history/history.js';
import { callPersistently } from './persistent-call.js';
import type { Patience } from './persistent-call.js';

type Behaviour = () => Promise<TppAnswer> | TppAnswer;

const answer = (status: number, json: object = {}): TppAnswer => ({
  status,
  headers: { 'retry-after': '0' },
  text: '',
  bytes: Buffer.alloc(0),
  json,
});
const made = answer(201, { paymentId: 'p-1', transactionStatus: 'RCVD' });
const unavailable = answer(503, { tppMessages: [{ code: 'SYSTEM_ERROR' }] });
const conflict = answer(409, { tppMessages: [{ code: 'CONFLICT' }] });
const badRequest = answer(400, { tppMessages: [{ code: 'BAD_REQUEST', text: 'No.' }] });
const dateOff = answer(400, {
  tppMessages: [
    { code: 'BAD_REQUEST', text: 'Date differs from the time here, now, by more than 60 seconds.' },
  ],
});
const silence = () => Promise.reject(new Error('ECONNRESET'));

const endless = new AbortController().signal;

/** The notes and requests of a call to gateways with these consecutive behaviours. */
async function callAt(
  behaviours: readonly Behaviour[],
  patience: Patience = { until: endless },
  areClocksWrong = false,
) {
  const notes: Entry[] = [];
  const calls: { gateway: number; call: TppCall }[] = [];
  const left = [...behaviours];
  const tppOf = (gateway: number) => ({
    call: async (call: TppCall) => {
      calls.push({ gateway, call });
      const [next] = left.splice(0, 1);
      return (next ?? silence)();
    },
  });
  const history = { note: (entry: Entry) => Promise.resolve(void notes.push(entry)) };
  const taken = await callPersistently(
    { history, tpps: [tppOf(0), tppOf(1)], patience, areClocksWrong },
    { request: 'r-1', method: 'POST', path: '/v1/x', body: { a: 1 }, headers: { more: 'x' } },
    'paymentId',
  );
  return { taken, notes: notes.map(({ is }) => is), entries: notes, calls };
}

describe('a request that is repeated until it is answered', () => {
  it('is noted with its acknowledged id', async () => {
    const { taken, entries } = await callAt([() => made]);
    expect(taken?.id).toBe('p-1');
    expect(entries).toEqual([{ is: 'acknowledged', request: 'r-1', id: 'p-1', status: 'RCVD' }]);
  });

  it('goes to the next gateway with the same id and body after no answer or a 503', async () => {
    const { taken, notes, calls } = await callAt([silence, () => unavailable, () => made]);
    expect(taken?.id).toBe('p-1');
    expect(notes).toEqual(['unknown', 'unknown', 'acknowledged']);
    expect(calls.map(({ gateway }) => gateway)).toEqual([0, 1, 0]);
    for (const { call } of calls) {
      expect(call).toMatchObject({ headers: { 'x-request-id': 'r-1', more: 'x' }, body: { a: 1 } });
    }
  });

  it('ends with a refusal', async () => {
    const { taken, entries } = await callAt([() => conflict, () => made]);
    expect(taken).toBeUndefined();
    expect(entries).toEqual([{ is: 'refused', request: 'r-1', status: 409, codes: ['CONFLICT'] }]);
  });

  it('goes to the next gateway after a refused date where a clock may be wrong, and nowhere else', async () => {
    const wrong = await callAt([() => dateOff, () => made], undefined, true);
    expect([wrong.taken?.id, wrong.notes]).toEqual(['p-1', ['unknown', 'acknowledged']]);
    expect(wrong.calls.map(({ gateway }) => gateway)).toEqual([0, 1]);
    expect((await callAt([() => dateOff, () => made])).notes).toEqual(['refused']);
    expect((await callAt([() => badRequest, () => made], undefined, true)).notes).toEqual([
      'refused',
    ]);
  });

  it('keeps the status of a server error for the laws', async () => {
    const { entries } = await callAt([() => answer(500), () => made]);
    expect(entries[0]).toMatchObject({ is: 'unknown', status: 500 });
  });

  it('ends after the maximum of attempts, or at the signal', async () => {
    const once = await callAt([silence, () => made], { until: endless, attemptsMax: 1 });
    expect([once.taken, once.notes]).toEqual([undefined, ['unknown']]);
    const never = await callAt([() => made], { until: AbortSignal.abort() });
    expect([never.taken, never.notes]).toEqual([undefined, []]);
  });

  it('ends the run with an answer that differs from the description', async () => {
    const strange = () => Promise.reject(new NotAsDescribedError('a member too many'));
    await expect(callAt([strange, () => made])).rejects.toThrow('a member too many');
  });

  it('ignores an answer after the time limit', async () => {
    const never = () => new Promise<TppAnswer>(() => undefined);
    const hasty = { until: endless, attemptsMax: 1, answerMs: 1 };
    const { taken, notes } = await callAt([never], hasty);
    expect([taken, notes]).toEqual([undefined, ['unknown']]);
  });
});
