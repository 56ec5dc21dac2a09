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
    return this.hoisted(JSON.parse(JSON.stringify(schema))) as Schema;
  }

  /** Names a part; one name with two contents gets a number behind it from the second one on. */
  name(kind: Exclude<Kind, 'schemas'>, wanted: string, part: object): Reference {
    const parts = this.parts[kind];
    const content = JSON.stringify(part);
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? wanted : `${wanted}.${String(count)}`;
      const known = parts[name];
      if (known !== undefined && JSON.stringify(known) !== content) continue;
      parts[name] = part;
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
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(whole)) {
      throw new Error(`two schemas are called ${title}`);
    }
    this.parts.schemas[title] = whole;
    return { $ref: `#/components/schemas/${title}` };
  }
}
