import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';

/** A regular expression of the production code. */
export interface Expression {
  /** The file and the text, as the exceptions name it. */
  readonly name: string;
  readonly source: string;
  readonly flags: string;
}

const root = new URL('..', import.meta.url).pathname;

/** Every expression of the production code by its name, and the files that make some from values which this search cannot follow. */
export function productionExpressions(): {
  readonly found: ReadonlyMap<string, Expression>;
  readonly unknown: ReadonlySet<string>;
} {
  const all = productionFiles().map(expressionsIn);
  return {
    found: new Map(all.flatMap(({ found }) => found).map((one) => [one.name, one])),
    unknown: new Set(all.flatMap(({ unknown }) => unknown)),
  };
}

/** An expression as code has it. */
export const literalOf = ({ source, flags }: Expression): string => `/${source}/${flags}`;

function productionFiles(): string[] {
  return globSync(`${root}{apps,libs}/*/src/**/*.ts`).filter(
    (path) => !/\.spec\.ts$|\/testing\/|\/node_modules\/|\/dist\//.test(path),
  );
}

/** Every literal, and what `new RegExp` and `RegExp` are given. */
function expressionsIn(path: string): { found: Expression[]; unknown: string[] } {
  const text = readFileSync(path, 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Expression[] = [];
  const unknown: string[] = [];
  const at = relative(root, path);
  const add = (source: string, flags: string) =>
    found.push({ name: `${at} /${source}/${flags}`, source, flags });
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      add(node.text.slice(1, end), node.text.slice(end + 1));
    } else if (makesExpression(node)) {
      const [pattern, flags] = node.arguments ?? [];
      const source = pattern && textOf(pattern, file);
      if (source === undefined) unknown.push(at);
      else add(source, (flags && textOf(flags, file)) ?? '');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { found, unknown };
}

function makesExpression(node: ts.Node): node is ts.NewExpression | ts.CallExpression {
  const isCall = ts.isNewExpression(node) || ts.isCallExpression(node);
  return isCall && node.expression.getText() === 'RegExp';
}

/** The value of a text that is made of literals and of constants of its file; undefined for another. */
function textOf(node: ts.Expression, file: ts.SourceFile): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isIdentifier(node)) {
    const value = constantNamed(node.text, file);
    return value && textOf(value, file);
  }
  if (!ts.isTemplateExpression(node)) return undefined;
  let text = node.head.text;
  for (const { expression, literal } of node.templateSpans) {
    const part = textOf(expression, file);
    if (part === undefined) return undefined;
    text += part + literal.text;
  }
  return text;
}

function constantNamed(name: string, file: ts.SourceFile): ts.Expression | undefined {
  let value: ts.Expression | undefined;
  file.forEachChild((node) => {
    if (!ts.isVariableStatement(node)) return;
    for (const one of node.declarationList.declarations) {
      if (one.name.getText() === name) value = one.initializer;
    }
  });
  return value;
}
