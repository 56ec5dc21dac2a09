import type { QueryRunner } from 'typeorm';

/**
 * Builds an index beside reads and writes. A plain `create index` locks its table against writes, which fail after their
 * lock timeout of a second. PostgreSQL builds concurrently outside transactions only, so the migration has
 * `transaction = false`, and it may be repeated: a build that was broken off leaves an invalid index, which the next one
 * replaces (manual of PostgreSQL, "Building Indexes Concurrently").
 *
 * @param name without the schema
 * @param definition the table with its schema, the columns and the condition
 */
export async function buildIndex(
  runner: QueryRunner,
  name: string,
  definition: string,
): Promise<void> {
  const [schema = ''] = definition.split('.');
  await runner.query(`drop index concurrently if exists ${schema}.${name}`);
  await runner.query(`create index concurrently ${name} on ${definition}`);
}
