import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { observabilityFolder } from '../rule-files.js';

/** The part of the Collector's configuration that tests read. */
export interface CollectorConfig {
  readonly receivers: Components;
  readonly processors: Components & {
    readonly redaction: {
      readonly allowed_keys: readonly string[];
      readonly blocked_values: readonly string[];
    };
    readonly 'transform/redaction': { readonly trace_statements: readonly string[] };
  };
  readonly exporters: Components;
  readonly extensions: Components;
  readonly service: {
    readonly extensions: readonly string[];
    readonly pipelines: Readonly<Record<string, Pipeline>>;
  };
}

type Components = Readonly<Record<string, unknown>>;
type Pipeline = Readonly<Record<'receivers' | 'processors' | 'exporters', readonly string[]>>;

/** The configuration of every bank. */
export const collectorFile = join(observabilityFolder, 'collector.yaml');

/** The part for a backend that requires a token: a second `--config`. */
export const loginFile = join(observabilityFolder, 'collector-login.yaml');

/** @throws Error when the file is no YAML */
export const readConfig = (path: string) => parse(readFileSync(path, 'utf8')) as CollectorConfig;

/** The statement of the processor `transform` that masks a pattern in a text of a span. */
export function maskingStatement(field: string, pattern: string): string {
  return `replace_pattern(${field}, ${JSON.stringify(pattern)}, "****")`;
}

/** The texts of a span that `redaction` does not read, because they are no attributes. */
export const textFields = [
  'span.name',
  'span.status.message',
  'spanevent.name',
  'scope.name',
  'scope.version',
] as const;
