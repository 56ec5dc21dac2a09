import { join } from 'node:path';
import { objectSchema } from '../../base/fields/object-schema.js';
import { Amount } from '../../interface/payments/amounts.js';
import { queryTypes } from '../../services/query-types.js';
import type { SchemaFile } from '../../base/message/generated-schemas.js';
import { folder, inPlace, neededBy, schemasOfTypes, sorted } from './from-types.js';
import type { Definitions, Generated } from './from-types.js';

/** The path of a file of generated schemas. */
export const pathOf = (file: SchemaFile): string => join(folder, 'schemas', `${file}.json`);

/** Generates the content of every file in `libs/contracts/schemas`. */
export function schemaFiles(): Readonly<Record<SchemaFile, object>> {
  return {
    core: fileOf(core()),
    operations: fileOf(operations()),
    queries: fileOf(queries()),
    replies: fileOf(replies()),
  };
}

const fileOf = (definitions: Definitions) => ({
  $comment: 'Generated from TypeScript types by npm run describe.',
  definitions: sorted(definitions),
});

/** What comes from the bank's core: the data of each of its messages, and its answers about its books. */
function core(): Definitions {
  const all = schemasOfTypes('core/core-*.v1.ts', 'described');
  const reports = Object.fromEntries(
    Object.entries(all).filter(
      ([name]) => /(?:Report|Answer)$/.test(name) && !name.startsWith('Core'),
    ),
  );
  return { ...reports, ...neededBy(reports, all) };
}

function operations(): Definitions {
  const all = schemasOfTypes('operations/operator-request.ts', 'described');
  const requests = Object.fromEntries(
    Object.entries(all).filter(([name, { type }]) => name.endsWith('Request') && type === 'object'),
  );
  return { ...requests, ...neededBy(requests, all) };
}

/** The fields of each query. The answer of a query is for the compiler and does not travel. */
function queries(): Definitions {
  const all = schemasOfTypes('*/*-queries.ts', 'plain');
  const asked = Object.fromEntries(queryTypes.map(({ name }) => [name, fieldsOf(all[name] ?? {})]));
  return { ...asked, ...neededBy(asked, all) };
}

function fieldsOf({ properties = {}, required = [], ...query }: Generated): Generated {
  const fields = Object.entries(properties).filter(([name]) => name !== 'answer');
  return {
    ...query,
    properties: Object.fromEntries(fields),
    required: required.filter((name) => name !== 'answer'),
  };
}

/**
 * The objects of replies, each with its name as title. Code lists stand in place, so that a reader of
 * the interface's description sees them where they are used. Classes of bodies know more than their
 * types: their own schema replaces the generated one.
 */
function replies(): Definitions {
  const types = schemasOfTypes('interface/replies/*replies.ts', 'described');
  const all: Definitions = { ...types, Amount: objectSchema(Amount) };
  const objects = inPlace(all, (name) => all[name]?.type !== 'object');
  const needed = Object.entries(neededBy(objects['Replies'] ?? {}, objects));
  return Object.fromEntries(needed.map(([title, schema]) => [title, { title, ...schema }]));
}
