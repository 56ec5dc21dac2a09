type NoJson =
  | bigint
  | symbol
  | Date
  | Uint8Array
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | ((...args: never[]) => unknown);

/**
 * `T`, if JSON carries it as it is; `never` wherever it would arrive as something else or not at
 * all, like a Date, a Map or a bigint.
 */
export type JsonSafe<T> = T extends string | number | boolean | null | undefined
  ? T
  : T extends NoJson
    ? never
    : { readonly [Field in keyof T]: JsonSafe<T[Field]> };
