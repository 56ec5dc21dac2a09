import { Canaries } from './canaries.js';

const canaries = new Canaries('310000124', 'Kari Kreditor', '12.5');

/** The kinds of places in which a canary is seen. */
function kindsIn(text: string): readonly string[] {
  const hits = canaries.hitsIn({ log: [text], spans: [text], metrics: text });
  return hits.map((one) => one.split(':')[0] ?? '');
}

describe('a canary', () => {
  it.each([
    'customer 310000124',
    '{"customer":"310000124"}',
    '{"of":310000124,"seconds":0.25}',
    'NO53310000124 and more',
    'kari.310000124',
    '310000124.75',
    'x{name="Kari Kreditor"} 0.5',
  ])('is seen in a log, a span and a metric: %s', (text) => {
    expect(kindsIn(text)).toEqual(['log', 'span', 'metric']);
  });

  it.each(['seconds_sum 0.1061687310000124', '{"ms":12.310000124}', 'sum 4.5310000124e-7'])(
    'is not seen behind the point of a number: %s',
    (text) => {
      expect(kindsIn(text)).toEqual([]);
    },
  );

  it('is no text that is so short that it occurs by chance', () => {
    expect(canaries.size).toBe(2);
  });
});
