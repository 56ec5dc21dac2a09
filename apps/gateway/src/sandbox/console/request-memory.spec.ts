import type { KeptRequest } from '@nordgate/contracts/queries';
import { RequestMemory } from './request-memory.js';
import type { NotedRequest } from './request-memory.js';

function noted(id: string, isProven = true, more: Partial<KeptRequest> = {}): NotedRequest {
  const request: KeptRequest = {
    ...{ id, at: '2030-01-01T00:00:00.000Z', method: 'GET', target: '/v1/user', status: 200 },
    ...{ requestId: null, traceId: null, isProven, headers: [], messages: [], verdict: null },
    ...more,
  };
  return { isProven, read: () => request };
}

const idsOf = (memory: RequestMemory, tpp: string) => memory.of(tpp).map(({ id }) => id);

describe('the memory of requests', () => {
  it('has the last 50 of a TPP, newest first, and none of another TPP', () => {
    const memory = new RequestMemory();
    for (let n = 1; n <= 60; n += 1) memory.keep('A', noted(`a${String(n)}`));
    memory.keep('B', noted('b1'));
    expect(memory.of('A')).toHaveLength(50);
    expect(idsOf(memory, 'A').slice(0, 2)).toEqual(['a60', 'a59']);
    expect(idsOf(memory, 'B')).toEqual(['b1']);
    expect(memory.of('C')).toEqual([]);
  });

  it('has ten requests without a proven signature at most, so that strangers cannot fill it', () => {
    const memory = new RequestMemory();
    for (let n = 1; n <= 45; n += 1) memory.keep('A', noted(`proven${String(n)}`));
    for (let n = 1; n <= 100; n += 1) memory.keep('A', noted(`other${String(n)}`, false));
    expect(memory.of('A').filter(({ isProven }) => !isProven)).toHaveLength(10);
    expect(idsOf(memory, 'A')[0]).toBe('other100');
    expect(memory.of('A').filter(({ isProven }) => isProven)).toHaveLength(40);
  });

  it('finds the requests of all TPPs with an X-Request-ID, newest first', () => {
    const memory = new RequestMemory();
    const sent = (id: string, requestId: string | null, second: number) =>
      noted(id, true, { requestId, at: `2030-01-01T00:00:0${String(second)}.000Z` });
    memory.keep('A', sent('a1', 'x', 1));
    memory.keep('A', sent('a2', 'y', 2));
    memory.keep('B', sent('b1', 'x', 3));
    memory.keep('B', sent('b2', null, 4));
    const found = memory.withId('x').map((one) => [one.tpp, one.request.id]);
    expect(found).toEqual([
      ['B', 'b1'],
      ['A', 'a1'],
    ]);
  });

  it('forgets the TPP that was longest without a proven request, for a proven request only', () => {
    const memory = new RequestMemory({ requestsMax: 2, unprovenMax: 1, tppsMax: 2 });
    memory.keep('A', noted('a1'));
    memory.keep('B', noted('b1'));
    memory.keep('A', noted('a2'));
    memory.keep('B', noted('b2', false));
    memory.keep('C', noted('c1', false));
    expect([memory.tpps, memory.of('C')]).toEqual([2, []]);
    memory.keep('C', noted('c2'));
    expect([memory.tpps, idsOf(memory, 'A'), memory.of('B')]).toEqual([2, ['a2', 'a1'], []]);
  });
});
