import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { upcast } from '@nordgate/decider';
import type { AnyStreamType } from '@nordgate/decider';
import { accessStream } from '../access/access.js';
import { authorisationStream } from '../authorisation/authorisation.js';
import { passkeysStream } from '../passkeys/passkeys.js';
import { psuStream } from '../session/psu.js';
import { sessionStream } from '../session/session.js';
import { writtenEvents } from './written-events.js';

/** A stored event as some release wrote it, the goldens before it, and the state that they fold to. */
interface Golden {
  readonly stored: {
    readonly type: keyof typeof writtenEvents;
    readonly schemaVersion: number;
    readonly data: unknown;
  };
  readonly after: readonly string[];
  readonly state: unknown;
}

/** What a stream is to this test, whatever its events. */
interface Foldable {
  readonly initial: unknown;
  readonly evolve: (state: unknown, event: unknown) => unknown;
}

const folder = join(import.meta.dirname, 'golden');
const golden = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Golden;

const streams = [
  authorisationStream,
  psuStream,
  sessionStream,
  accessStream,
  passkeysStream,
] as unknown as AnyStreamType[];
const declared = streams.flatMap((stream) =>
  Object.entries(stream.events).flatMap(([type, { version }]) =>
    Array.from({ length: version }, (_, older) => ({
      name: `${type}.v${String(older + 1)}`,
      isToday: older + 1 === version,
      stream,
    })),
  ),
);

describe('the golden files of sca events', () => {
  it('exist for every type and version of a stored event', () => {
    const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));
    expect(names.sort()).toEqual(declared.map(({ name }) => name).sort());
  });

  it.each(declared)('$name contains its own type and version', ({ name }) => {
    const { type, schemaVersion } = golden(name).stored;
    expect(`${type}.v${String(schemaVersion)}`).toBe(name);
  });

  it.each(declared)('$name folds to the same state as ever', ({ name, stream }) => {
    const { after, state } = golden(name);
    const { initial, evolve } = stream as unknown as Foldable;
    const events = [...after, name].map((one) => upcast(stream, golden(one).stored));
    expect(events.reduce(evolve, initial)).toEqual(state);
  });

  it.each(declared.filter(({ isToday }) => isToday))(
    '$name has the data that the deciders write today',
    ({ name }) => {
      const { data, type } = golden(name).stored;
      // The seal of an approval came after its golden.
      expect(data).toEqual({ ...writtenEvents[type].data, seal: undefined });
    },
  );
});
