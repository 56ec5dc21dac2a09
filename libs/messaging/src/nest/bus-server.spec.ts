import type { EventStore } from '@nordgate/event-store';
import { createLog } from '@nordgate/telemetry';
import type { Bus, Consumer } from '../bus.js';
import { BusServer } from './bus-server.js';
import { reactionPattern } from './patterns.js';

const topic = 'payments.commands.v1';
const events = 'payments.events.v1';
const handler = () => Promise.resolve();

/** A server on a bus that only notes who consumes. */
function aServer(refuse?: string) {
  const consumers: Consumer[] = [];
  const stopped: string[] = [];
  const bus = {
    consume(consumer: Consumer) {
      if (consumer.group === refuse) return Promise.reject(new Error('no event table'));
      consumers.push(consumer);
      return Promise.resolve({ stop: () => Promise.resolve(void stopped.push(consumer.group)) });
    },
  } as unknown as Bus;
  const server = new BusServer({
    ...{ bus, store: {} as EventStore, service: 'payments' },
    commands: { topic, deciders: {} },
    log: createLog({ app: 'test', level: 'silent' }),
  });
  const listening = () =>
    new Promise<void>((resolve, reject) => {
      server.listen((error) => (error instanceof Error ? reject(error) : resolve()));
    });
  return { server, listening, consumers, stopped };
}

describe('the server of an app', () => {
  it('consumes its command topic as the app, and each event topic per purpose', async () => {
    const { server, listening, consumers } = aServer();
    server.addHandler(reactionPattern(events, 'payments.one'), handler, true);
    server.addHandler(reactionPattern(events, 'payments.two'), handler, true);
    await listening();
    expect(consumers.map(({ topic, group }) => [topic, group])).toEqual([
      [topic, 'payments'],
      [events, 'payments.one'],
      [events, 'payments.two'],
    ]);
  });

  it('accepts no second method for one purpose: one of the two would not be heard', () => {
    const { server } = aServer();
    server.addHandler(reactionPattern(events, 'payments.one'), handler, true);
    const again = () => server.addHandler(reactionPattern(events, 'payments.one'), handler, true);
    expect(again).toThrow('two methods');
  });

  it('stops what it has begun when it cannot consume everything', async () => {
    const { server, listening, stopped } = aServer('payments.two');
    server.addHandler(reactionPattern(events, 'payments.two'), handler, true);
    await expect(listening()).rejects.toThrow('no event table');
    expect(stopped).toEqual(['payments']);
  });

  it('stops a consumption that comes about after close', async () => {
    const { server, listening, stopped } = aServer();
    const starting = listening();
    await server.close();
    await expect(starting).rejects.toThrow('closed');
    expect(stopped).toEqual(['payments']);
  });

  it('stops all consumption on close, once', async () => {
    const { server, listening, stopped } = aServer();
    server.addHandler(reactionPattern(events, 'payments.one'), handler, true);
    await listening();
    await server.close();
    await server.close();
    expect(stopped.toSorted()).toEqual(['payments', 'payments.one']);
  });
});
