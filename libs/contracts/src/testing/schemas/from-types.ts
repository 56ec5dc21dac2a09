import { join } from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';

/** JSON Schema as the generator writes it. */
export interface Generated {
  readonly $ref?: string;
  readonly title?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Generated[];
  readonly properties?: Readonly<Record<string, Generated>>;
  readonly required?: readonly string[];
}

/** Schemas by the name of their type. */
export type Definitions = Readonly<Record<string, Generated>>;

/** The folder of this library. */
export const folder = join(import.meta.dirname, '..', '..', '..');

/**
 * Generates JSON Schema from the TypeScript types in some source files.
 *
 * @param files a path or a glob below `src`
 * @param comments whether the comments of members become descriptions
 */
export function schemasOfTypes(files: string, comments: 'described' | 'plain'): Definitions {
  const { definitions = {} } = createGenerator({
    path: join(folder, 'src', files),
    tsconfig: join(folder, 'tsconfig.lib.json'),
    expose: 'all',
    topRef: true,
    jsDoc: comments === 'described' ? 'extended' : 'basic',
    additionalProperties: false,
    skipTypeCheck: true,
    type: '*',
  }).createSchema('*') as { definitions?: Definitions };
  const isPlain = (name: string) => /^\w+$/.test(name);
  // The generator's names for types such as `Omit<…>` change with every edit.
  return inPlace(definitions, (name) => !isPlain(name));
}

/** Puts some definitions in the places that refer to them. The others keep their names. */
export function inPlace(all: Definitions, isMoved: (name: string) => boolean): Definitions {
  const replacer = (_name: string, part: unknown): unknown => {
    const { $ref, ...beside } = (part ?? {}) as Generated;
    const name = nameIn($ref);
    if (name === undefined || !isMoved(name)) return part;
    return replacer(name, { ...all[name], ...beside });
  };
  const kept = Object.entries(all).filter(([name]) => !isMoved(name));
  return JSON.parse(JSON.stringify(Object.fromEntries(kept), replacer)) as Definitions;
}

/** The definition that a reference names. */
export function nameIn($ref: string | undefined): string | undefined {
  return $ref === undefined ? undefined : decodeURIComponent($ref.replace('#/definitions/', ''));
}

/** The definitions to which some schemas refer, and those to which these refer, sorted by name. */
export function neededBy(schemas: object, all: Definitions): Definitions {
  const found: Record<string, Generated> = {};
  const look = (part: object) => {
    for (const [, reference = ''] of JSON.stringify(part).matchAll(/#\/definitions\/([^"]+)"/g)) {
      const name = decodeURIComponent(reference);
      const known = all[name];
      if (known === undefined || name in found) continue;
      found[name] = known;
      look(known);
    }
  };
  look(schemas);
  return sorted(found);
}

/** The same definitions, sorted by name. */
export function sorted(definitions: Definitions): Definitions {
  const entries = Object.entries(definitions);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
