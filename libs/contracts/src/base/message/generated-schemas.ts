import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { ValidateFunction } from 'ajv';
import { isCalendarDate } from '../rules/days.js';

/** The files of `libs/contracts/schemas`. `npm run describe` generates them from TypeScript types. */
export type SchemaFile = 'core' | 'operations' | 'queries' | 'replies';

/** A file of generated JSON Schema: one definition for each message, and for each type in it. */
export interface GeneratedSchemas {
  readonly definitions: Readonly<Record<string, object>>;
}

const read = new Map<SchemaFile, GeneratedSchemas>();

/** Reads a file of generated schemas, once in each process. */
export function generatedSchemas(file: SchemaFile): GeneratedSchemas {
  const schemas = read.get(file) ?? schemasIn(file);
  read.set(file, schemas);
  return schemas;
}

function schemasIn(file: SchemaFile): GeneratedSchemas {
  const path = join(import.meta.dirname, '..', '..', '..', 'schemas', `${file}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as GeneratedSchemas;
}

/** Why a message does not match its schema. */
export interface Mismatch {
  /** The field of the message; empty where the message as a whole is wrong. */
  readonly field: string;
  /** The keyword of JSON Schema that the message breaks. */
  readonly keyword: string;
}

/**
 * Checks a message that has arrived as JSON. Compiles each schema on its first use.
 *
 * @param name the definition of the message in the file
 * @returns the first mismatch; undefined for a message that matches
 */
export function mismatchOf(file: SchemaFile, name: string, message: unknown): Mismatch | undefined {
  const matches = compiled(file, name);
  if (matches(message)) return undefined;
  const [error] = matches.errors ?? [];
  const { missingProperty = '' } = (error?.params ?? {}) as { readonly missingProperty?: string };
  const [, field = missingProperty] = (error?.instancePath ?? '').split('/');
  return { field, keyword: error?.keyword ?? '' };
}

// Messages come from our own processes: the first mismatch is enough for a log.
/** `utc-time`: ISO 8601 with milliseconds in UTC, as `Date.toISOString` writes it. */
const formats = {
  date: isCalendarDate,
  'utc-time': (text: string) =>
    !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text,
};
const ajv = new Ajv({ strict: true, allErrors: false, formats });

function compiled(file: SchemaFile, name: string): ValidateFunction {
  if (ajv.getSchema(file) === undefined) ajv.addSchema(generatedSchemas(file), file);
  const validate = ajv.getSchema(`${file}#/definitions/${name}`);
  if (validate === undefined) throw new Error(`${file}.json does not define ${name}`);
  return validate;
}
