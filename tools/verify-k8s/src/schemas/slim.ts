import { definitionOf, definitionsByKind } from './open-api.js';
import type { OpenApiSchemas } from './open-api.js';

/**
 * The definitions that some kinds need, without descriptions, in the order of their names.
 *
 * @param published definitions of an API server, of several groups
 * @param kinds such as `apps/v1 Deployment`
 * @throws Error when a kind is not among the definitions
 */
export function definitionsOf(published: OpenApiSchemas, kinds: readonly string[]): OpenApiSchemas {
  const byKind = definitionsByKind(published);
  const needed = new Set(
    kinds.map((kind) => {
      const name = byKind.get(kind);
      if (name === undefined) throw new Error(`the server publishes no schema of ${kind}`);
      return name;
    }),
  );
  // A set that grows while it is read: definitions refer to definitions.
  for (const name of needed) {
    for (const reference of JSON.stringify(published[name]).matchAll(/"\$ref":"([^"]+)"/g)) {
      needed.add(definitionOf(reference[1] ?? ''));
    }
  }
  return Object.fromEntries(
    [...needed].sort().map((name) => [name, withoutDescriptions(published[name])]),
  ) as OpenApiSchemas;
}

/** A copy without the texts under `description`; a property of that name stays. */
export function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => name !== 'description' || typeof member !== 'string')
      .map(([name, member]) => [name, withoutDescriptions(member)]),
  );
}
