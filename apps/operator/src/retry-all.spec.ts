import type { OperatorRequest, RetriedNext } from '@nordgate/contracts/commands';
import { operatorRequestFrom } from '@nordgate/contracts/commands';
import { retryAll } from './retry-all.js';
import type { RetryAll } from './retry-all.js';

const place = {
  consumer: 'sca',
  key: 'psu-1',
  type: 'Add',
  topic: 'sca.commands.v1',
  partition: 3,
};
const message = (seq: number, reason?: string): RetriedNext => ({
  ...{ ...place, seq: String(seq), offset: String(seq + 100) },
  ...(reason === undefined ? { result: 'done' } : { result: 'parked', reason }),
});

/** A service with these messages that are next, one after the other. */
async function run(options: Partial<RetryAll>, messages: readonly (RetriedNext | Error)[]) {
  const asked: OperatorRequest[] = [];
  const said: string[] = [];
  const waits: number[] = [];
  const left = [...messages];
  const operations = {
    run: (request: OperatorRequest) => {
      asked.push(request);
      if (request.name === 'CountParked') {
        const last = String(messages.length === 0 ? 0 : 900);
        return Promise.resolve({ messages: messages.length, keys: 2, upTo: last });
      }
      const next = left.shift() ?? null;
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
    },
  };
  const wait = (ms: number) => Promise.resolve(void waits.push(ms));
  const ending = retryAll(
    { service: 'sca', dryRun: false, ...options },
    operations,
    (text) => said.push(text),
    wait,
  );
  const error = await ending.then(
    () => undefined,
    (one: unknown) => (one as Error).message,
  );
  for (const request of asked) {
    expect(operatorRequestFrom(JSON.parse(JSON.stringify(request)))).toEqual({ request });
  }
  return { asked, said, waits, error };
}

describe('a retry of all parked messages', () => {
  it('goes on after each message up to the newest message at the start', async () => {
    const { asked, said, waits, error } = await run({}, [message(7), message(9)]);
    const request = { name: 'RetryNextParked', service: 'sca', upTo: '900', dryRun: false };
    expect(asked).toEqual([
      { name: 'CountParked', service: 'sca' },
      ...['0', '7', '9'].map((after) => ({ ...request, after })),
    ]);
    expect(said).toEqual(['2 messages of 2 keys are parked', '2 of 2 tried: 2 done, 0 failed']);
    expect([waits, error]).toEqual([[], undefined]);
  });

  it('tells which message fails with its place, goes on, and fails at the end', async () => {
    const { said, error } = await run({}, [message(7, 'not a number'), message(8)]);
    expect(said.slice(1)).toEqual([
      'message 7 (Add for sca, key psu-1, sca.commands.v1/3/107): not a number',
      '2 of 2 tried: 1 done, 1 failed',
    ]);
    expect(error).toBe('1 messages cannot be handled');
  });

  it('asks for one consumer only, in a dry run too', async () => {
    const { asked, said } = await run({ consumer: 'sca.baskets', dryRun: true }, [message(7)]);
    expect(asked).toMatchObject([
      { name: 'CountParked', consumer: 'sca.baskets' },
      { name: 'RetryNextParked', consumer: 'sca.baskets', dryRun: true },
      { after: '7' },
    ]);
    expect(said.at(-1)).toBe('1 of 1 tried: 1 readable, 0 failed');
  });

  it('stops after the given number of messages', async () => {
    const { asked, said } = await run({ max: 2 }, [message(7), message(8), message(9)]);
    expect(asked.filter(({ name }) => name === 'RetryNextParked')).toHaveLength(2);
    expect(said.at(-1)).toBe('2 of 3 tried: 2 done, 0 failed');
  });

  it('waits between two messages for the given rate', async () => {
    const { waits } = await run({ rate: 20, max: 3 }, [message(7), message(8), message(9)]);
    expect(waits).toEqual([50, 50]);
  });

  it('shows how far it is after a hundred messages, and when the service does not answer', async () => {
    const messages = Array.from({ length: 101 }, (_, seq) => message(seq + 1));
    const { said, error } = await run({}, [...messages, new Error('does not answer')]);
    expect(said.slice(1)).toEqual([
      '100 of 102 tried: 100 done, 0 failed',
      '101 of 102 tried: 101 done, 0 failed',
    ]);
    expect(error).toBe('does not answer');
  });

  it('asks for no message when nothing is parked', async () => {
    const { asked, said } = await run({}, []);
    expect([asked.length, said]).toEqual([1, ['nothing is parked']]);
  });
});
