import type { Schema } from '../access/route-description.js';

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
    if (typeof title !== 'string' || whole.type !== 'object') return whole;
    const known = this.parts.schemas[title];
    if (known !== undefined && this.contentOf(known) !== JSON.stringify(whole)) {
      throw new Error(`two schemas are called ${title}`);
    }
    this.parts.schemas[title] ??= whole;
    return { $ref: `#/components/schemas/${title}` };
  }

  private contentOf(part: object): string {
    const known = this.contents.get(part) ?? JSON.stringify(part);
    this.contents.set(part, known);
    return known;
  }
}
