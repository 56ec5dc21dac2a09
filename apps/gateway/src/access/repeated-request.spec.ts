import { streamIdOf } from '@nordgate/contracts/rules';
import { fault, RequestError, unavailable } from '../reply/request-error.js';
import type { Caller } from './caller.js';
import type { Edge } from './edge.service.js';
import { creatingCommandId, fingerprintOf, madeBefore } from './repeated-request.js';

describe('the stream of a request', () => {
  const caller = { tpp: 'tpp', requestId: 'r-1', generation: 0 };

  it('is the same for the same TPP, route and X-Request-ID', () => {
    const id = streamIdOf(caller, 'POST', '/v1/payments/x');
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    expect(streamIdOf({ ...caller }, 'POST', '/v1/payments/x')).toBe(id);
  });

  it.each([
    ['TPP', { tpp: 'other' }, 'POST', '/v1/payments/x'],
    ['method', {}, 'PUT', '/v1/payments/x'],
    ['route', {}, 'POST', '/v1/payments/y'],
    ['X-Request-ID', { requestId: 'r-2' }, 'POST', '/v1/payments/x'],
    ['generation', { generation: 1 }, 'POST', '/v1/payments/x'],
  ])('is another one for another %s', (_what, change, method, route) => {
    const id = streamIdOf(caller, 'POST', '/v1/payments/x');
    expect(streamIdOf({ ...caller, ...change }, method, route)).not.toBe(id);
  });
});

describe('the fingerprint of a request', () => {
  const request = { body: Buffer.from('{}'), psuId: 'p', redirectUri: 'https://t.example' };

  it('is the same for the same request', () => {
    expect(fingerprintOf({ ...request })).toBe(fingerprintOf(request));
  });

  it.each([
    ['body', { body: Buffer.from('{ }') }],
    ['PSU-ID', { psuId: 'q' }],
    ['TPP-Redirect-URI', { redirectUri: 'https://u.example' }],
    ['TPP-Nok-Redirect-URI', { nokRedirectUri: 'https://u.example' }],
    ['PSU-Corporate-ID', { corporateId: 'c' }],
    ['PSU-Context', { context: 'PRIVATE' }],
  ])('differs with another %s', (_what, change) => {
    expect(fingerprintOf({ ...request, ...change })).not.toBe(fingerprintOf(request));
  });

  it('tells apart which header a value came from', () => {
    const { body } = request;
    expect(fingerprintOf({ body, psuId: 'a', corporateId: 'b' })).not.toBe(
      fingerprintOf({ body, psuId: 'b', corporateId: 'a' }),
    );
    expect(fingerprintOf({ body, psuId: 'ab' })).not.toBe(
      fingerprintOf({ body, psuId: 'a', corporateId: 'b' }),
    );
  });
});

describe('the id of a command that creates a resource', () => {
  it('has 132 bits of the fingerprint behind the stream', () => {
    const fingerprint = fingerprintOf({ body: Buffer.from('{}') });
    const id = creatingCommandId('payment-1', fingerprint);
    expect(id).toMatch(/^payment-1\/[\w-]{22}$/);
    expect(creatingCommandId('payment-1', fingerprintOf({ body: Buffer.from('{ }') }))).not.toBe(
      id,
    );
  });
});

describe('a request that is refused now', () => {
  const refusal = new RequestError([fault('CONFLICT', 'basket.memberSettled')]);
  const created = { topic: 'baskets.commands.v1', stream: 'basket-1' } as const;

  /** What a TPP learns, with the view as it is before and after the commands to the stream are decided. */
  async function learnt(
    why: unknown,
    [early, late]: readonly [string | undefined, string | undefined],
    decided: () => Promise<void> = () => Promise.resolve(),
  ) {
    const asked: unknown[] = [];
    const edge = {
      ensureDecided: (what: unknown) => {
        asked.push(what);
        return decided();
      },
    } as unknown as Edge;
    const readView = () => Promise.resolve(asked.length === 0 ? early : late);
    const making = { edge, caller: {} as Caller, created, readView };
    const made = await madeBefore(why, making).catch((error: unknown) => error);
    return { made, asked };
  }

  it('learns what the first one made, without a command', async () => {
    expect(await learnt(refusal, ['made', 'made'])).toEqual({ made: 'made', asked: [] });
  });

  it('learns what the first one made while its command was on the way', async () => {
    expect(await learnt(refusal, [undefined, 'made'])).toEqual({ made: 'made', asked: [created] });
  });

  it('is refused when nothing is on the way any more', async () => {
    const { made, asked } = await learnt(refusal, [undefined, undefined]);
    expect(made).toBe(refusal);
    expect(asked).toEqual([created]);
  });

  it('is not refused while a command is not decided', async () => {
    const busy = unavailable();
    const { made } = await learnt(refusal, [undefined, undefined], () => Promise.reject(busy));
    expect(made).toBe(busy);
  });

  it('may come again where nobody can say, and nothing is asked', async () => {
    const busy = unavailable();
    expect(await learnt(busy, [undefined, 'made'])).toEqual({ made: busy, asked: [] });
  });
});
