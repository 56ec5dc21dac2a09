import { jest } from '@jest/globals';
import { refuse } from '@nordgate/decider';
import { Observable } from 'rxjs';
import { undecidable } from '../bus.js';
import type { Bus, Message, Reply } from '../bus.js';
import { BusClient } from '../nest/bus-client.js';
import { CommandClient, CommandLag, CommandNotAcknowledgedError } from './command-client.js';
import type { CommandResult } from './command-client.js';

const topic = 'payments.commands.v1';
const meta = { at: '2026-03-01T10:00:00Z', actor: 'PSDNO-FSA-1' };
const command = { type: 'InitiatePayment', id: 'c1', stream: 'payment-1', data: {}, meta };

/** A bus that acknowledges and replies when the test tells it to. */
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

  consume = () => Promise.reject(new Error('not part of this test'));
  noteEnd = this.consume;
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

/** Sends the command; the returned object gets its result or error. */
function ask() {
  const asked: { result?: CommandResult<string>; error?: unknown } = {};
  client.ask<string>(topic, command, { readView }).then(
    (result) => (asked.result = result),
    (error: unknown) => (asked.error = error),
  );
  return asked;
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);
const reply = (outcome: unknown, commandId = 'c1') => bus.reply('here', { commandId, outcome });

describe('CommandClient', () => {
  it('sends the command with its return address', async () => {
    const asked = ask();
    await pass(0);
    expect(bus.sent).toMatchObject([
      { key: 'payment-1', headers: { ce_id: 'c1', 'nordgate-reply-to': 'here' } },
    ]);
    expect(asked).toEqual({});
    reply('done');
    await pass(0);
  });

  it('returns the outcome of the reply without reading the view', async () => {
    const asked = ask();
    await pass(1);
    bus.acknowledge();
    await pass(1);
    expect(asked).toEqual({});
    reply({ transactionStatus: 'RCVD' });
    await pass(0);
    expect(asked.result).toEqual({ is: 'decided', receipt: { transactionStatus: 'RCVD' } });
    expect(readView).not.toHaveBeenCalled();
  });

  it('returns the outcome of a reply that arrives before the acknowledgement', async () => {
    const asked = ask();
    await pass(0);
    reply('done');
    bus.acknowledge();
    await pass(0);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'done' });
  });

  it('ignores the reply to another command', async () => {
    const asked = ask();
    await pass(0);
    reply('done', 'c2');
    await pass(0);
    expect(asked).toEqual({});
    reply('mine');
    await pass(0);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'mine' });
  });

  it('returns the refusal of the stream', async () => {
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    reply(refuse('CONFLICT', { path: '/paymentIds/0' }));
    await pass(0);
    const refusal = { refused: 'CONFLICT', path: '/paymentIds/0' };
    expect(asked.result).toEqual({ is: 'refused', refusal });
  });

  it.each([
    ['before', () => bus.reply('here', { commandId: 'c1', outcome: undecidable })],
    ['after', () => bus.acknowledge()],
  ])(
    'promises nothing of a parked command whose reply comes %s the acknowledgement',
    async (when, first) => {
      const asked = ask();
      await pass(0);
      first();
      await pass(0);
      if (when === 'after') reply(undecidable);
      bus.acknowledge();
      await pass(0);
      expect(asked.result).toBeUndefined();
      expect(asked.error).toBeInstanceOf(CommandNotAcknowledgedError);
    },
  );

  it('reads the view after 150, 400 and 1000 ms when no reply arrives', async () => {
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    const reads: number[] = [];
    for (const ms of [149, 1, 249, 1, 599]) {
      await pass(ms);
      reads.push(readView.mock.calls.length);
    }
    expect(reads).toEqual([0, 1, 1, 2, 2]);
    readView.mockResolvedValue('seen');
    await pass(1);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'seen' });
  });

  it('does not read the view while commands take more than a second', async () => {
    let nowMs = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => nowMs);
    const late = ask();
    await pass(0);
    nowMs = 1500;
    reply('late');
    await pass(0);
    expect(late.result).toEqual({ is: 'decided', receipt: 'late' });
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    await pass(2000);
    expect(readView).not.toHaveBeenCalled();
    expect(asked.result).toEqual({ is: 'accepted' });
  });

  it('reports a lag when a view shows nothing after more than a second', async () => {
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

  it('spreads the reads of many senders by up to a fifth of the interval', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(0.999);
    ask();
    await pass(0);
    bus.acknowledge();
    await pass(178);
    expect(readView).not.toHaveBeenCalled();
    await pass(2);
    expect(readView).toHaveBeenCalledTimes(1);
    reply('done');
    await pass(0);
  });

  it('does not read the view before the command is durable', async () => {
    readView.mockResolvedValue('of an earlier life');
    const asked = ask();
    await pass(999);
    expect(readView).not.toHaveBeenCalled();
    expect(asked).toEqual({});
    bus.acknowledge();
    await pass(1);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'of an earlier life' });
  });

  it('goes on waiting when a read of the view fails', async () => {
    readView.mockRejectedValueOnce(new Error('the view is away'));
    readView.mockImplementationOnce(() => {
      throw new Error('so is its client');
    });
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    await pass(400);
    expect(asked).toEqual({});
    reply('done');
    await pass(0);
    expect(asked.result).toEqual({ is: 'decided', receipt: 'done' });
  });

  it('returns accepted after two seconds when the command is durable and not decided', async () => {
    const asked = ask();
    await pass(0);
    bus.acknowledge();
    await pass(1999);
    expect(asked).toEqual({});
    await pass(1);
    expect(asked.result).toEqual({ is: 'accepted' });
    expect(readView).toHaveBeenCalledTimes(3);
  });

  it('throws CommandNotAcknowledgedError when the bus rejects the command', async () => {
    const asked = ask();
    await pass(0);
    const cause = new Error('no broker');
    bus.fail(cause);
    await pass(0);
    expect(asked.error).toBeInstanceOf(CommandNotAcknowledgedError);
    expect(asked.error).toHaveProperty('cause', cause);
  });

  it('throws CommandNotAcknowledgedError when the bus does not answer for two seconds', async () => {
    const asked = ask();
    await pass(1999);
    expect(asked).toEqual({});
    await pass(1);
    expect(asked.error).toBeInstanceOf(CommandNotAcknowledgedError);
    bus.acknowledge();
    reply('too late');
    await pass(0);
    expect(asked.result).toBeUndefined();
  });

  it('throws CommandNotAcknowledgedError when no connection is made in two seconds', async () => {
    bus.connected = new Promise(() => undefined);
    const asked = ask();
    await pass(2000);
    expect(asked.error).toBeInstanceOf(CommandNotAcknowledgedError);
    expect(bus.sent).toEqual([]);
  });

  it('throws CommandNotAcknowledgedError when the connection fails, and connects again for the next command', async () => {
    bus.connected = Promise.reject(new Error('no broker'));
    const first = ask();
    await pass(0);
    expect(first.error).toBeInstanceOf(CommandNotAcknowledgedError);
    bus.connected = Promise.resolve();
    const second = ask();
    await pass(0);
    reply('done');
    await pass(0);
    expect(second.result).toEqual({ is: 'decided', receipt: 'done' });
  });

  it('returns the outcome to every sender of the same command', async () => {
    const both = [ask(), ask()];
    await pass(0);
    bus.acknowledge();
    reply('done');
    await pass(0);
    const result = { is: 'decided', receipt: 'done' };
    expect(both).toEqual([{ result }, { result }]);
  });

  it('returns the outcome to one sender after another has reached its deadline', async () => {
    const early = ask();
    await pass(1900);
    bus.acknowledge();
    const second = ask();
    await pass(100);
    expect(early.result).toEqual({ is: 'accepted' });
    reply('done');
    await pass(0);
    expect(second.result).toEqual({ is: 'decided', receipt: 'done' });
  });
});

describe('CommandClient, when a wait ends', () => {
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

  it.each(Object.entries(endings))(
    'by %s, leaves no timer and no subscription',
    async (_name, end) => {
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
    },
  );

  it('at once, leaves no timer and no subscription', async () => {
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

describe('CommandLag', () => {
  it('is long while outcomes arrive after more than a second', () => {
    const lag = new CommandLag(() => 0);
    expect(lag.isLong).toBe(false);
    lag.decidedAfter(1500);
    expect(lag.isLong).toBe(true);
    lag.decidedAfter(900);
    expect(lag.isLong).toBe(false);
  });

  it('is long while a command is not decided after more than a second', () => {
    const lag = new CommandLag(() => 0);
    lag.undecidedAfter(900);
    expect(lag.isLong).toBe(false);
    lag.undecidedAfter(1100);
    expect(lag.isLong).toBe(true);
    lag.undecidedAfter(150);
    expect(lag.isLong).toBe(true);
  });

  it('is not long when the last observation is older than five seconds', () => {
    let now = 0;
    const lag = new CommandLag(() => now);
    lag.decidedAfter(1500);
    now = 5001;
    expect(lag.isLong).toBe(false);
  });
});
