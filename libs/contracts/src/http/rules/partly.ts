/**
 * A body as rules see it: what the schema refused is left out, and what is there has its type.
 * So rules can add their faults to those of the schema.
 */
export type Partly<T> = T extends readonly (infer Element)[]
  ? readonly (Partly<Element> | undefined)[]
  : T extends object
    ? { readonly [Member in keyof T]?: Partly<T[Member]> | undefined }
    : T;
