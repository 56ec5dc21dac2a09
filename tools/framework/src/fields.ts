/** A part of an OpenAPI document. Only what this tool reads is known of it. */
export interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
}

/** The members of a body by their path, such as `creditorAccount.iban`, with the values that a list allows. */
export type Fields = Map<string, Set<string>>;

/** Finds what `#/components/…` names. */
export type Resolve = <T extends { readonly $ref?: string }>(part: T) => T;

/** References inside an OpenAPI document. @returns a function that throws Error for a name that is not there */
export function references(document: object): Resolve {
  const resolve = <T extends { readonly $ref?: string }>(part: T): T => {
    if (part.$ref === undefined) return part;
    const found = part.$ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document);
    if (found === undefined) throw new Error(`the document has no ${part.$ref}`);
    return resolve(found as T);
  };
  return resolve;
}

/**
 * Every member that a body of this schema can have. Alternatives count together, and an array counts as its
 * elements. A schema inside itself ends there.
 */
export function fieldsOf(schema: Schema, resolve: Resolve): Fields {
  const fields: Fields = new Map();
  const add = (part: Schema, path: string, above: readonly Schema[]): void => {
    const found = resolve(part);
    if (above.includes(found)) return;
    const inside = [...above, found];
    if (path !== '' && found.enum) {
      const values = fields.get(path) ?? new Set();
      for (const value of found.enum) values.add(String(value));
      fields.set(path, values);
    }
    const alternatives = [...(found.allOf ?? []), ...(found.anyOf ?? []), ...(found.oneOf ?? [])];
    for (const one of alternatives) add(one, path, inside);
    if (found.items) add(found.items, path, inside);
    for (const [name, member] of Object.entries(found.properties ?? {})) {
      const at = path === '' ? name : `${path}.${name}`;
      if (!fields.has(at)) fields.set(at, new Set());
      add(member, at, inside);
    }
  };
  add(schema, '', []);
  return fields;
}
