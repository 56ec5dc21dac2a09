import { eventually } from '@nordgate/testing';
import { DrainGate, isDrained } from './drain-gate.js';
import { firstGeneration } from './generations.js';
import type { ConnectedAdmin } from './shared-admin.js';

const older = firstGeneration('payments.commands.v1');

/** Brokers whose partitions end at these offsets, and a group that has committed others. */
function brokers(highs: readonly number[], committed: (number | undefined)[]) {
  const each = <T extends object>(all: readonly T[]) =>
    all.map((one, partition) => ({ partition, ...one }));
  return {
    fetchTopicOffsets: () =>
      Promise.resolve(
        each(highs.map((high) => ({ low: '0', offset: String(high), high: String(high) }))),
      ),
    fetchOffsets: () => {
      const partitions = each(
        committed.map((one) => ({ offset: String(one ?? -1), metadata: null })),
      );
      return Promise.resolve([{ topic: older.name, partitions }]);
    },
  } as unknown as ConnectedAdmin;
}

describe('a generation of a topic', () => {
  it.each([
    ['has committed every end', [3, 4], [3, 4], true],
    ['has committed nothing of partitions that never had a record', [0, 4], [undefined, 4], true],
    ['is one record behind in one partition', [3, 4], [3, 3], false],
    ['has committed nothing of a partition with records', [3, 4], [3, undefined], false],
  ])('is drained or not by a group that %s', async (_what, highs, committed, drained) => {
    expect(await isDrained(brokers(highs, committed), older, 'payments')).toBe(drained);
  });
});

describe('the gate of a later generation', () => {
  function aGate(committed: (number | undefined)[]) {
    const fetching: string[] = [];
    const admin = brokers([3], committed);
    const gate = new DrainGate({
      ...{ group: 'payments', older: () => [older], everyMs: 5 },
      admin: { use: (act) => act(admin) },
      pause: (partition) => fetching.push(`pause ${String(partition)}`),
      resume: (partition) => fetching.push(`resume ${String(partition)}`),
      onError: () => undefined,
    });
    return { gate, fetching };
  }

  it('pauses a partition until the group has drained the older generation, and stays open then', async () => {
    const committed = [2];
    const { gate, fetching } = aGate(committed);
    expect(await gate.mayPass(7)).toBe(false);
    expect(fetching).toEqual(['pause 7']);
    committed[0] = 3;
    await eventually('the partition is fetched', () => fetching.includes('resume 7'));
    expect(await gate.mayPass(7)).toBe(true);
    committed[0] = 0;
    expect(await gate.mayPass(8)).toBe(true);
  });

  it('does not resume a partition after its member has stopped', async () => {
    const committed = [2];
    const { gate, fetching } = aGate(committed);
    expect(await gate.mayPass(7)).toBe(false);
    gate.stop();
    committed[0] = 3;
    expect(fetching).toEqual(['pause 7']);
  });
});
