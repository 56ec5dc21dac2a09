import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '..');

/** Files with spread literals, by the reason why: a line is a group, which the formatter would divide. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  'a table of made-up people and shops, of two lines each': [
    'apps/accounts/src/sandbox/known-history/known-holders.ts',
    'apps/accounts/src/sandbox/known-history/parties.ts',
  ],
  'the cells of a row stand in the lines of their columns': [
    'apps/batch/src/order-book/order-book.rows.ts',
  ],
};

/** A list of words may have them in lines by subject. */
const isWords = (value: ts.Expression, place: ts.Node) =>
  ts.isArrayLiteralExpression(place) &&
  ts.isArrayLiteralExpression(value) &&
  value.elements.every((one) => ts.isStringLiteral(one) || ts.isNumericLiteral(one));

function withoutTypes(value: ts.Expression): ts.Expression {
  const isWrapped = ts.isAsExpression(value) || ts.isParenthesizedExpression(value);
  return isWrapped ? withoutTypes(value.expression) : value;
}

/** The lines on which an object or array is written out only to be spread into another one, or into arguments. */
function spreadLiteralsIn(path: string, text: string): readonly string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isSpreadAssignment(node) || ts.isSpreadElement(node)) {
      const value = withoutTypes(node.expression);
      const isLiteral = ts.isObjectLiteralExpression(value) || ts.isArrayLiteralExpression(value);
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (isLiteral && !isWords(value, node.parent)) found.push(`${path}:${String(line + 1)}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const production = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'libs'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /\/src\/.*\.ts$/.test(path) && !/\.spec\.ts$|\/testing\//.test(path));
const spreads = production.flatMap((path) =>
  spreadLiteralsIn(path, readFileSync(join(root, path), 'utf8')),
);
const fileOf = (place: string) => place.replace(/:\d+$/, '');

describe('a literal that is spread where its members could stand', () => {
  it.each([
    ['an object in an object', 'f({ ...{ a, b }, c })', 1],
    ['a list in arguments', 'f(...[a, b], c)', 1],
    ['a typed list in arguments', 'f(...([a, b] as const))', 1],
    ['a list in a list', 'f([...[a, b], c])', 1],
    ['words in a list', "f([...['a', 'b'], 'c'])", 0],
    ['words in arguments', "f(...['a', 'b'])", 1],
    ['the characters of a text', 'f([...text])', 0],
    ['a member that may be absent', 'f({ ...(a && { a }), ...(b ? { b } : {}) })', 0],
  ])('is found: %s', (_what, text, count) => {
    expect(spreadLiteralsIn('a.ts', text)).toHaveLength(count);
  });

  it('is in no production code of apps and libs, unless a reason is given', () => {
    const reasons = Object.values(allowed).flat();
    expect(production.length).toBeGreaterThan(1000);
    expect(spreads.filter((place) => !reasons.includes(fileOf(place)))).toEqual([]);
  });

  it('is in each file that has a reason', () => {
    const unused = Object.values(allowed)
      .flat()
      .filter((path) => !spreads.some((place) => fileOf(place) === path));
    expect(unused).toEqual([]);
  });
});
