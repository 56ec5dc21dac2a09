import { firstGeneration, generationNamed, generationsAmong, groupIn } from './generations.js';
import { laterGeneration, olderThan } from './generations.js';

const events = 'payments.events.v1';
const later = laterGeneration(events, 24);

describe('the generations of a topic', () => {
  it('are named by their number of partitions, from the second one on', () => {
    expect(firstGeneration(events)).toEqual({ topic: events, name: events, partitions: 12 });
    expect(firstGeneration(events, { topicPartitions: 6 }).partitions).toBe(6);
    expect(later).toEqual({ topic: events, name: `${events}.p24`, partitions: 24 });
    expect(generationNamed(`${events}.p24`)).toEqual(later);
    expect(generationNamed(events)).toEqual(firstGeneration(events));
  });

  it.each([
    ...['__consumer_offsets', 'payments.events.v2', `${events}.p0`, `${events}.p24x`, 'toString'],
    ...['gateway.replies.v1.p24', 'core.entries.v1.p24'],
  ])('do not include %s', (name) => {
    expect(generationNamed(name)).toBeUndefined();
  });

  it('are in the order of their numbers of partitions, behind the first one', () => {
    const names = [`${events}.p48`, 'sca.events.v1.p24', `${events}.p24`, events];
    const found = generationsAmong(names, events, { topicPartitions: 30 });
    expect(found.map(({ name }) => name)).toEqual([events, `${events}.p24`, `${events}.p48`]);
    expect(olderThan(later, found).map(({ name }) => name)).toEqual([events]);
  });

  it('are read by a group each', () => {
    expect(groupIn(firstGeneration(events), 'batch.order-book')).toBe('batch.order-book');
    expect(groupIn(later, 'batch.order-book')).toBe('batch.order-book.p24');
  });
});
