import type { KeptRequest } from '@nordgate/contracts/queries';
import { mergedRequests } from './tpp-requests.js';

/** A request that was answered so many seconds after midnight. */
function request(id: string, second: number, isProven = true): KeptRequest {
  const at = new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString();
  return {
    ...{ id, at, method: 'GET', target: '/v1/user', status: 200, requestId: null, traceId: null },
    ...{ isProven, headers: [], messages: [], verdict: null },
  };
}

const idsOf = (...answers: Parameters<typeof mergedRequests>[0]) =>
  mergedRequests(answers).requests.map(({ id }) => id);

describe('the requests of a TPP at several gateways', () => {
  const first = [request('e', 50), request('c', 30), request('a', 10)];
  const second = [request('d', 40), request('b', 20)];

  it('are in one list, newest first', () => {
    expect(idsOf({ instance: 'one', answer: first }, { instance: 'two', answer: second })).toEqual([
      'e',
      'd',
      'c',
      'b',
      'a',
    ]);
  });

  it('have one place each, also when two addresses lead to one gateway', () => {
    expect(idsOf({ instance: 'one', answer: first }, { instance: 'two', answer: first })).toEqual([
      ...['e', 'c', 'a'],
    ]);
  });

  it('are the newest 50', () => {
    const many = (name: string, from: number) =>
      Array.from({ length: 50 }, (_, n) => request(`${name}${String(n)}`, from - n * 2));
    const { requests } = mergedRequests([
      { instance: 'one', answer: many('x', 1000) },
      { instance: 'two', answer: many('y', 999) },
    ]);
    expect(requests).toHaveLength(50);
    expect(requests.slice(0, 3).map(({ id }) => id)).toEqual(['x0', 'y0', 'x1']);
  });

  it('have ten without a proven signature at most, so that strangers cannot fill the list at many gateways', () => {
    const unproven = (name: string) =>
      Array.from({ length: 10 }, (_, n) => request(`${name}${String(n)}`, 500 - n, false));
    const { requests } = mergedRequests([
      { instance: 'one', answer: [...unproven('x'), ...first] },
      { instance: 'two', answer: [...unproven('y'), ...second] },
    ]);
    expect(requests.filter(({ isProven }) => !isProven)).toHaveLength(10);
    expect(requests.slice(10).map(({ id }) => id)).toEqual(['e', 'd', 'c', 'b', 'a']);
  });

  it('lack those of a gateway without an answer, which is named', () => {
    expect(mergedRequests([{ instance: 'one', answer: first }, { instance: 'two' }])).toEqual({
      requests: first,
      silent: ['two'],
    });
  });
});
