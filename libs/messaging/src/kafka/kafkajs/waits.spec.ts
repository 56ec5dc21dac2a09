import { jest } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { patchKafkajs } from './adapter.js';
import { moments } from './waits.js';

const load = createRequire(import.meta.url);
const hourMs = 3_600_000;

beforeAll(() => patchKafkajs());
afterEach(() => jest.restoreAllMocks());

/** Sets the clock of the machine ahead of the right time, or back. */
function setClock(byMs: number): void {
  jest.restoreAllMocks();
  const right = Date.now;
  jest.spyOn(Date, 'now').mockImplementation(() => right() + byMs);
}

interface Member {
  memberId: string;
  coordinator: object;
  heartbeat(options: { readonly interval: number }): Promise<void>;
}

/** A member of a group that has just sent its last heartbeat, and how many it sends from now on. */
function aMember() {
  const ConsumerGroup = load('kafkajs/src/consumer/consumerGroup.js') as new (
    options: object,
  ) => Member;
  const member = new ConsumerGroup({
    logger: { namespace: () => undefined },
    instrumentationEmitter: { emit: () => undefined },
  });
  let heartbeats = 0;
  member.memberId = 'a-member';
  member.coordinator = { heartbeat: () => Promise.resolve(void (heartbeats += 1)) };
  return {
    async heartbeatsWithin(interval: number) {
      await member.heartbeat({ interval });
      return heartbeats;
    },
  };
}

describe('a member of a group whose clock is set', () => {
  it('sends its heartbeats when the clock goes back by an hour', async () => {
    const member = aMember();
    setClock(-hourMs);
    expect(await member.heartbeatsWithin(0)).toBe(1);
  });

  it('sends none before its interval when the clock goes on by an hour', async () => {
    const member = aMember();
    setClock(hourMs);
    expect(await member.heartbeatsWithin(60_000)).toBe(0);
  });
});

describe('a wait of kafkajs', () => {
  it.each(Object.entries(moments))('%s %s: lasts as long when the clock is set', (module, name) => {
    const { prototype } = load(module) as { readonly prototype: object };
    const one = Object.create(prototype) as Record<string, number | null>;
    one[name] = null;
    expect(one[name]).toBeNull();
    one[name] = Date.now() + 5000;
    for (const byMs of [0, -hourMs, hourMs]) {
      setClock(byMs);
      const leftMs = Number(one[name]) - Date.now();
      expect(leftMs).toBeGreaterThan(0);
      expect(leftMs).toBeLessThanOrEqual(5001);
    }
  });

  it('is read as no later than it was, when a millisecond ends before it is read', () => {
    const clocks = [jest.spyOn(Date, 'now'), jest.spyOn(performance, 'now')] as const;
    const setTo = (clockMs: number, monotonicMs: number) => {
      clocks[0].mockReturnValue(clockMs);
      clocks[1].mockReturnValue(monotonicMs);
    };
    setTo(70_000, 500.8);
    const { prototype } = load('kafkajs/src/consumer/consumerGroup.js') as { prototype: object };
    const member = Object.create(prototype) as { lastRequest: number };
    member.lastRequest = 70_000;
    setTo(70_001, 501.1);
    expect(member.lastRequest).toBe(70_000);
  });

  it('is one of those that the installed kafkajs compares with its clock', () => {
    const sources = Object.entries(moments).map(([module, name]) => [name, sourceOf(module)]);
    for (const [name, source] of sources) expect(source).toContain(`this.${String(name)} = `);
  });
});

const sourceOf = (module: string) => readFileSync(load.resolve(module), 'utf8');
