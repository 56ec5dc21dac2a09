import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { objectSchema } from '../base/fields/object-schema.js';
import type { JsonSchema } from '../base/fields/object-schema.js';
import { BankProfile } from './bank-profile.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const page = readFileSync(join(root, 'docs/reference/bank-profile.md'), 'utf8');

/** Every member that says something of itself, as `products[].name`. */
function membersOf({ properties = {}, required = [] }: JsonSchema, prefix = ''): string[][] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const inner = schema.items ?? schema;
    const path = `${prefix}${name}`;
    const need = required.includes(name) ? 'yes' : 'no';
    const own = schema.description === undefined ? [] : [[path, need, schema.description]];
    return [...own, ...membersOf(inner, `${path}${schema.items ? '[]' : ''}.`)];
  });
}

it('the page of the bank profile describes every member, as its schema does', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const cells = rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', '')),
  );
  expect(cells).toEqual(membersOf(objectSchema(BankProfile)));
});
