import {
  declaredGoldens,
  foldGolden,
  readGolden,
  storedGoldens,
  unwrittenMembers,
  writtenAllTheSame,
  writtenData,
} from './goldens.js';
import type { GoldenSet } from './goldens.js';

/**
 * The tests of a service's golden files: an event that some release stored keeps its meaning, and the
 * newest version of each event is what the deciders write, where they still do.
 */
export function describeGoldens(name: string, set: GoldenSet): void {
  const declared = declaredGoldens(set);

  describe(`the golden files of ${name}`, () => {
    it('exist for every type and version of a stored event (npm run describe writes them)', () => {
      expect(storedGoldens(set)).toEqual(declared.map((one) => one.name).sort());
    });

    it('lack only members that the deciders write today', () => {
      expect(unwrittenMembers(set)).toEqual([]);
    });

    it('are written by no decider where they are said to be read only', () => {
      expect(writtenAllTheSame(set)).toEqual([]);
    });

    it.each(declared)('$name contains its own type and version', (one) => {
      const { type, schemaVersion } = readGolden(set, one.name).stored;
      expect(`${type}.v${String(schemaVersion)}`).toBe(one.name);
    });

    it.each(declared)('$name folds to the same state as ever', (one) => {
      const golden = readGolden(set, one.name);
      expect(foldGolden(set, one.stream, golden)).toEqual(golden.state);
    });

    const readOnly = new Set(set.readOnly);
    it.each(declared.filter(({ isNewest, type }) => isNewest && !readOnly.has(type)))(
      '$name has the data that the deciders write today',
      (one) => {
        expect(writtenData(set, one.type)).toEqual(readGolden(set, one.name).stored.data);
      },
    );
  });
}
