import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judge } from './declared.js';
import type { Declaration } from './declared.js';
import type { Difference } from './differences.js';
import { pageOf } from './page.js';

const root = join(import.meta.dirname, '..', '..', '..');
const { framework, differences } = JSON.parse(
  readFileSync(join(root, 'tools/framework/differences.json'), 'utf8'),
) as { framework: string; differences: Declaration[] };

const found = (name: string, where = 'GET /v1/accounts', more: Partial<Difference> = {}) =>
  ({ kind: 'header', only: 'framework', name, where, ...more }) as Difference;
const row = (names: readonly string[], where?: readonly string[]): Declaration => ({
  ...{ kind: 'header', only: 'framework', names, reason: 'so it is', since: '2026-11-26' },
  ...(where ? { where } : {}),
});

describe('a difference', () => {
  it.each([
    ['by its name', row(['consent-id'])],
    ['by a pattern', row(['consent-*'])],
    ['for its operation', row(['consent-id'], ['GET *'])],
  ])('is declared %s', (_how, declaration) => {
    expect(judge([found('consent-id')], [declaration])).toEqual({ undeclared: [], stale: [] });
  });

  it.each([
    ['has another name', row(['consent-id']), found('consent-ids')],
    ['is in another operation', row(['consent-id'], ['POST *']), found('consent-id')],
    [
      'is on the other side',
      row(['consent-id']),
      found('consent-id', 'GET /v1/accounts', { only: 'nordgate' }),
    ],
    [
      'is of another kind',
      row(['consent-id']),
      found('consent-id', 'GET /v1/accounts', { kind: 'status' }),
    ],
    ['only looks like the pattern', row(['a.b']), found('axb')],
  ])('is undeclared when it %s', (_what, declaration, difference) => {
    expect(judge([difference], [declaration]).undeclared).toEqual([difference]);
  });
});

describe('a declaration', () => {
  it('is stale by every name and operation that no difference has', () => {
    const rows = [row(['consent-id', 'gone'], ['GET /v1/accounts', 'GET /v1/gone'])];
    expect(judge([found('consent-id')], rows).stale).toEqual([
      'header, only framework: gone',
      'header, only framework: GET /v1/gone',
    ]);
  });
});

describe('tools/framework/differences.json', () => {
  it('gives each row names, a reason and a day, and no row twice', () => {
    const keys = differences.map(({ kind, only, names, where }) =>
      JSON.stringify([kind, only, names, where]),
    );
    expect(new Set(keys).size).toBe(keys.length);
    for (const { names, reason, since } of differences) {
      expect(names.length).toBeGreaterThan(0);
      expect(reason).toMatch(/^[A-Z`].{10,}\.$/);
      expect(since).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    }
  });

  it.each(['docs/reference', 'apps/gateway/src/description'])('is what %s shows', (folder) => {
    const page = readFileSync(join(root, folder, 'framework-differences.md'), 'utf8');
    const spaced = (text: string) => text.replaceAll(/-{3,}/g, '---').replaceAll(/[ ]+/g, ' ');
    expect(spaced(page)).toBe(spaced(pageOf(framework, differences)));
  });
});
