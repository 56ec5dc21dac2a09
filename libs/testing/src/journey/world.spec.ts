import type { TppAnswer, TppCall } from '@nordgate/tpp-client';
import { answered } from './world.js';

const call: TppCall = { method: 'GET', path: '/v1/user' };

/** A bank that gives these statuses in turn, and the ids of the requests that it was sent. */
function bankWith(...statuses: number[]) {
  const ids: (string | undefined)[] = [];
  const answer = (status: number): TppAnswer => {
    const bytes = Buffer.alloc(0);
    return { status, headers: { 'retry-after': '0' }, text: '', json: undefined, bytes };
  };
  const tpp = {
    call: ({ headers }: TppCall) => {
      ids.push(headers?.['x-request-id']);
      return Promise.resolve(answer(statuses[ids.length - 1] ?? 0));
    },
  };
  return { tpp, ids };
}

describe('a call of a journey', () => {
  it('is sent again with the same id while the bank answers 503', async () => {
    const { tpp, ids } = bankWith(503, 503, 200);
    expect((await answered(tpp, call)).status).toBe(200);
    expect(new Set(ids).size).toBe(1);
    expect(ids).toHaveLength(3);
  });

  it('is sent once when the bank answers 500', async () => {
    const { tpp, ids } = bankWith(500, 200);
    expect((await answered(tpp, call)).status).toBe(500);
    expect(ids).toHaveLength(1);
  });
});
