import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGroup } from './run-group.js';

const swc = { jsc: { target: 'es2023', parser: { syntax: 'typescript' } } } as const;
const group = { name: 'fixture', files: ['src/*.ts', '!src/*.spec.ts'], specs: ['src/*.spec.ts'] };
const source = `
const words = ['one', 'two'];
const cache = new Map<string, boolean>();
export function isLong(text: string): boolean {
  return text.length > 3;
}
export function isNumber(word: string): boolean {
  return words.includes(word);
}
export function isEmpty(text: string): boolean {
  const known = cache.get(text) ?? text.length === 0;
  cache.set(text, known);
  return known;
}
export function never(): string {
  return 'never';
}
`;
const spec = `
import { isEmpty, isLong, isNumber } from './text.js';
describe('a text', () => {
  beforeEach(() => undefined);
  it.each([['abc', false], ['abcd', true]])('%s is long: %s', (text, long) => {
    expect(isLong(text)).toBe(long);
  });
  it('knows the word one', () => {
    expect(isNumber('one')).toBe(true);
  });
  it.each([['', true], ['a', false]])('%s is empty: %s', async (text, empty) => {
    await expect(Promise.resolve(isEmpty(text))).resolves.toBe(empty);
  });
});
`;

describe('the mutation test of a group', () => {
  // Below the project, so that the fixture's spec finds the packages.
  const parent = join(import.meta.dirname, '..', 'dist');
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(parent, 'fixture-'));
    mkdirSync(join(root, 'src'));
    cpSync(
      join(import.meta.dirname, '../../../tsconfig.base.json'),
      join(root, 'tsconfig.base.json'),
    );
    writeFileSync(join(root, 'src/text.ts'), source);
    writeFileSync(join(root, 'src/text.spec.ts'), spec);
  });
  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it('tells killed, surviving, uncovered and invalid mutants apart and changes no source', async () => {
    const options = { root, swc, concurrency: 1, say: () => undefined };
    const verdicts = await runGroup(group, ['src/text.ts'], options);
    const seen = verdicts.map(
      ({ is, mutant }) =>
        `${is} ${mutant.original.replaceAll(/\s+/g, ' ')} => ${mutant.replacement}`,
    );
    expect(seen).toEqual(
      expect.arrayContaining([
        // Only tests run it.
        'killed text.length > 3 => text.length >= 3',
        // It runs when the file loads.
        'killed \'one\' => ""',
        'survived \'two\' => ""',
        // Its value stays in a cache of the loaded process.
        'killed text.length === 0 => text.length !== 0',
        'uncovered \'never\' => ""',
        "invalid { return 'never'; } => {}",
      ]),
    );
    expect(readFileSync(join(root, 'src/text.ts'), 'utf8')).toBe(source);
    // It starts processes and the compiler.
  });
});
