import type { Schema } from '../request/route.decorator.js';

/** A part that stands elsewhere in the document. */
export interface Reference {
  readonly $ref: string;
}

type Kind = 'schemas' | 'parameters' | 'headers' | 'responses';

/** The named parts of a document: each stands here once and is referred to. */
export class Components {
  private readonly parts: Record<Kind, Record<string, object>> = {
    schemas: {},
    parameters: {},
    headers: {},
    responses: {},
  };
  private readonly contents = new Map<object, string>();
  private readonly referred = new WeakMap<Schema, Schema>();
  private readonly made = new Map<string, Reference>();

  /** All of them, sorted by name, without the kinds that there are none of. */
  all(): Record<Kind, Record<string, object>> {
    const kinds = Object.entries(this.parts).map(([kind, parts]) => {
      const sorted = Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1));
      return [kind, Object.fromEntries(sorted)];
    });
    return Object.fromEntries(kinds) as Record<Kind, Record<string, object>>;
  }

  /** The schema with everything that has a title replaced by references. */
  refer(schema: Schema): Schema {
    const known = this.referred.get(schema);
    if (known !== undefined) return known;
    const made = this.hoisted(JSON.parse(JSON.stringify(schema))) as Schema;
    this.referred.set(schema, made);
    return made;
  }

  /** Names a schema that stands in the document inline. What has a name keeps it. */
  nameSchema(wanted: string, schema: Schema): Schema {
    if ('$ref' in schema) return schema;
    const named = { title: wanted, ...schema };
    const known = this.parts.schemas[wanted];
    if (known !== undefined && this.contentOf(known) !== JSON.stringify(named)) {
      throw new Error(`two schemas are called ${wanted}`);
    }
    this.parts.schemas[wanted] ??= named;
    return { $ref: `#/components/schemas/${wanted}` };
  }

  /** Makes a part that many operations refer to, once for each key. */
  once(key: string, make: () => Reference): Reference {
    const known = this.made.get(key) ?? make();
    this.made.set(key, known);
    return known;
  }

  /** Names a part; one name with two contents gets a number behind it from the second one on. */
  name(kind: Exclude<Kind, 'schemas'>, wanted: string, part: object): Reference {
    const parts = this.parts[kind];
    const content = JSON.stringify(part);
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}.${String(count)}`;
      const known = parts[name];
      if (known !== undefined && this.contentOf(known) !== content) continue;
      parts[name] ??= part;
      return { $ref: `#/components/${kind}/${name}` };
    }
  }

  private hoisted(part: unknown): unknown {
    if (Array.isArray(part)) return part.map((one) => this.hoisted(one));
    if (typeof part !== 'object' || part === null) return part;
    const members = Object.entries(part).map(([name, one]) => [name, this.hoisted(one)] as const);
    const whole = Object.fromEntries(members) as { title?: unknown; type?: unknown };
    const { title } = whole;
    if (typeof title !== 'string' || !['object', 'array'].includes(String(whole.type)))
      return whole;
    return this.nameSchema(title, this.withNamedElements(whole, title));
  }

  /** Generators of clients cannot name an enum of elements that stands inline. */
  private withNamedElements(whole: object, title: string): Schema {
    const { properties = {} } = whole as {
      readonly properties?: Readonly<Record<string, { readonly items?: object }>>;
    };
    const named = Object.entries(properties).map(([name, one]) => {
      const { items } = one;
      if (items === undefined || !('enum' in items)) return [name, one] as const;
      const wanted = title + pascalCase(name).replace(/s$/, '');
      return [name, { ...one, items: this.nameSchema(wanted, items) }] as const;
    });
    return { ...whole, ...(named.length > 0 && { properties: Object.fromEntries(named) }) };
  }

  private contentOf(part: object): string {
    const known = this.contents.get(part) ?? JSON.stringify(part);
    this.contents.set(part, known);
    return known;
  }
}

/** A name of a type from words with capitals, hyphens or dots between them. */
export const pascalCase = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
