import { instrumentsOf } from '@nordgate/telemetry';
import { showTopCounts, TopCounts } from './top-counts.js';

function countsOf(senders: Readonly<Record<string, number>>): TopCounts {
  const counts = new TopCounts();
  for (const [sender, times] of Object.entries(senders)) {
    for (let time = 0; time < times; time += 1) counts.add(sender);
  }
  return counts;
}

describe('the counts of the busiest senders', () => {
  it('are told once, the most first, and without names', () => {
    const counts = countsOf({ one: 2, other: 41, third: 7 });
    expect(counts.take(2)).toEqual([41, 7]);
    expect(counts.take(2)).toEqual([]);
    counts.add('one');
    expect(counts.take(3)).toEqual([1]);
  });

  it('have a bounded number of senders', () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`tpp-${at}`, 1]));
    expect(countsOf(many).take(2000)).toHaveLength(1000);
  });

  it('have a series for each place that somebody holds, and none for the others', () => {
    const { topTppRequests: gauge } = instrumentsOf();
    showTopCounts([200, 50], gauge);
    expect(gauge.text()).toContain('{nordgate_place="1"} 20\n');
    expect(gauge.text()).toContain('{nordgate_place="2"} 5\n');
    showTopCounts([], gauge);
    expect(gauge.text()).toBe('');
  });
});
