import fc from 'fast-check';
import { StreamGroups } from './stream-groups.js';

it('StreamGroups joins streams that share a label, directly or through other streams', () => {
  const groups = new StreamGroups();
  groups.tie('one', ['a', 'b']);
  groups.tie('two', ['c']);
  groups.tie('three', ['b', 'd']);
  expect(groups.streamsOf('one').toSorted()).toEqual(['a', 'b', 'd']);
  expect(groups.streamsOf('two')).toEqual(['c']);
  expect(groups.numberOf('a')).toBe(groups.numberOf('d'));
  expect(groups.numberOf('a')).not.toBe(groups.numberOf('c'));
});

it('StreamGroups includes ties that are made after a lookup', () => {
  const groups = new StreamGroups();
  groups.tie('one', ['a']);
  expect(groups.streamsOf('one')).toEqual(['a']);
  groups.tie('one', ['b']);
  expect(groups.streamsOf('one').toSorted()).toEqual(['a', 'b']);
});

it('StreamGroups distinguishes a label from a stream of the same name', () => {
  const groups = new StreamGroups();
  groups.tie('a', ['x']);
  groups.tie('b', ['a']);
  expect(groups.streamsOf('a')).toEqual(['x']);
  expect(groups.streamsOf('never tied')).toEqual([]);
});

it('StreamGroups gives each group one number and different groups different numbers', () => {
  const ties = fc.array(fc.tuple(fc.nat(6), fc.uniqueArray(fc.nat(12), { maxLength: 4 })));
  fc.assert(
    fc.property(ties, (all) => {
      const groups = new StreamGroups();
      for (const [label, streams] of all) groups.tie(`l${label}`, streams.map(String));
      for (const [label] of all) {
        const streams = groups.streamsOf(`l${label}`);
        expect(new Set(streams.map((stream) => groups.numberOf(stream))).size).toBeLessThanOrEqual(
          1,
        );
        for (const [other, theirs] of all) {
          const shared = groups.streamsOf(`l${other}`).some((stream) => streams.includes(stream));
          const inside = theirs.every((stream) => streams.includes(String(stream)));
          expect(!shared || inside).toBe(true);
        }
      }
    }),
  );
});
