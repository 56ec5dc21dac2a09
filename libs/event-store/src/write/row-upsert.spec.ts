import type { RowUpsert } from '@nordgate/decider';
import { rowStatements } from './row-upsert.js';
import { UnstorableError } from '../sql/store-errors.js';

const register: RowUpsert = { name: 'register', sql: 'insert …', columns: ['id', 'version'] };
const pair: RowUpsert = { ...register, name: 'pair', columns: ['a', 'b', 'v'], key: ['a', 'b'] };

it('rowStatements puts all rows of a table into one statement, column by column', () => {
  const rows = [
    { upsert: register, row: ['x', 1] },
    { upsert: pair, row: ['x', 'y', 1] },
    { upsert: register, row: ['y', 2] },
  ];
  expect(rowStatements(rows)).toEqual([
    {
      name: 'rows:register',
      text: 'insert …',
      values: [
        ['x', 'y'],
        [1, 2],
      ],
    },
    { name: 'rows:pair', text: 'insert …', values: [['x'], ['y'], [1]] },
  ]);
});

it('rowStatements puts a second write of the same row into a second statement, in order', () => {
  const rows = [1, 2, 3].map((version) => ({ upsert: register, row: ['x', version] }));
  expect(rowStatements(rows).map(({ values }) => values)).toEqual([
    [['x'], [1]],
    [['x'], [2]],
    [['x'], [3]],
  ]);
});

it('rowStatements identifies a row by all columns of its key', () => {
  const rows = ['y', 'z'].map((b) => ({ upsert: pair, row: ['x', b, 1] }));
  expect(rowStatements(rows)).toHaveLength(1);
});

it('rowStatements throws UnstorableError for a row with a missing value', () => {
  expect(() => rowStatements([{ upsert: register, row: ['x'] }])).toThrow(UnstorableError);
});
