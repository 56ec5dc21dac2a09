import { Client } from 'pg';
import { emptyTestDatabase } from '@nordgate/event-store/testing';
import { Session } from '../session/session.js';
import { Cluster } from '../storage/cluster.js';
import { SqlError } from '../values.js';
import { aggregates } from './functions/aggregates.js';
import { builtins } from './functions/builtins.js';
import { setFunctions } from './functions/set-functions.js';
import { language } from './language.js';
import { expressionCases } from './testing/expression-cases.js';
import { aggregateCases, functionCases, setFunctionCases } from './testing/function-cases.js';
import { functions, queryCases, tables } from './testing/query-cases.js';

/** Names, types of nothing, texts of all values; or the SQLSTATE of the error. */
type Heard =
  | { readonly names: string[]; readonly rows: (string | null)[][]; readonly count: number | null }
  | string;

const clock = (): bigint => BigInt(Date.now()) * 1000n;
const cluster = new Cluster({ language, clock });
const session = new Session(cluster, {
  database: 'postgres',
  settings: [],
  onTerminated: () => undefined,
});

let server: { readonly client: Client; readonly drop: () => Promise<void> };

beforeAll(async () => {
  const { url, drop } = await emptyTestDatabase('language judge');
  const client = new Client({ connectionString: url, options: '-c timezone=UTC' });
  await client.connect();
  server = { client, drop };
  for (const text of [tables, functions]) {
    await client.query(text);
    await session.query(text);
  }
});

afterAll(async () => {
  session.end();
  await server.client.end();
  await server.drop();
});

/** What PostgreSQL answers. */
async function real(text: string): Promise<Heard> {
  const types = { getTypeParser: () => (value: unknown) => value };
  try {
    const answer = await server.client.query<(string | null)[]>({ text, rowMode: 'array', types });
    return {
      names: answer.fields.map(({ name }) => name),
      rows: answer.rows,
      count: answer.rowCount,
    };
  } catch (error) {
    return (error as { code: string }).code;
  }
}

/** What the model answers. */
async function model(text: string): Promise<Heard> {
  try {
    const [answer] = await session.query(text);
    if (!answer) return 'no answer';
    const rows = answer.rows.map((row) =>
      row.map((value, at) => {
        const type = answer.columns[at]?.type ?? 'text';
        return value === null ? null : language.toText(value, type);
      }),
    );
    return { names: answer.columns.map(({ name }) => name), rows, count: answer.count };
  } catch (error) {
    if (error instanceof SqlError) return error.code === '0A000' ? error.message : error.code;
    throw error;
  }
}

const all = (cases: Readonly<Record<string, readonly string[]>>): string[] =>
  Object.values(cases).flat();

describe('the language of the model', () => {
  it.each(all(functionCases))('computes a function as PostgreSQL does: %s', async (expression) => {
    const text = `select ${expression} as v`;
    expect(await model(text)).toEqual(await real(text));
  });

  it.each(all(setFunctionCases))(
    'returns the rows of a function as PostgreSQL does: %s',
    async (text) => {
      expect(await model(text)).toEqual(await real(text));
    },
  );

  it.each(all(aggregateCases))('aggregates as PostgreSQL does: %s', async (expression) => {
    const text = `select ${expression} as v from item`;
    expect(await model(text)).toEqual(await real(text));
  });

  it.each(expressionCases)('computes an expression as PostgreSQL does: %s', async (expression) => {
    const text = `select ${expression}`;
    expect(await model(text)).toEqual(await real(text));
  });

  it.each(queryCases)('runs a query as PostgreSQL does: %s', async (text) => {
    expect(await model(text)).toEqual(await real(text));
  });

  it.each([
    ['function', [...builtins.keys()], functionCases],
    ['function with rows', [...setFunctions.keys()], setFunctionCases],
    ['aggregate', Object.keys(aggregates), aggregateCases],
  ])('is compared with PostgreSQL for each %s that it has', (_kind, names, cases) => {
    expect(names.filter((name) => !cases[name]?.length)).toEqual([]);
  });
});
