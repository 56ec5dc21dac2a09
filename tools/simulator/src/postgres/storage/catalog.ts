import type { Prepared } from '../language.port.js';
import type { Routine } from '../storage.port.js';
import { SqlError } from '../values.js';
import type { Index, Relation, Sequence, Table } from './table.js';

/** A function with the names of its parameters counted. */
export interface CatalogRoutine extends Routine {
  readonly schema: string;
  readonly name: string;
  readonly parameters: number;
}

const keyOf = (schema: string, name: string): string => `${schema}.${name}`;

let lastId = 16_384;
/** Ids of relations, heaps and indexes: never used twice in a process, so copies of a cluster can share them. */
export const nextId = (): number => ++lastId;

/**
 * The names of a database. A catalog that is in use never changes: a transaction with DDL changes a copy, which takes the
 * place of the catalog when the transaction commits.
 */
export class Catalog {
  readonly schemas: Set<string>;
  readonly #relations: Map<string, Relation>;
  readonly #routines: Map<string, readonly CatalogRoutine[]>;
  /** Statements that were bound to the tables of this catalog, by text. */
  readonly prepared = new Map<string, Prepared>();

  constructor(from?: Catalog) {
    this.schemas = new Set(from?.schemas ?? ['public']);
    this.#relations = new Map(from?.relations());
    this.#routines = new Map(from?.routines());
  }

  /** A catalog with the same names, to be changed. */
  copy(): Catalog {
    return new Catalog(this);
  }

  relations(): Iterable<[string, Relation]> {
    return this.#relations;
  }

  *tables(): Iterable<Table> {
    for (const relation of this.#relations.values()) if (relation.kind === 'table') yield relation;
  }

  routines(): Iterable<[string, readonly CatalogRoutine[]]> {
    return this.#routines;
  }

  /** The relation of a name: without a schema, the first one in the path. */
  find(schema: string | undefined, name: string, path: readonly string[]): Relation | undefined {
    if (schema !== undefined) return this.#relations.get(keyOf(schema, name));
    for (const candidate of path) {
      const found = this.#relations.get(keyOf(candidate, name));
      if (found) return found;
    }
    return undefined;
  }

  byId(id: number): Relation | undefined {
    for (const relation of this.#relations.values()) if (relation.id === id) return relation;
    return undefined;
  }

  sequence(id: number): Sequence | undefined {
    const found = this.byId(id);
    return found?.kind === 'sequence' ? found : undefined;
  }

  /** The table and the index of a name. */
  index(
    schema: string | undefined,
    name: string,
    path: readonly string[],
  ): { readonly table: Table; readonly index: Index } | undefined {
    for (const candidate of schema === undefined ? path : [schema]) {
      for (const table of this.tables()) {
        if (table.schema !== candidate) continue;
        const index = table.indexes.find((one) => one.name === name);
        if (index) return { table, index };
      }
    }
    return undefined;
  }

  /** Whether a table, view, sequence or index has the name. */
  isTaken(schema: string, name: string): boolean {
    return this.#relations.has(keyOf(schema, name)) || this.index(schema, name, []) !== undefined;
  }

  /** @throws SqlError 42P07 when the name is taken, 3F000 when there is no such schema */
  add(relation: Relation): void {
    if (!this.schemas.has(relation.schema)) {
      throw new SqlError('3F000', `schema "${relation.schema}" does not exist`);
    }
    if (this.isTaken(relation.schema, relation.name)) {
      throw new SqlError('42P07', `relation "${relation.name}" already exists`);
    }
    this.#relations.set(keyOf(relation.schema, relation.name), relation);
  }

  remove(relation: Relation): void {
    this.#relations.delete(keyOf(relation.schema, relation.name));
  }

  replace(old: Relation, relation: Relation): void {
    this.remove(old);
    this.add(relation);
  }

  routine(
    schema: string | undefined,
    name: string,
    parameters: number,
    path: readonly string[],
  ): CatalogRoutine | undefined {
    for (const candidate of schema === undefined ? path : [schema]) {
      const found = this.#routines
        .get(keyOf(candidate, name))
        ?.find((routine) => routine.parameters === parameters);
      if (found) return found;
    }
    return undefined;
  }

  addRoutine(routine: CatalogRoutine, isReplaced: boolean): void {
    const key = keyOf(routine.schema, routine.name);
    const others = this.#routines.get(key) ?? [];
    const rest = others.filter(({ parameters }) => parameters !== routine.parameters);
    if (rest.length < others.length && !isReplaced) {
      throw new SqlError('42723', `function "${routine.name}" already exists`);
    }
    this.#routines.set(key, [...rest, routine]);
  }

  /** Removes the functions of a name. Answers whether there was one. */
  removeRoutines(schema: string, name: string): boolean {
    return this.#routines.delete(keyOf(schema, name));
  }

  removeSchema(schema: string): void {
    this.schemas.delete(schema);
    for (const [key, relation] of this.#relations) {
      if (relation.schema === schema) this.#relations.delete(key);
    }
    for (const key of this.#routines.keys()) {
      if (key.startsWith(`${schema}.`)) this.#routines.delete(key);
    }
  }
}
