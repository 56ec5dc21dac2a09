import type { TopicName } from '@nordgate/contracts/topics';
import { noteGroupEnd } from './group-end.js';
import { firstGeneration, laterGeneration } from './generations.js';
import type { Generation } from './generations.js';

const topic = 'sca.events.v1' satisfies TopicName;
const first = firstGeneration(topic, { topicPartitions: 2 });
const later = laterGeneration(topic, 4);

/** Brokers whose topics end at these offsets, and whose groups have committed these. -1: nothing. */
function brokers() {
  const state = {
    generations: [first] as readonly Generation[],
    ends: { [first.name]: ['5', '0'], [later.name]: ['3', '0', '0', '0'] } as Offsets,
    committed: { 'batch.approvals': ['-1', '-1'] } as Offsets,
  };
  const placed = (offsets: readonly string[]) =>
    offsets.map((offset, partition) => ({ partition, offset, metadata: null }));
  const admin = {
    fetchTopicOffsets: (name: string) =>
      Promise.resolve(
        placed(state.ends[name] ?? []).map((one) => ({ ...one, low: '0', high: one.offset })),
      ),
    fetchOffsets: ({ groupId, topics }: { groupId: string; topics: readonly string[] }) =>
      Promise.resolve(
        topics.map((name) => ({ topic: name, partitions: placed(state.committed[groupId] ?? []) })),
      ),
  };
  const use = ((act: (connected: typeof admin) => unknown) => act(admin)) as never;
  const generations = { look: () => Promise.resolve(), of: () => state.generations };
  const note = () =>
    noteGroupEnd({ admin: { use }, generations }, { topic, group: 'batch.approvals' });
  return { state, note };
}

type Offsets = Record<string, readonly string[]>;

describe('the noted end of a topic', () => {
  it('is reached by the offset behind its last record, and not by the one before', async () => {
    const { state, note } = brokers();
    const caughtUp = await note();
    expect(await caughtUp()).toBe(false);
    state.committed = { 'batch.approvals': ['4', '-1'] };
    expect(await caughtUp()).toBe(false);
    state.committed = { 'batch.approvals': ['5', '-1'] };
    expect(await caughtUp()).toBe(true);
  });

  it('stays reached when the group goes back', async () => {
    const { state, note } = brokers();
    state.committed = { 'batch.approvals': ['7', '-1'] };
    const caughtUp = await note();
    expect(await caughtUp()).toBe(true);
    state.committed = { 'batch.approvals': ['0', '-1'] };
    expect(await caughtUp()).toBe(true);
  });

  it('is reached at once where a topic has never had a record', async () => {
    const { state, note } = brokers();
    state.ends = { [first.name]: ['0', '0'] };
    expect(await (await note())()).toBe(true);
  });

  it('is the end of every generation, and each is read by the group of it', async () => {
    const { state, note } = brokers();
    state.generations = [first, later];
    state.committed = { 'batch.approvals': ['5', '0'], 'batch.approvals.p4': ['2', '0', '0', '0'] };
    const caughtUp = await note();
    expect(await caughtUp()).toBe(false);
    state.committed['batch.approvals.p4'] = ['3', '0', '0', '0'];
    expect(await caughtUp()).toBe(true);
  });

  it('does not need a generation that was dropped meanwhile, nor one that has begun meanwhile', async () => {
    const { state, note } = brokers();
    const caughtUp = await note();
    state.generations = [later];
    expect(await caughtUp()).toBe(true);
  });
});
