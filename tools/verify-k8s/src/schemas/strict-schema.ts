import { definitionOf } from './open-api.js';
import type { OpenApiSchema } from './open-api.js';

/** What a JSON schema may say beside OpenAPI's keywords. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const metadataDefinition = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';

/** The text of a quantity, as `resource.ParseQuantity` of k8s.io/apimachinery reads it. */
const quantityPattern =
  '^[+-]?([0-9]+|[0-9]+\\.[0-9]*|\\.[0-9]+)([KMGTPE]i|[numkMGTPE]|[eE][+-]?[0-9]+)?$';

/** Definitions whose published schema is looser than the server's reader. */
const tighter: Readonly<Record<string, JsonSchema>> = {
  'io.k8s.apimachinery.pkg.api.resource.Quantity': {
    anyOf: [{ type: 'number' }, { type: 'string', pattern: quantityPattern }],
  },
};

/** A published definition of a built-in kind as a JSON schema that refuses unknown fields. */
export function strictDefinition(name: string, schema: OpenApiSchema): JsonSchema {
  return tighter[name] ?? strict(schema, false);
}

/**
 * The structural schema of a custom resource as a JSON schema that refuses unknown fields: those that the API
 * server would remove, or report when the validation is strict.
 */
export function strictCustomResource(schema: OpenApiSchema): JsonSchema {
  return strict(embedded(schema), true);
}

/** A whole object inside a resource: the server knows its apiVersion, kind and metadata. */
function embedded(schema: OpenApiSchema): OpenApiSchema {
  const text = { type: 'string' };
  const metadata = { $ref: `#/components/schemas/${metadataDefinition}` };
  return {
    ...schema,
    properties: { ...schema.properties, apiVersion: text, kind: text, metadata },
  };
}

/**
 * Branches of anyOf, oneOf and not only restrict values: the fields are declared beside them, so the branches
 * stay as published.
 *
 * @param structural whether an object without declared fields has none, as in custom resources
 */
function strict(published: OpenApiSchema, structural: boolean): JsonSchema {
  if (published.$ref !== undefined)
    return { $ref: `#/definitions/${definitionOf(published.$ref)}` };
  const [only, ...others] = published.allOf ?? [];
  // Published definitions wrap a reference, to put a default beside it.
  if (only?.$ref !== undefined && others.length === 0) return strict(only, structural);
  const schema = published['x-kubernetes-embedded-resource'] ? embedded(published) : published;
  return {
    ...schema,
    ...(typeof schema['pattern'] === 'string' && { pattern: fromGo(schema['pattern']) }),
    ...fieldsOf(schema, structural),
    ...choiceOf(schema),
  };
}

function fieldsOf(schema: OpenApiSchema, structural: boolean): JsonSchema {
  const { properties, additionalProperties, items } = schema;
  return {
    ...(items && { items: strict(items, structural) }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, strict(one, structural)]),
      ),
    }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: strict(additionalProperties, structural),
    }),
    ...(isClosed(schema, structural) && { additionalProperties: false }),
  };
}

function isClosed(schema: OpenApiSchema, structural: boolean): boolean {
  if (schema.type !== 'object' || schema.additionalProperties !== undefined) return false;
  if (schema['x-kubernetes-preserve-unknown-fields']) return false;
  return structural || schema.properties !== undefined;
}

/** An integer or a text, which a custom resource may declare by its keyword alone. */
function choiceOf(schema: OpenApiSchema): JsonSchema {
  if (!schema['x-kubernetes-int-or-string'] || schema.anyOf !== undefined) return {};
  return { anyOf: [{ type: 'integer' }, { type: 'string' }] };
}

/**
 * A pattern of Go as JavaScript reads it. Go sets flags for the rest of a pattern, `^(?i)(abort|warn)?$`; JavaScript knows
 * them for a group only.
 *
 * @param pattern of a schema, with at most one place that sets flags, outside of every group
 */
export function fromGo(pattern: string): string {
  return pattern.replace(/\(\?([ims]+)\)(.*)$/s, '(?$1:$2)');
}
