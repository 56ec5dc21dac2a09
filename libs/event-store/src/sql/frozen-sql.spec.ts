import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8');
const sha256 = (file: string) => createHash('sha256').update(read(file)).digest('hex');
const frozen = new Map(Object.entries(JSON.parse(read('frozen-sql.json')) as object));
const present = globSync('*.sql', { cwd: import.meta.dirname }).sort();
/** A migration may load a file again to go back. */
const loaded = new Set(
  [...read('migrations.ts').matchAll(/sql\('([^']+)'\)/g)].map(([, file]) => file),
);

describe('the SQL files of the event store', () => {
  it('keep the SHA-256 that frozen-sql.json lists once a migration loads them', () => {
    const changed = [...frozen.keys()]
      .filter((file) => !present.includes(file) || sha256(file) !== frozen.get(file))
      .map((file) => `${file} has run on databases: leave it as it was and add a new file`);
    expect(changed).toEqual([]);
  });

  it('are all loaded by a migration and listed in frozen-sql.json', () => {
    expect([...loaded].toSorted()).toEqual(present);
    expect([...frozen.keys()]).toEqual(present);
  });
});
