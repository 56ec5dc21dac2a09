import type { Names } from '../../compile-names.js';
import type { StatementStorage, TableInfo, Tuple } from '../../storage.port.js';
import type { Column, Row, TypeName, Value } from '../../values.js';
import type { Tree } from '../tree.js';

/** One run of a statement, or of a routine that it calls. */
export interface Run {
  readonly storage: StatementStorage;
  readonly parameters: readonly Value[];
  /** The variables of the routine that runs. */
  readonly variables: Value[];
}

/** How many places the frames of a query have. `collector` hears which slots an expression reads. */
export class Layout {
  slots = 0;
  computed = 0;
  once = 0;
  collector: Set<number> | undefined;
}

/** The current row of each relation of a query that runs, inside the frame of the query around it. */
export class Frame {
  rows: Row[] = [];
  tuples: (Tuple | undefined)[] = [];
  /** Results of aggregates and window functions. */
  computed: Value[] = [];
  /** What is evaluated once for a run of the query: uncorrelated sub-queries, common table expressions. */
  readonly once: unknown[] = [];

  constructor(
    readonly run: Run,
    readonly outer: Frame | undefined,
  ) {}
}

/** A compiled expression. */
export type Of = (frame: Frame) => Value;

/** A plain column of a relation in the frame of the query itself. */
export interface ColumnPlace {
  readonly layout: Layout;
  readonly slot: number;
  readonly index: number;
}

export interface Expr {
  readonly type: TypeName;
  readonly of: Of;
  /** The text of a literal whose type is still unknown. */
  readonly literal?: string | null;
  /** The number of a parameter whose type is still unknown. */
  readonly parameter?: number;
  readonly column?: ColumnPlace;
}

/** A column of a relation: how an expression in the frame of its query reads it. */
export interface RelColumn {
  readonly name: string;
  readonly expr: Expr;
  /** The column is merged with an earlier one by USING, so `*` and the plain name leave it out. */
  isHidden?: boolean;
}

/** What a name in FROM stands for. */
export interface Rel {
  readonly name: string;
  readonly schema?: string;
  readonly columns: readonly RelColumn[];
  /** Set for a plain table, which can be locked and has ctid. */
  readonly table?: { readonly info: TableInfo; readonly slot: number };
  /** A function that returns one value: the name of the relation is the value. */
  readonly isScalar?: boolean;
}

/** What a query did. */
export interface Outcome {
  readonly rows: readonly Row[];
  /** Rows that were read or written. */
  readonly count: number;
}

/** A compiled query or a statement that changes rows. */
export interface Query {
  readonly command: string;
  readonly columns: readonly Column[];
  /** Columns whose type nothing has decided: a text that becomes whatever is wanted. */
  readonly undecided?: ReadonlySet<number>;
  /** The query reads a frame around it. */
  readonly reachesOut: boolean;
  readonly run: (run: Run, outer: Frame | undefined, cap?: number) => Outcome;
  readonly rows: (run: Run, outer: Frame | undefined, cap?: number) => readonly Row[];
}

/** The types that literals and parameters of unknown type get in the columns of a query. */
export type Expected = readonly (TypeName | undefined)[] | undefined;

/** The two entries of the compiler: expressions have queries in them, and queries have expressions. */
export interface Compiler {
  readonly expression: (node: Tree, scope: Scope) => Expr;
  readonly query: (node: Tree, outer: Scope | undefined, unit: Unit, expected?: Expected) => Query;
}

/** What is the same for all parts of one statement. */
export interface Unit {
  readonly compiler: Compiler;
  readonly names: Names;
  readonly parameterTypes: (TypeName | undefined)[];
  /** The variables of the routine around the statement, by their path. */
  readonly variable?: (path: readonly string[]) => Expr | undefined;
  /** The argument of the routine around the statement by its number. */
  readonly argument?: (number: number) => Expr | undefined;
  /** Set while an expression that changes something, or differs from call to call, is compiled. */
  isVolatile: boolean;
}

/** A call of an aggregate or a window function whose result stands in `computed`. */
export interface ComputedSink<Call> {
  readonly calls: Call[];
}

/** The names that an expression sees. */
export interface Scope {
  readonly unit: Unit;
  readonly outer: Scope | undefined;
  readonly layout: Layout;
  readonly rels: Rel[];
  readonly ctes: Map<string, CteBinding>;
  /** Where an aggregate registers; none where aggregates are not allowed. */
  aggregates?: ComputedSink<AggregateCall> | undefined;
  windows?: ComputedSink<WindowCall> | undefined;
  /** An expression of the scope reads a frame around it. */
  reachesOut: boolean;
}

export interface CteBinding {
  readonly columns: readonly { readonly name: string; readonly type: TypeName }[];
  /** The rows, in the frame of the query with the WITH clause. */
  readonly rows: (frame: Frame) => readonly Row[];
}

/** The running value of an aggregate over the rows of a group. */
export interface Accumulator {
  add(values: readonly Value[]): void;
  result(): Value;
}

export interface SortKey {
  readonly of: Of;
  readonly compare: (left: Value, right: Value) => number;
}

export interface AggregateCall {
  readonly place: number;
  readonly args: readonly Of[];
  readonly start: () => Accumulator;
  readonly filter: Of | undefined;
  readonly order: readonly SortKey[];
  readonly distinct: ((values: readonly Value[]) => string) | undefined;
}

export interface WindowCall {
  readonly place: number;
  readonly partition: readonly Of[];
  readonly partitionKey: (values: readonly Value[]) => string;
  readonly order: readonly SortKey[];
  readonly args: readonly Of[];
  /** The result for each row of a partition, in its order. */
  readonly results: (
    rows: readonly (readonly Value[])[],
    peers: readonly number[],
  ) => readonly Value[];
}

export function childScope(outer: Scope | undefined, unit: Unit, layout = new Layout()): Scope {
  return { unit, outer, layout, rels: [], ctes: new Map(), reachesOut: false };
}

/** The expression of a value that is known when the statement is compiled. */
export const constant = (value: Value, type: TypeName): Expr => ({ type, of: () => value });
