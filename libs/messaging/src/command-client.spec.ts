import { jest } from '@jest/globals';
import { refuse } from '@nordgate/decider';
import { Observable } from 'rxjs';
import type { Bus, Message, Reply } from './bus.js';
import { CommandClient, CommandNotAcknowledged } from './command-client.js';
import type { CommandResult } from './command-client.js';
import { BusClient } from './nest/bus-client.js';

const topic = 'payments.commands.v1';
const meta = { at: '2026-03-01T10:00:00Z', actor: 'PSDNO-FSA-1' };
const command = { type: 'InitiatePayment', id: 'c1', stream: 'payment-1', data: {}, meta };

/** A bus that answers when the test says so. */
class FakeBus implements Bus {
  readonly system = 'kafka';
  readonly sent: Message[] = [];
  private readonly promises: PromiseWithResolvers<void>[] = [];
  private receive: (reply: Reply) => void = () => undefined;

  connected: Promise<unknown> = Promise.resolve();

  publish(_topic: string, messages: readonly Message[]): Promise<void> {
    this.sent.push(...messages);
    const promise = Promise.withResolvers<void>();
    this.promises.push(promise);
    return promise.promise;
  }

  async openReplies(receive: (reply: Reply) => void) {
    await this.connected;
    this.receive = receive;
    return { address: 'here', close: () => Promise.resolve() };
  }

  acknowledge(): void {
    for (const { resolve } of this.promises) resolve();
  }

  fail(cause: Error): void {
    for (const { reject: rejectIt } of this.promises) rejectIt(cause);
  }

  reply(_address: string, reply: Reply): void {
    this.receive(reply);
  }

  consume = () => Promise.reject(new Error('not asked for here'));
  close = () => Promise.resolve();
}

type View = () => Promise<string | undefined>;

let bus: FakeBus;
let client: CommandClient;
let readView: jest.MockedFunction<View>;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
  jest.spyOn(Math, 'random').mockReturnValue(0);
  bus = new FakeBus();
  client = new CommandClient(new BusClient(bus, '/test'));
  readView = jest.fn<View>().mockResolvedValue(undefined);
});

