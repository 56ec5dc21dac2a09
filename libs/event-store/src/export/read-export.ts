import { placeIn, readPart } from './export-part.js';
import type { PartPlace, ReadPart } from './export-part.js';
import { ObjectMissingError } from './object-store.js';
import type { ObjectStore } from './object-store.js';

/** An object of an export, by its name. */
export type ListedPart = PartPlace & { readonly name: string };

/** What is wrong with an export as a whole. Its parts are good each. */
export interface ExportFault {
  readonly number: number;
  /** `missing`: no object has this number. `broken`: no part before it has the hash that it names. */
  readonly is: 'missing' | 'broken';
}

/** The parts that a store has of one service. Where a kill or a restore has left several with one number, it has all of them. */
export class ExportListing {
  private constructor(
    private readonly service: string,
    private readonly byNumber: ReadonlyMap<number, readonly ListedPart[]>,
    /** The highest number; 0 without parts. */
    readonly last: number,
  ) {}

  /** Errors of the store pass through. */
  static async of(store: ObjectStore, service: string): Promise<ExportListing> {
    const named = (await store.list(`${service}/`)).flatMap((name) => {
      const place = placeIn(name);
      return place === undefined ? [] : [{ name, ...place }];
    });
    const byNumber = Map.groupBy(named, ({ number }) => number);
    return new ExportListing(service, byNumber, Math.max(0, ...byNumber.keys()));
  }

  /** The objects with this number. */
  at(number: number): readonly ListedPart[] {
    return this.byNumber.get(number) ?? [];
  }

  /** Whether there is a part, as it was first written or rewritten. @param first its hash as it was first written */
  has(number: number, first: string): boolean {
    return this.at(number).some((part) => part.first === first);
  }

  /**
   * Reads the parts with this number. Of a part that a kill has left twice, as it was and rewritten, the one with fewer events is
   * read.
   *
   * @throws DamagedPartError, ObjectMissingError and errors of the store
   */
  async read(store: ObjectStore, number: number): Promise<readonly ReadPart[]> {
    try {
      return await readAll(store, this.at(number));
    } catch (error) {
      if (!(error instanceof ObjectMissingError)) throw error;
      // It may have been rewritten since the listing.
      const now = (await ExportListing.of(store, this.service)).at(number);
      if (now.length === 0) throw error;
      return readAll(store, now);
    }
  }

  /**
   * The number of the part from which on nothing is left out that was appended at a time or later. Parts are in commit
   * order, and the time of an event is the begin of its transaction. So a day is kept in hand.
   */
  since(time: Date): number {
    const before = new Date(time.getTime() - dayMs).toISOString().slice(0, 'YYYY-MM-DD'.length);
    const isBefore = (number: number) => this.at(number).some(({ day }) => day < before);
    let number = this.last;
    while (number > 1 && !isBefore(number)) number -= 1;
    return Math.max(number, 1);
  }
}

const dayMs = 24 * 60 * 60 * 1000;

async function readAll(
  store: ObjectStore,
  listed: readonly ListedPart[],
): Promise<readonly ReadPart[]> {
  const byFirst = new Map<string, ReadPart>();
  for (const { name } of listed) {
    const part = await readPart(name, await store.get(name));
    const other = byFirst.get(part.first);
    if (other === undefined || part.events.length < other.events.length) {
      byFirst.set(part.first, part);
    }
  }
  return [...byFirst.values()];
}

/**
 * Reads the export of a service, without its database. Where a kill or a restore has left several parts with one number,
 * all of them are read: each event in them was committed.
 *
 * @param onFault told of what is missing between the parts
 * @throws DamagedPartError for an object that is not as it was written; errors of the store
 */
export async function* readExport(
  store: ObjectStore,
  service: string,
  onFault: (fault: ExportFault) => void,
): AsyncGenerator<ReadPart> {
  yield* readParts(store, await ExportListing.of(store, service), { onFault, from: 1 });
}

/** As `readExport`, of parts that are listed, and from a number on. */
export async function* readParts(
  store: ObjectStore,
  listing: ExportListing,
  { onFault, from }: { readonly onFault: (fault: ExportFault) => void; readonly from: number },
): AsyncGenerator<ReadPart> {
  // The names of the parts before have the hashes of what was first written.
  let before = new Set<string | null>(listing.at(from - 1).map(({ first }) => first));
  if (from === 1) before = new Set([null]);
  for (let number = from; number <= listing.last; number += 1) {
    const parts = await listing.read(store, number);
    if (parts.length === 0) onFault({ number, is: 'missing' });
    if (
      !parts.some(({ previous }) => before.has(previous)) &&
      parts.length > 0 &&
      before.size > 0
    ) {
      onFault({ number, is: 'broken' });
    }
    before = new Set(parts.map(({ first }) => first));
    yield* parts;
  }
}
