/** @jest-environment-options {"ownModules": true} */
import { jest } from '@jest/globals';
import { Socket } from 'node:net';
import { createLog } from '@nordgate/telemetry';
import { kafkaClient } from '../kafka-settings.js';
import { outcomeOf } from '@nordgate/testing';

const log = createLog({ app: 'messaging-test', level: 'silent' });
const brokers = ['one.example:9092', 'two.example:9092'];

type Trust = 'untrusted' | 'away' | 'trusted';

/** An admin client of these brokers, and the hosts to which it has connected. */
function client(trustOf: (host: string, attempt: number) => Trust) {
  const hosts: string[] = [];
  const socketFactory = ({ host, onConnect }: { host: string; onConnect: () => void }) => {
    const trust = trustOf(host, hosts.push(host));
    const socket = new Socket();
    process.nextTick(() => {
      if (trust === 'trusted') onConnect();
      const code = {
        untrusted: 'SELF_SIGNED_CERT_IN_CHAIN',
        away: 'ECONNREFUSED',
        trusted: 'EPIPE',
      };
      socket.destroy(Object.assign(new Error(trust), { code: code[trust] }));
    });
    return socket;
  };
  const settings = { brokers, clientId: 'test', tls: {}, socketFactory };
  return { admin: kafkaClient(settings, log).admin(), hosts };
}

afterEach(() => void jest.useRealTimers());

describe('a client of kafkajs', () => {
  it('connects to each broker once when it trusts none of them', async () => {
    const { admin, hosts } = client(() => 'untrusted');
    await expect(admin.connect()).rejects.toThrow(/untrusted/);
    expect(hosts).toEqual(['one.example', 'two.example']);
  });

  it.each<[string, (host: string, attempt: number) => Trust]>([
    ['one of them is away', (host) => (host === 'one.example' ? 'untrusted' : 'away')],
    [
      'it has trusted one of them before',
      (_host, attempt) => (attempt === 1 ? 'trusted' : 'untrusted'),
    ],
  ])(
    'does not give up before nine attempts when it trusts no broker but %s',
    async (_what, trustOf) => {
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
      const { admin, hosts } = client(trustOf);
      const connecting = outcomeOf(admin.connect());
      await jest.advanceTimersByTimeAsync(30_000);
      // The broker that it has trusted closes the first connection at once.
      expect(hosts.length).toBeGreaterThanOrEqual(9);
      expect(await connecting).toBe('rejected');
    },
  );
});
