import { isOtherChannel, isReusedBy, otherChannelOf } from './other-channel.js';

const name = otherChannelOf({ request: 'r1.7', content: 'c1' });

describe('the name of another channel of the bank', () => {
  it('is told from the names of a TPP, an operator and an authorisation', () => {
    expect(isOtherChannel(name)).toBe(true);
    const others = ['PSDNO-FSA-1', 'operator', 'operator/1', 'authorisation-sandbox/1', 'sandbox'];
    for (const by of others) expect(isOtherChannel(by)).toBe(false);
  });

  it('is of a reused X-Request-ID with another content only', () => {
    expect(isReusedBy(otherChannelOf({ request: 'r1.7', content: 'c2' }), name)).toBe(true);
    expect(isReusedBy(name, name)).toBe(false);
    expect(isReusedBy(otherChannelOf({ request: 'r2.7', content: 'c1' }), name)).toBe(false);
    expect(isReusedBy('operator/2', 'operator/1')).toBe(false);
  });
});
