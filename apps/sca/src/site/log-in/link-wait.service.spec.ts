import { LinkWaitService } from './link-wait.service.js';

const aMinute = 60_000;

/** Counts its looks; the link is open from the look with this number on. */
function aLink(openAt: number, goneAt = Infinity) {
  const looks = { count: 0 };
  const look = () => {
    looks.count += 1;
    return Promise.resolve(looks.count);
  };
  return {
    looks,
    link: {
      look,
      isThere: (count: number) => count >= openAt,
      isGone: () => looks.count >= goneAt,
    },
  };
}

describe('the wait for a fresh link', () => {
  it('ends as soon as the link is open', async () => {
    const { link, looks } = aLink(3);
    expect(await new LinkWaitService({ linkWaitMs: aMinute }).until(link)).toBe(3);
    expect(looks.count).toBe(3);
  });

  it('ends without a further look when the client goes away', async () => {
    const { link, looks } = aLink(1000, 2);
    await new LinkWaitService({ linkWaitMs: aMinute }).until(link);
    expect(looks.count).toBe(2);
  });

  it('ends after its time with what it saw last', async () => {
    const { link, looks } = aLink(Infinity);
    const seen = await new LinkWaitService({ linkWaitMs: 100 }).until(link);
    expect(seen).toBe(looks.count);
    // 20, 30 and 45 ms before the first three looks: a slow machine has fewer.
    expect(looks.count).toBeLessThanOrEqual(5);
  });

  it('is not given to more than 100 requests at a time', async () => {
    const waits = new LinkWaitService({ linkWaitMs: aMinute });
    let isOpen = false;
    const link = {
      look: () => Promise.resolve(isOpen),
      isThere: (one: boolean) => one,
      isGone: () => false,
    };
    const all = Array.from({ length: 100 }, () => waits.until(link));
    expect(await waits.until(link)).toBeUndefined();
    isOpen = true;
    expect(new Set(await Promise.all(all))).toEqual(new Set([true]));
    expect(await waits.until(link)).toBe(true);
  });
});
