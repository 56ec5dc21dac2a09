import { firstValueFrom, lastValueFrom, toArray } from 'rxjs';
import type { Bus, Message, Reply } from '../bus.js';
import { outcomeOf } from '@nordgate/testing';
import { BusClient } from './bus-client.js';

const topic = 'payments.commands.v1';
const meta = { at: '2026-03-01T10:00:00Z', actor: 'PSDNO-FSA-1' };
const command = { type: 'InitiatePayment', id: 'c1', stream: 'payment-1', data: {}, meta };

/** A bus whose channels and messages the test can count. */
class CountingBus implements Bus {
  readonly system = 'kafka';
  readonly sent: Message[] = [];
  readonly open = new Map<string, (reply: Reply) => void>();
  opened = 0;
  accepts: () => Promise<void> = () => Promise.resolve();

  publish(_topic: string, messages: readonly Message[]): Promise<void> {
    this.sent.push(...messages);
    return this.accepts();
  }

  openReplies(receive: (reply: Reply) => void) {
    this.opened += 1;
    const address = `address-${this.opened}`;
    this.open.set(address, receive);
    const close = () => Promise.resolve(void this.open.delete(address));
    return Promise.resolve({ address, close });
  }

  reply(address: string, reply: Reply): void {
    this.open.get(address)?.(reply);
  }

  consume = () => Promise.reject(new Error('not asked for here'));
  noteEnd = this.consume;
  close = () => Promise.resolve();
}

describe('the client of the bus', () => {
  it('emits that the command is durable, then its outcome, and completes', async () => {
    const bus = new CountingBus();
    bus.accepts = () => {
      setImmediate(() => bus.reply('address-1', { commandId: 'c1', outcome: 'done' }));
      return Promise.resolve();
    };
    const steps = new BusClient(bus, '/test').send(topic, command).pipe(toArray());
    expect(await lastValueFrom(steps)).toEqual([{ durable: true }, { outcome: 'done' }]);
  });

  it('fails when the bus does not take the command', async () => {
    const bus = new CountingBus();
    bus.accepts = () => Promise.reject(new Error('no broker'));
    const sending = lastValueFrom(new BusClient(bus, '/test').send(topic, command));
    await expect(sending).rejects.toThrow('no broker');
  });

  it('fails for data that has no JSON form, and sends nothing', async () => {
    const bus = new CountingBus();
    const odd = { ...command, data: { amount: 1n } };
    const sending = lastValueFrom(new BusClient(bus, '/test').send(topic, odd));
    expect(await outcomeOf(sending)).toBe('rejected');
    expect(bus.sent).toEqual([]);
  });

  it('only publishes what nobody waits for', async () => {
    const bus = new CountingBus();
    await firstValueFrom(new BusClient(bus, '/test').emit(topic, command), { defaultValue: null });
    expect(bus.sent.map(({ headers }) => headers['nordgate-reply-to'])).toEqual([undefined]);
  });

  it('opens one channel, however many askers come at once', async () => {
    const bus = new CountingBus();
    const client = new BusClient(bus, '/test');
    const channels = await Promise.all([client.connect(), client.connect(), client.connect()]);
    expect(bus.opened).toBe(1);
    expect(new Set(channels).size).toBe(1);
  });

  it('closes its channel, also one that is just opening, and can open another', async () => {
    const bus = new CountingBus();
    const client = new BusClient(bus, '/test');
    const connecting = client.connect();
    await client.close();
    await connecting;
    expect(bus.open.size).toBe(0);
    await client.close();
    expect((await client.connect()).address).toBe('address-2');
  });
});
