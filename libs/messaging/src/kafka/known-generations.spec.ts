import { createLog } from '@nordgate/telemetry';
import { KnownGenerations } from './known-generations.js';

const topic = 'payments.commands.v1';

/** Brokers with topics of so many partitions; `used` names the last partition of each topic that has records. */
function aProcess(counts: Record<string, number>, used = 11) {
  const lines: string[] = [];
  const partitionsOf = (count: number) =>
    Array.from({ length: count }, (_, partition) => ({ partition }));
  const generations = new KnownGenerations({
    settings: {},
    log: createLog({ app: 'test', destination: { write: (line) => lines.push(line) } }),
    onError: () => undefined,
    use: (act) =>
      act({
        fetchTopicMetadata: () =>
          Promise.resolve({
            topics: Object.entries(counts).map(([name, count]) => ({
              name,
              partitions: partitionsOf(count),
            })),
          }),
        fetchTopicOffsets: (name: string) =>
          Promise.resolve(
            partitionsOf(counts[name] ?? 0).map(({ partition }) => ({
              ...{ partition, offset: '0', low: '0' },
              high: partition <= used ? '3' : '0',
            })),
          ),
      } as never),
  });
  return { generations, lines };
}

describe('the generations that a process knows', () => {
  it('name the newest one for its first records, and then the one that accepted the last ones', async () => {
    const { generations } = aProcess({ [topic]: 12, [`${topic}.p24`]: 24 });
    await generations.look();
    const [first, later] = generations.of(topic);
    expect(generations.writing(topic)).toEqual(later);
    if (first !== undefined) generations.accepted(first);
    expect(generations.writing(topic)).toEqual(first);
    expect(generations.candidates(topic)).toEqual([later, first]);
    if (later !== undefined) generations.accepted(later);
    expect(generations.candidates(topic)).toEqual([later]);
  });

  it('change when the brokers have another one, and not otherwise', async () => {
    const counts: Record<string, number> = { [topic]: 12 };
    const { generations } = aProcess(counts);
    let changes = 0;
    generations.onChange(() => (changes += 1));
    await generations.look();
    await generations.look();
    expect(changes).toBe(0);
    counts[`${topic}.p24`] = 24;
    await generations.look();
    expect(changes).toBe(1);
    delete counts[topic];
    await generations.look();
    expect(changes).toBe(2);
    expect(generations.of(topic).map(({ name }) => name)).toEqual([`${topic}.p24`]);
  });

  it.each([
    ['fewer partitions than its keys are placed over', 6, 5],
    ['records in partitions that no key leads to', 24, 23],
  ])('accept no record for a topic with %s, and say so once', async (_what, count, used) => {
    const { generations, lines } = aProcess({ [topic]: count }, used);
    await generations.look();
    await generations.look();
    expect(() => generations.writing(topic)).toThrow(
      `${topic} has ${String(count)} partitions in place of 12`,
    );
    await expect(generations.requireAllUsable()).rejects.toThrow('docs/how-to/grow-a-topic.md');
    expect(lines).toHaveLength(1);
  });

  it('accept records for a topic to which somebody has added partitions that have none', async () => {
    const { generations, lines } = aProcess({ [topic]: 24 }, 11);
    await generations.look();
    expect(generations.writing(topic).partitions).toBe(12);
    await expect(generations.requireAllUsable()).resolves.toBeUndefined();
    expect(lines).toEqual([]);
  });
});
