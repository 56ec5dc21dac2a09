import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from '@stryker-mutator/api/logging';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/** One change of one place of a source file. Its id is unique in one run. */
export interface Mutant {
  readonly id: string;
  /** Relative to the project's root folder. */
  readonly file: string;
  readonly line: number;
  /** The text of that line, without indentation. */
  readonly lineText: string;
  /** The kind of change in Stryker's words, such as `EqualityOperator`. */
  readonly kind: string;
  readonly original: string;
  readonly replacement: string;
  /** The whole file with this one change. */
  readonly source: string;
}

/** Source files with all their mutants inside, each behind a switch that is off. */
export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** The instrumented text by path relative to the root. */
  readonly sources: Readonly<Record<string, string>>;
}

/** Puts every mutant of Stryker's mutators into the files, behind switches (`globalThis.__stryker__`). */
export async function instrument(root: string, files: readonly string[]): Promise<Instrumented> {
  const contents = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const result = await new Instrumenter(silent).instrument(
    [...contents].map(([name, content]) => ({ name, content, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const mutants = result.mutants.map(({ id, fileName, location, mutatorName, replacement }) => {
    const content = contents.get(fileName) ?? '';
    const from = offsetOf(content, location.start);
    const to = offsetOf(content, location.end);
    return {
      id,
      file: fileName,
      line: location.start.line + 1,
      lineText: (content.split('\n')[location.start.line] ?? '').trim(),
      kind: mutatorName,
      original: content.slice(from, to),
      replacement,
      source: content.slice(0, from) + replacement + content.slice(to),
    };
  });
  const sources = Object.fromEntries(result.files.map(({ name, content }) => [name, content]));
  return { mutants, sources };
}

/** Stryker's lines and columns count from 0. */
function offsetOf(content: string, at: { readonly line: number; readonly column: number }): number {
  const lines = content.split('\n').slice(0, at.line);
  return lines.reduce((sum, line) => sum + line.length + 1, 0) + at.column;
}

const off = (): boolean => false;
const nothing = (): void => undefined;

const silent: Logger = {
  isTraceEnabled: off,
  isDebugEnabled: off,
  isInfoEnabled: off,
  isWarnEnabled: off,
  isErrorEnabled: off,
  isFatalEnabled: off,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};
