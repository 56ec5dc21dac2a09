import { setImmediate as nextTurn } from 'node:timers/promises';
import { aDomesticPayment, codesOf, firstThat, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import type { TppCall } from '@nordgate/tpp-client';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import { Overload, watchLoad } from './overload.hook.js';

describe('overload', () => {
  let loopDelayMs: number;
  let lags: boolean;
  let overload: Overload;
  beforeEach(() => {
    [loopDelayMs, lags] = [0, false];
    const signs = { loopDelayMs: () => loopDelayMs, commandsLag: () => lags };
    overload = new Overload(signs, { loopDelayMsMax: 100, checkEveryMs: 1 });
  });
  const checks = (count: number) => {
    for (let i = 0; i < count; i += 1) overload.check();
  };
  const refused = () => ({ read: overload.refuses(false), write: overload.refuses(true) });
  const none = { read: undefined, write: undefined };
  const all = { read: 'event-loop', write: 'event-loop' };

  it('lets requests through on an idle machine', () => {
    checks(100);
    expect(refused()).toEqual(none);
  });

  it('rejects every request after two checks with a slow event loop, until four calm checks', () => {
    loopDelayMs = 101;
    checks(1);
    expect(refused()).toEqual(none);
    checks(1);
    expect(refused()).toEqual(all);
    loopDelayMs = 50;
    checks(3);
    expect(refused()).toEqual(all);
    checks(1);
    expect(refused()).toEqual(none);
  });

  it('does not flap around the limit', () => {
    loopDelayMs = 101;
    checks(2);
    for (const delay of [99, 51, 101, 60, 50, 50, 50, 51]) {
      loopDelayMs = delay;
      checks(1);
      expect(refused()).toEqual(all);
    }
  });

  it('lets requests through after a single slow command', () => {
    lags = true;
    checks(11);
    expect(refused()).toEqual(none);
    lags = false;
    checks(1);
    lags = true;
    checks(11);
    expect(refused()).toEqual(none);
  });

  it('rejects all writes but one per check during a backlog of commands, until the backlog is gone', () => {
    lags = true;
    checks(12);
    expect(refused()).toEqual(none);
    expect([refused(), refused()]).toEqual([
      { read: undefined, write: 'command-lag' },
      { read: undefined, write: 'command-lag' },
    ]);
    checks(1);
    expect([overload.refuses(true), overload.refuses(true)]).toEqual([undefined, 'command-lag']);
    lags = false;
    checks(4);
    expect([refused(), refused()]).toEqual([none, none]);
  });
});

describe('the watched load of this process', () => {
  it('notices a blocked event loop', async () => {
    const watched = watchLoad(() => false, { loopDelayMsMax: 30, checkEveryMs: 60_000 });
    try {
      const busy = async () => {
        const started = performance.now();
        while (performance.now() - started < 100);
        await nextTurn();
      };
      for (let check = 0; check < 2; check += 1) {
        for (let i = 0; i < 3; i += 1) await busy();
        watched.overload.check();
      }
      expect(watched.overload.refuses(false)).toBe('event-loop');
    } finally {
      watched.stop();
    }
  });
});

describe('an overloaded gateway', () => {
  it('answers 503 and keeps nothing of a request, answers its probes, and later accepts the same request', async () => {
    let loopDelayMs = 0;
    const load = { loopDelayMs: () => loopDelayMs, checkEveryMs: 5 };
    const gateway = await startStubbedGateway({ load });
    try {
      const identity = await gateway.newSeal('PSDNO-FSA-1');
      const redirectUri = 'https://tpp.example/back';
      const tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri });
      const payment: TppCall = {
        method: 'POST',
        path: singlePath,
        body: aDomesticPayment(),
        headers: { 'psu-context': 'PRIVATE', 'x-request-id': 'the same' },
      };
      const until = (call: TppCall, wanted: number) =>
        firstThat(
          `${String(wanted)} for ${call.path}`,
          () => tpp.call(call),
          ({ status }) => status === wanted,
        );
      loopDelayMs = 10_000;
      const read = await until({ method: 'GET', path: '/v1/user' }, 503);
      expect([codesOf(read), read.headers['retry-after']]).toEqual([['SYSTEM_ERROR'], '2']);
      const write = await tpp.call(payment);
      expect([write.status, codesOf(write)]).toEqual([503, ['SYSTEM_ERROR']]);
      for (const path of ['/health/live', '/health/ready']) {
        expect((await tpp.call({ method: 'GET', path })).status).toBe(200);
      }
      expect(gateway.bus.sent.filter(({ value }) => value.includes('Kari'))).toEqual([]);
      expect(await gateway.telemetry.scrape()).toMatch(/turned_away_total\{.*"event-loop"/);
      loopDelayMs = 0;
      await until(payment, 201);
      expect(gateway.bus.sent.filter(({ value }) => value.includes('Kari'))).toHaveLength(1);
    } finally {
      await gateway.stop();
    }
  });
});
