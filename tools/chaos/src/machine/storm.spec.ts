import { stormIn } from './storm.js';

/** Traffic at a second of the run. */
const at = (second: number, sent: number, refused = 0) => ({ sent, refused, at: second * 1000 });
const begun = at(20, 2000, 7);

describe('a storm of requests to servers in trouble', () => {
  it('is more than five times as much as before, and what a bank at rest may begin', () => {
    expect(
      stormIn('brokers', { openedAt: 0, begun, over: at(30, 2000 + 6000, 7) }),
    ).toBeUndefined();
    expect(stormIn('brokers', { openedAt: 0, begun, over: at(30, 2000 + 6010, 7) })).toBe(
      'a storm of requests to brokers: 601 a second, 100 before',
    );
  });

  it('counts the connections that are refused', () => {
    expect(stormIn('postgres', { openedAt: 0, begun, over: at(30, 2000, 7 + 6010) })).toBe(
      'a storm of requests to postgres: 601 a second, 100 before',
    );
    expect(
      stormIn('postgres', { openedAt: 0, begun, over: at(30, 2000, 7 + 5990) }),
    ).toBeUndefined();
  });

  it('is none while little was sent before and a little is sent now', () => {
    const [idle, busy] = [at(20, 2), at(30, 900)];
    expect(stormIn('gateways', { openedAt: 0, begun: idle, over: busy })).toBeUndefined();
  });
});
