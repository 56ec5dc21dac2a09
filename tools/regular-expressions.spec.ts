import { globSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { check } from 'recheck';
import ts from 'typescript';

/** A regular expression of the production code. */
interface Expression {
  /** The file and the text, as the exceptions name it. */
  readonly name: string;
  readonly source: string;
  readonly flags: string;
}

const root = new URL('..', import.meta.url).pathname;

/** Slow for input that nobody outside of the bank can send; the reason stands beside each. */
const exceptions: Readonly<Record<string, string>> = {
  'libs/service/src/host/secrets/key-pairs.ts /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/gu':
    "reads the bank's own key file when it starts",
  'libs/signature/src/explain/request-dump.ts /^(https?:\\/\\/[^/?]+)(.*)$/i':
    "reads a developer's own request on the developer's machine",
  'libs/signature/src/explain/request-dump.ts /^[ \\t]+|[ \\t]+$/g':
    "reads a developer's own request on the developer's machine",
  'libs/tpp-client/src/identity/key-files.ts /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----[\\s\\S]+?-----END \\1-----/':
    "reads a developer's own key file on the developer's machine",
  'libs/tpp-client/src/identity/read-identity.ts /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g':
    "reads a developer's own certificate file on the developer's machine",
};

/** The files that make expressions from values which this search cannot follow, and why they are fast. */
const madeAtRuntime: Readonly<Record<string, string>> = {
  'apps/gateway/src/guard/known-paths.hook.ts':
    'the paths of our own routes, one class for each parameter',
  'apps/sca/src/site/frame/unreadable-request.hook.ts':
    'one class after the name of a header of ours, at the start of a line',
  'libs/contracts/src/base/fields/values.ts':
    'the BIC: classes of fixed length and the list of countries',
  'libs/service/src/host/settings/setting-kinds.ts': "the bank's own settings, read when it starts",
  'libs/signature/src/request/http-date.ts': 'names and digits of fixed length between anchors',
  'libs/tpp-client/src/scenario/expectation.ts':
    'the patterns of a scenario, which the user of the command has written',
  'libs/tpp-client/src/scenario/read-scenario.ts': 'the same patterns, compiled only',
};

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

describe('the regular expressions of the production code', () => {
  const all = productionFiles().map(expressionsIn);
  const found = new Map(all.flatMap((one) => one.found).map((one) => [one.name, one]));

  it('are all found', () => {
    expect(found.size).toBeGreaterThan(150);
    const unknown = all.flatMap((one) => one.unknown);
    expect([...new Set(unknown)].sort()).toEqual(Object.keys(madeAtRuntime).sort());
    expect(Object.keys(exceptions).filter((name) => !found.has(name))).toEqual([]);
  });

  it('take a time that grows no faster than their input, except those with a reason', async () => {
    const slow: Expression[] = [];
    // An exception is not judged: some of them alone take longer than all others together.
    const judged = [...found.values()].filter(({ name }) => !Object.hasOwn(exceptions, name));
    for (const one of judged) {
      const first = await check(one.source, one.flags, { timeout: 10_000 });
      // On a busy machine a search can end before it has judged.
      const isJudged = first.status !== 'unknown';
      const last = isJudged ? first : await check(one.source, one.flags, { timeout: 60_000 });
      if (last.status !== 'safe') slow.push(one);
    }
    expect(slow.map(({ name }) => name)).toEqual([]);
  }, 300_000);
});
