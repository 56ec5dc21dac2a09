import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BasketEvent } from '@nordgate/contracts/events';
import { fold, upcast } from '@nordgate/decider';
import { basketStream } from '../domain/basket.js';
import { aBasket } from './a-basket.js';

/** A stored event as some release wrote it, the goldens before it, and the state that they fold to. */
interface Golden {
  readonly stored: {
    readonly type: string;
    readonly schemaVersion: number;
    readonly data: unknown;
  };
  readonly after: readonly string[];
  readonly state: unknown;
}

const folder = join(import.meta.dirname, 'golden');
const golden = (name: string) =>
  JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Golden;
const names = readdirSync(folder).map((file) => file.replace(/\.json$/, ''));

const declared = Object.entries(basketStream.events).flatMap(([type, { version }]) =>
  Array.from({ length: version }, (_, older) => `${type}.v${String(older + 1)}`),
);
const today = (name: string) => upcast(basketStream, golden(name).stored) as BasketEvent;

describe('the golden files of basket events', () => {
  it('are one per type and version that was ever stored', () => {
    expect(names.sort()).toEqual([...declared].sort());
  });

  it.each(declared)('%s says in itself what it is', (name) => {
    const { type, schemaVersion } = golden(name).stored;
    expect(`${type}.v${String(schemaVersion)}`).toBe(name);
  });

  it.each(declared)('%s still folds to the state it always had', (name) => {
    const { after, state } = golden(name);
    expect(fold(basketStream, [...after, name].map(today))).toEqual(state);
  });

  it.each(Object.entries(basketStream.events))(
    '%s has today the form that its deciders write',
    (type, { version }) => {
      const { created, refused, signed, approved, rejected, deleted } = aBasket();
      const written = [created, refused, signed, approved, rejected, deleted].flatMap((one) =>
        one(),
      );
      const { data } = golden(`${type}.v${String(version)}`).stored;
      expect(data).toEqual(written.find((event) => event.type === type)?.data);
    },
  );
});
