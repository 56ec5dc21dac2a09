import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { Balancer } from './balancer.js';

/** A pod that answers each line with its name. */
async function aPod(name: string) {
  const server: Server = createServer((socket) => {
    socket.on('data', () => socket.write(name)).on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { endpoint: { name, port }, stop: () => void server.close() };
}

/** A connection to the balancer. */
function open(port: number) {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  const ask = () =>
    new Promise<string>((resolve) => {
      socket.once('data', (data) => resolve(data.toString()));
      socket.once('close', () => resolve('closed'));
      socket.write('who?');
    });
  return { ask, close: () => socket.destroy() };
}

describe('a balancer', () => {
  let balancer: Balancer;
  let pods: Awaited<ReturnType<typeof aPod>>[];
  const answerOfNext = async () => {
    const { ask, close } = open(balancer.port);
    return ask().finally(close);
  };
  beforeEach(async () => {
    balancer = await Balancer.start('payments');
    pods = [await aPod('one'), await aPod('two')];
    for (const { endpoint } of pods) balancer.add(endpoint);
  });
  afterEach(async () => {
    await balancer.stop();
    for (const pod of pods) pod.stop();
  });

  it('sends connections to its endpoints in turn', async () => {
    const seen = [
      await answerOfNext(),
      await answerOfNext(),
      await answerOfNext(),
      await answerOfNext(),
    ];
    expect(seen.toSorted()).toEqual(['one', 'one', 'two', 'two']);
  });

  it('sends no new connection to an endpoint that was removed, and leaves its connections open', async () => {
    const kept = [open(balancer.port), open(balancer.port)];
    const before = [await kept[0]?.ask(), await kept[1]?.ask()];
    balancer.remove('one');
    expect([await answerOfNext(), await answerOfNext()]).toEqual(['two', 'two']);
    expect([await kept[0]?.ask(), await kept[1]?.ask()]).toEqual(before);
    for (const one of kept) one.close();
  });

  it('refuses connections while there is no endpoint', async () => {
    balancer.remove('one');
    balancer.remove('two');
    expect(await answerOfNext()).toBe('closed');
    expect(balancer.refused).toBe(1);
  });
});
