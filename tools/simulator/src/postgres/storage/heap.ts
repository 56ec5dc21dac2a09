import type { IndexInfo } from '../storage.port.js';
import type { Row, Value } from '../values.js';
import { RowRecord, Version } from './version.js';
import { beforeAll } from './transaction.js';

/** What rows are found by: equal keys are equal values. Nothing when a part is null. */
export type Key = string | number | boolean;

/** An integer has one key, whether it came as a number or a bigint. */
function partOf(value: Exclude<Value, null>): Key {
  if (typeof value === 'string' || typeof value === 'number') return value;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (typeof value === 'boolean') return value;
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'bigint' ? String(part) : part,
  );
}

/** The key of values, or nothing when one of them is null: nulls are never equal. */
export function keyOf(values: readonly Value[]): Key | undefined {
  if (values.length === 1) {
    const [only] = values;
    return only === null || only === undefined ? undefined : partOf(only);
  }
  let key = '';
  for (const value of values) {
    if (value === null) return undefined;
    key += `${String(partOf(value))}\u0000`;
  }
  return key;
}

/** Finds the versions of rows by a key. */
export interface HashIndex {
  readonly keyOf: (row: Row) => Key | undefined;
  readonly buckets: Map<Key, Set<Version>>;
}

interface Prefix {
  readonly name: string;
  readonly keyOf: (row: Row) => Key | undefined;
}

const prefixes = new WeakMap<IndexInfo, Prefix[]>();

/** How a heap finds rows by the first columns of an index. */
export function prefixOf(index: IndexInfo, length: number): Prefix {
  let known = prefixes.get(index);
  if (known === undefined) {
    known = [];
    prefixes.set(index, known);
  }
  let prefix = known[length];
  if (prefix === undefined) {
    const columns = index.columns.slice(0, length);
    const keyOfRow = (row: Row) => keyOf(columns.map((at) => row[at] ?? null));
    prefix = { name: `columns ${columns.join()}`, keyOf: keyOfRow };
    known[length] = prefix;
  }
  return prefix;
}

const nothing: ReadonlySet<Version> = new Set();

/** The versions of a table's rows, and indexes that are built when they are first used. */
export class Heap {
  readonly versions = new Set<Version>();
  readonly #indexes = new Map<string, HashIndex>();

  /** A heap of rows that everybody sees. */
  static of(rows: Iterable<Row>): Heap {
    const heap = new Heap();
    for (const row of rows) heap.addFirst(row);
    return heap;
  }

  addFirst(row: Row): void {
    const record = new RowRecord();
    record.newest = new Version(row, record, beforeAll, 0);
    this.add(record.newest);
  }

  add(version: Version): void {
    this.versions.add(version);
    for (const index of this.#indexes.values()) place(index, version);
  }

  remove(version: Version): void {
    this.versions.delete(version);
    for (const bucket of version.places) bucket.delete(version);
  }

  /** The versions with a key, of all transactions. */
  found(name: string, keyOfRow: (row: Row) => Key | undefined, key: Key): ReadonlySet<Version> {
    let index = this.#indexes.get(name);
    if (index === undefined) {
      index = { keyOf: keyOfRow, buckets: new Map() };
      for (const version of this.versions) place(index, version);
      this.#indexes.set(name, index);
    }
    return index.buckets.get(key) ?? nothing;
  }
}

function place({ keyOf: keyOfRow, buckets }: HashIndex, version: Version): void {
  const key = keyOfRow(version.row);
  if (key === undefined) return;
  let bucket = buckets.get(key);
  if (bucket === undefined) {
    bucket = new Set();
    buckets.set(key, bucket);
  }
  bucket.add(version);
  version.places.push(bucket);
}
