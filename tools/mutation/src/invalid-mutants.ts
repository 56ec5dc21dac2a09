import { join } from 'node:path';
import ts from 'typescript';
import type { Mutant } from './mutants.js';

/**
 * The ids of the mutants that TypeScript rejects. No test can meet such a mutant, so it does not count.
 * Each mutant is checked as one more file beside its original, in one program: nothing is written.
 */
export function invalidMutants(root: string, mutants: readonly Mutant[]): Set<string> {
  const byPath = new Map(
    mutants.map((mutant) => [
      join(root, mutant.file.replace(/\.ts$/, `.mutant${mutant.id}.ts`)),
      mutant,
    ]),
  );
  const options = optionsOf(root);
  const host = ts.createCompilerHost(options);
  const virtual: ts.CompilerHost = {
    ...host,
    fileExists: (path) => byPath.has(path) || host.fileExists(path),
    readFile: (path) => byPath.get(path)?.source ?? host.readFile(path),
    getSourceFile: (path, version, ...rest) => {
      const mutant = byPath.get(path);
      if (!mutant) return host.getSourceFile(path, version, ...rest);
      return ts.createSourceFile(path, mutant.source, version, true);
    },
  };
  const program = ts.createProgram([...byPath.keys()], options, virtual);
  const invalid = [...byPath].filter(([path]) => {
    const source = program.getSourceFile(path);
    if (!source) throw new Error(`TypeScript did not read ${path}`);
    return (
      program.getSyntacticDiagnostics(source).length > 0 ||
      program.getSemanticDiagnostics(source).length > 0
    );
  });
  return new Set(invalid.map(([, { id }]) => id));
}

/** The options of every project's build, without output. */
function optionsOf(root: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), (path) =>
    ts.sys.readFile(path),
  ) as { config: unknown };
  const { options } = ts.parseJsonConfigFileContent(
    config,
    { ...ts.sys, readDirectory: () => [] },
    root,
  );
  return { ...options, noEmit: true, composite: false, declaration: false, declarationMap: false };
}
