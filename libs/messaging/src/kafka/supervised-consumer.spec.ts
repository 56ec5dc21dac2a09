import { EventEmitter } from 'node:events';
import { KafkaJSConnectionError } from 'kafkajs';
import type { Consumer } from 'kafkajs';
import { eventually, isPending, outcomeOf } from '@nordgate/testing';
import { SupervisedConsumer } from './supervised-consumer.js';

const refused = new Error('authentication failed');
refused.name = 'KafkaJSSASLAuthenticationError';
const away = new KafkaJSConnectionError('no connection', { code: 'ECONNREFUSED' });
const never = new Promise<void>(() => undefined);

/** A supervised consumer whose kafkajs consumers connect as the test says, one after the other. */
function supervised(...connecting: (Error | 'joins' | 'joins, and never leaves')[]) {
  const emitters: EventEmitter[] = [];
  const crashes: unknown[] = [];
  const create = () => {
    const emitter = new EventEmitter();
    const what = connecting[emitters.push(emitter) - 1] ?? away;
    return {
      events: { GROUP_JOIN: 'join', CRASH: 'crash' },
      on: (name: string, listener: (event: unknown) => void) => emitter.on(name, listener),
      connect() {
        if (what instanceof Error) return Promise.reject(what);
        emitter.emit('join', { payload: { memberAssignment: {} } });
        return Promise.resolve();
      },
      disconnect: () => (what === 'joins, and never leaves' ? never : Promise.resolve()),
    } as unknown as Consumer;
  };
  const consumer = new SupervisedConsumer({
    create,
    run: () => Promise.resolve(),
    onJoined: () => undefined,
    onCrash: (error) => crashes.push(error),
    leaveLimitMs: 50,
  });
  const crash = (error: Error) => emitters.at(-1)?.emit('crash', { payload: { error } });
  return { consumer, crash, crashes, made: () => emitters.length };
}

describe('SupervisedConsumer', () => {
  it('waits for brokers that are unavailable', async () => {
    const { consumer, made } = supervised(away, away, 'joins');
    await consumer.start();
    expect(made()).toBe(3);
  });

  it('rejects the start after a permanent authentication error, with its reason', async () => {
    const { consumer, made, crashes } = supervised(away, refused, 'joins');
    await expect(consumer.start()).rejects.toBe(refused);
    expect([made(), crashes]).toEqual([2, [away]]);
  });

  it('goes on after an authentication error when it has joined before', async () => {
    const { consumer, crash, made, crashes } = supervised('joins', refused, 'joins');
    await consumer.start();
    crash(away);
    await eventually('a third consumer is made', () => made() === 3);
    expect(crashes).toEqual([away, refused]);
    await consumer.stop();
  });

  it('rejects a start that is waiting when it is stopped', async () => {
    const { consumer } = supervised(away);
    const start = outcomeOf(consumer.start());
    expect(await isPending(start)).toBe(true);
    await consumer.stop();
    expect(await start).toBe('rejected');
  });

  it('stops although no broker answers its request to leave', async () => {
    const { consumer } = supervised('joins, and never leaves');
    await consumer.start();
    await consumer.stop();
  });
});
