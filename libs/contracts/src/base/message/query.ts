/**
 * A question to one service. The type of the answer is for the compiler only. A subclass is plain
 * data: it crosses the boundary of a process as JSON, under the name of its class. Each subclass names
 * its `service` and stands in a file `…-queries.ts` of its subject, which `query-types.ts` reads.
 */
export abstract class ServiceQuery<Answer> {
  declare readonly answer: Answer;
}

/** The services with streams and a database. */
export type EventSourcedService = 'payments' | 'baskets' | 'sca' | 'accounts' | 'batch';

/**
 * The services that answer questions; each app has a table of its queries. The gateway answers in a sandbox
 * with a console only.
 */
export type QueriedService = EventSourcedService | 'gateway';

/** The class of a query. */
export interface QueryType {
  /** The name under which the query travels: the name of the class. */
  readonly name: string;
  readonly service: QueriedService;
  readonly prototype: ServiceQuery<unknown>;
}

type NoJson =
  | bigint
  | symbol
  | Date
  | Uint8Array
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | ((...args: never[]) => unknown);

/**
 * `T` if JSON carries it unchanged; `never` in each place where JSON changes or drops the value, for
 * example a Date, a Map or a bigint.
 */
export type JsonSafe<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends NoJson
    ? never
    : { readonly [Field in keyof T]: JsonSafe<T[Field]> };

/** A query class, if its answer survives JSON; otherwise `never`. */
export type Answerable<Type extends QueryType> =
  Type['prototype']['answer'] extends JsonSafe<Type['prototype']['answer']> ? Type : never;

/** Whether something that a file exports is the class of a query. */
export function isQueryType(exported: unknown): exported is QueryType {
  return typeof exported === 'function' && exported.prototype instanceof ServiceQuery;
}
