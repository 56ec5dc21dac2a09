import { EventEmitter } from 'node:events';
import { GiveBackRead } from '@nordgate/contracts/queries';
import { ReadPermits } from './read-permits.js';

/** An answer that a test ends, and the permits that have gone back. */
function aRead({ isClosed = false, isScaDown = false } = {}) {
  const answer = Object.assign(new EventEmitter(), {
    ...{ headersSent: false, statusCode: 200, closed: isClosed },
  });
  const back: string[] = [];
  const warnings: unknown[] = [];
  const ask = (query: unknown) => {
    if (isScaDown) return Promise.reject(new Error('sca is down'));
    back.push((query as GiveBackRead).permit);
    return Promise.resolve(true);
  };
  const log = { warn: (fields: unknown) => warnings.push(fields) };
  const permits = new ReadPermits({ ask } as never, log as never, answer as never);
  const end = (change: Partial<typeof answer>) => {
    Object.assign(answer, change);
    answer.emit('close');
  };
  return { permits, back, warnings, end };
}

describe('the permits of a read without the PSU', () => {
  it('stay taken when the read is answered with 200', async () => {
    const { permits, back, end } = aRead();
    await permits.take('p-1');
    end({ headersSent: true });
    expect(back).toEqual([]);
  });

  it.each([
    ['is answered with another status', { headersSent: true, statusCode: 503 }],
    ['has not begun when the client goes away', {}],
  ])('go back when the answer %s', async (_what, change) => {
    const { permits, back, end } = aRead();
    await permits.take('p-1');
    await permits.take(undefined);
    await permits.take('p-2');
    end(change);
    expect(back).toEqual(['p-1', 'p-2']);
  });

  it('go back once', async () => {
    const { permits, back, end } = aRead();
    await permits.take('p-1');
    await permits.giveBack();
    end({ headersSent: true, statusCode: 404 });
    await permits.giveBack();
    expect(back).toEqual(['p-1']);
  });

  it('go back at once when they come after the client has gone away', async () => {
    for (const { permits, back, end } of [aRead(), aRead({ isClosed: true })]) {
      end({});
      await permits.take('p-1');
      expect(back).toEqual(['p-1']);
    }
  });

  it('stay counted with a log line while sca does not answer', async () => {
    const { permits, warnings } = aRead({ isScaDown: true });
    await permits.take('p-1');
    await permits.giveBack();
    expect(warnings).toHaveLength(1);
  });
});