afterEach(() => {
  expect(jest.getTimerCount()).toBe(0);
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Asks, and says how it ended as soon as it did. */
function ask() {
  const asked: { result?: CommandResult<string>; error?: unknown } = {};
  client.ask<string>(topic, command, { readView }).then(
    (result) => (asked.result = result),
    (error: unknown) => (asked.error = error),
  );
  return asked;
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const tell = (outcome: unknown, commandId = 'c1') => bus.reply('here', { commandId, outcome });

describe('asking for the outcome of a command', () => {
  it('sends the command with the address of the asker', async () => {
    const asked = ask();
    await pass(0);
    expect(bus.sent).toMatchObject([
      { key: 'payment-1', headers: { ce_id: 'c1', 'nordgate-reply-to': 'here' } },
    ]);
    expect(asked).toEqual({});
    tell('done');
    await pass(0);
  });

  it('is decided by the hint, with no look at the view', async () => {
    const asked = ask();
    await pass(1);
    bus.acknowledge();
    await pass(1);
    expect(asked).toEqual({});
    tell({ transactionStatus: 'RCVD' });
    await pass(0);
    expect(asked.result).toEqual({ is: 'decided', receipt: { transactionStatus: 'RCVD' } });
    expect(readView).not.toHaveBeenCalled();
  });

  it('is decided by a hint that overtakes the acknowledgement', async () => {
    const asked = ask();
    await pass(0);
    tell('done');
    bus.acknowledge();
    await pass(0);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'done' });
  });

  it('does not mistake the outcome of another command for its own', async () => {
    const asked = ask();
    await pass(0);
    tell('done', 'c2');
    await pass(0);
    expect(asked).toEqual({});
    tell('mine');
    await pass(0);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'mine' });
  });

  it('is refused when the stream refuses', async () => {
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    tell(refuse('CONFLICT', { path: '/paymentIds/0' }));
    await pass(0);
    const refusal = { refused: 'CONFLICT', path: '/paymentIds/0' };
    expect(asked.result).toEqual({ is: 'refused', refusal });
  });

  it('looks at the view after 150, 400 and 1000 ms when no hint comes', async () => {
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    const looks: number[] = [];
    for (const ms of [149, 1, 249, 1, 599]) {
      await pass(ms);
      looks.push(readView.mock.calls.length);
    }
    expect(looks).toEqual([0, 1, 1, 2, 2]);
    readView.mockResolvedValue('seen');
    await pass(1);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'seen' });
  });

  it('does not look at the view while commands take more than a second', async () => {
    let nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const late = ask();
    await pass(0);
    nowMs = 1500;
    tell('late');
    await pass(0);
    expect(late.result).toEqual({ is: 'decided', receipt: 'late' });
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    await pass(2000);
    expect(readView).not.toHaveBeenCalled();
    expect(asked.result).toEqual({ is: 'accepted' });
  });

  it('knows that commands lag when a view has nothing after more than a second', async () => {
    let now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    await pass(400);
    expect(client.isLagging).toBe(false);
    now = 1001;
    await pass(600);
    expect(client.isLagging).toBe(true);
    await pass(1000);
    expect(asked.result).toEqual({ is: 'accepted' });
  });

  it('spreads the looks of many askers by up to a fifth', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.999);
    ask();
    await pass(0);
    bus.acknowledge();
    await pass(178);
    expect(readView).not.toHaveBeenCalled();
    await pass(2);
    expect(readView).toHaveBeenCalledTimes(1);
    tell('done');
    await pass(0);
  });

  it('does not look at the view before the command is durable', async () => {
    readView.mockResolvedValue('of an earlier life');
    const asked = ask();
    await pass(999);
    expect(readView).not.toHaveBeenCalled();
    expect(asked).toEqual({});
    bus.acknowledge();
    await pass(1);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'of an earlier life' });
  });

  it('goes on waiting when a look fails', async () => {
    readView.mockRejectedValueOnce(new Error('the view is away'));
    readView.mockImplementationOnce(() => {
      throw new Error('so is its client');
    });
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    await pass(400);
    expect(asked).toEqual({});
    tell('done');
    await pass(0);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'done' });
  });

  it('is accepted after two seconds when durable and undecided', async () => {
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    await pass(1999);
    expect(asked).toEqual({});
    await pass(1);
    expect(asked.result).toEqual({ is: 'accepted' });
    expect(readView).toHaveBeenCalledTimes(3);
  });

  it('is not acknowledged when the bus refuses it', async () => {
    const asked = ask();
    await pass(0);
    const cause = new Error('no broker');
    bus.fail(cause);
    await pass(0);
    expect(asked.error).toBeInstanceOf(CommandNotAcknowledged);
    expect(asked.error).toHaveProperty('cause', cause);
  });

  it('is not acknowledged when the bus says nothing for two seconds', async () => {
    const asked = ask();
    await pass(1999);
    expect(asked).toEqual({});
    await pass(1);
    expect(asked.error).toBeInstanceOf(CommandNotAcknowledged);
    bus.acknowledge();
    tell('too late');
    await pass(0);
    expect(asked.result).toBeUndefined();
  });

  it('is not acknowledged when no connection comes about in two seconds', async () => {
    bus.connected = new Promise(() => undefined);
    const asked = ask();
    await pass(2000);
    expect(asked.error).toBeInstanceOf(CommandNotAcknowledged);
    expect(bus.sent).toEqual([]);
  });

  it('is not acknowledged when the connection fails, and the next one tries again', async () => {
    bus.connected = Promise.reject(new Error('no broker'));
    const first = ask();
    await pass(0);
    expect(first.error).toBeInstanceOf(CommandNotAcknowledged);
    bus.connected = Promise.resolve();
    const second = ask();
    await pass(0);
    tell('done');
    await pass(0);
    expect(second.result).toEqual({ is: 'decided', receipt: 'done' });
  });

  it('tells the outcome to everybody who asks for the same command', async () => {
    const both = [ask(), ask()];
    await pass(0);
    bus.acknowledge();
    tell('done');
    await pass(0);
    const result = { is: 'decided', receipt: 'done' };
    expect(both).toEqual([{ result }, { result }]);
  });

  it('keeps telling one asker when another has given up', async () => {
    const early = ask();
    await pass(1900);
    bus.acknowledge();
    const second = ask();
    await pass(100);
    expect(early.result).toEqual({ is: 'accepted' });
    tell('done');
    await pass(0);
    expect(second.result).toEqual({ is: 'decided', receipt: 'done' });
  });
});

describe('the end of a wait', () => {
  const endings = {
    'an outcome': (send: (step: unknown) => void) => Promise.resolve(send({ outcome: 1 })),
    'a refusal': (send: (step: unknown) => void) =>
      Promise.resolve(send({ outcome: refuse('CONFLICT') })),
    'the deadline': (send: (step: unknown) => void) => {
      send({ durable: true });
      return pass(2000);
    },
    silence: () => pass(2000),
  };

  it.each(Object.entries(endings))('by %s leaves nothing behind', async (_name, end) => {
    let left = 0;
    let send: (step: unknown) => void = () => undefined;
    const progress = new Observable((observer) => {
      send = (step) => observer.next(step);
      return () => (left += 1);
    });
    const asked = new CommandClient({ send: () => progress } as unknown as BusClient)
      .ask(topic, command, { readView })
      .catch((error: unknown) => error);
    await pass(0);
    await end(send);
    await asked;
    expect(left).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('also when the outcome is there at once', async () => {
    let left = 0;
    const progress = new Observable((observer) => {
      observer.next({ outcome: 'done' });
      return () => (left += 1);
    });
    const stub = { send: () => progress } as unknown as BusClient;
    const result = await new CommandClient(stub).ask(topic, command, { readView });
    expect(result).toEqual({ is: 'decided', receipt: 'done' });
    expect(left).toBe(1);
  });
});
