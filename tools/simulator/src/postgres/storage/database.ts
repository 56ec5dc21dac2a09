import { AdvisoryLocks } from './advisory-locks.js';
import { Catalog, nextId } from './catalog.js';
import { Heap } from './heap.js';
import { RelationLocks } from './relation-locks.js';
import type { Transaction } from './transaction.js';
import type { Row } from '../values.js';

/** A sequence's state; it does not roll back. */
export interface Counter {
  last: bigint;
  isCalled: boolean;
}

/** A database as it stands between transactions: what copies begin with. */
export interface DatabaseImage {
  readonly name: string;
  readonly catalog: Catalog;
  /** The rows by heap, of heaps that have any. */
  readonly rows: ReadonlyMap<number, readonly Row[]>;
  readonly counters: ReadonlyMap<number, Counter>;
}

/** One database of a cluster: names, rows, numbers and locks. */
export class Database {
  readonly id = nextId();
  catalog: Catalog;
  allowsConnections = true;
  /** The transaction that changes the catalog: one at a time. */
  changedBy: Transaction | undefined;
  readonly relationLocks = new RelationLocks();
  readonly advisoryLocks = new AdvisoryLocks();
  readonly #heaps = new Map<number, Heap>();
  readonly #counters = new Map<number, Counter>();
  readonly #image: DatabaseImage | undefined;

  constructor(
    readonly name: string,
    image?: DatabaseImage,
  ) {
    this.catalog = image?.catalog ?? new Catalog();
    this.#image = image;
  }

  /** The rows of a heap; those of the image are copied at the first use. */
  heap(id: number): Heap {
    let heap = this.#heaps.get(id);
    if (heap === undefined) {
      heap = Heap.of(this.#image?.rows.get(id) ?? []);
      this.#heaps.set(id, heap);
    }
    return heap;
  }

  /** Puts another heap in the place of one, as TRUNCATE does. */
  setHeap(id: number, heap: Heap): void {
    this.#heaps.set(id, heap);
  }

  counter(id: number): Counter {
    let counter = this.#counters.get(id);
    if (counter === undefined) {
      counter = { ...(this.#image?.counters.get(id) ?? { last: 1n, isCalled: false }) };
      this.#counters.set(id, counter);
    }
    return counter;
  }

  /** @throws Error while a transaction is not vacuumed away */
  image(): DatabaseImage {
    const rows = new Map<number, readonly Row[]>();
    const counters = new Map<number, Counter>();
    for (const { heap } of this.catalog.tables()) {
      const versions = [...this.heap(heap).versions];
      if (versions.some(({ endedBy, by }) => endedBy !== undefined || !by.isEnded)) {
        throw new Error('a database that is in use cannot be copied');
      }
      if (versions.length > 0)
        rows.set(
          heap,
          versions.map(({ row }) => row),
        );
    }
    for (const [, relation] of this.catalog.relations()) {
      if (relation.kind === 'sequence') counters.set(relation.id, { ...this.counter(relation.id) });
    }
    return { name: this.name, catalog: this.catalog, rows, counters };
  }
}
