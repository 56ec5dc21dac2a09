import { placeIn, readPart } from './export-part.js';
import type { ReadPart } from './export-part.js';
import type { ObjectStore } from './object-store.js';

/** What is wrong with an export as a whole. Its parts are good each. */
export interface ExportFault {
  readonly number: number;
  /** `missing`: no object has this number. `broken`: no part before it has the hash that it names. */
  readonly is: 'missing' | 'broken';
}

/**
 * Reads the export of a service from its first part on, without its database. Where a kill or a restore has left
 * several parts with one number, all of them are read: each event in them was committed.
 *
 * @param onFault told of what is missing between the parts
 * @throws DamagedPartError for an object that is not as it was written; errors of the store
 */
export async function* readExport(
  store: ObjectStore,
  service: string,
  onFault: (fault: ExportFault) => void,
): AsyncGenerator<ReadPart> {
  const named = (await store.list(`${service}/`)).flatMap((name) => {
    const place = placeIn(name);
    return place === undefined ? [] : [{ name, ...place }];
  });
  const byNumber = Map.groupBy(named, ({ number }) => number);
  const last = Math.max(0, ...byNumber.keys());
  let before = new Set<string | null>([null]);
  for (let number = 1; number <= last; number += 1) {
    const own = byNumber.get(number) ?? [];
    if (own.length === 0) onFault({ number, is: 'missing' });
    const parts = [];
    for (const { name } of own) parts.push(await readPart(name, await store.get(name)));
    if (!parts.some(({ previous }) => before.has(previous)) && own.length > 0 && before.size > 0) {
      onFault({ number, is: 'broken' });
    }
    before = new Set(parts.map(({ sha256 }) => sha256));
    yield* parts;
  }
}
