import { EventEmitter, once } from 'node:events';
import { createServer, request } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
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

describe('the permit of a read over a connection that the client breaks off', () => {
  /** More than the buffers of a connection hold, so most of it is never sent. */
  const body = Buffer.alloc(32 * 1024 * 1024);

  /** Answers one request while its client goes away. Returns the permits that have gone back. */
  async function backAfter(answering: (answer: ServerResponse, leave: () => void) => void) {
    const back: string[] = [];
    const ask = (query: unknown) => {
      back.push((query as GiveBackRead).permit);
      return Promise.resolve(true);
    };
    const closed = Promise.withResolvers<undefined>();
    const server = createServer((_request, answer) => {
      const permits = new ReadPermits({ ask } as never, {} as never, answer);
      void permits.take('p-1').then(() => answering(answer, () => client.destroy()));
      answer.once('close', () => closed.resolve(undefined));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = request({ host: '127.0.0.1', port });
    client.on('error', () => undefined).on('response', () => client.destroy());
    client.end();
    await closed.promise;
    server.close();
    return back;
  }

  it('stays taken after the answer has begun as 200', async () => {
    expect(await backAfter((answer) => answer.writeHead(200).end(body))).toEqual([]);
  });

  it('goes back before the answer has begun', async () => {
    expect(await backAfter((_answer, leave) => leave())).toEqual(['p-1']);
  });

  it('goes back after an answer that has begun with another status', async () => {
    expect(await backAfter((answer) => answer.writeHead(503).end(body))).toEqual(['p-1']);
  });
});
