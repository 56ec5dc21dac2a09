import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { portMax } from '@nordgate/contracts/fields';
import type { JsonSchema } from '@nordgate/contracts/fields';
import { settingsPlaces, variablesOf } from './settings-classes.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const pageOf = (name: string) => read(`docs/reference/${name}.md`);

/** What the bank runs: no tests, nothing that only tests use, no tools. */
const sources = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'apps', 'libs'], {
  cwd: root,
})
  .toString()
  .split('\n')
  .filter((path) => /^(apps|libs)\/[^/]+\/src\/.+\.ts$/.test(path))
  .filter((path) => !path.endsWith('.spec.ts') && !/(^libs|\/src)\/testing\//.test(path));
const texts = new Map(sources.map((path) => [path, read(path)]));

/** The rows of the tables under a heading (or above the first one), cell by cell. */
function rowsUnder(page: string, heading = ''): string[][] {
  const part = page
    .split(/^## /m)
    .find((one, at) => (heading === '' ? at === 0 : one.startsWith(`${heading}\n`)));
  const lines = (part ?? '').split('\n').filter((line) => line.startsWith('|'));
  return lines.slice(2).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const unquoted = (cell = '') => cell.replaceAll('`', '');
const quotedIn = (text = '') => [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const literalsIn = (text = '') => [...text.matchAll(/'([^']+)'/g)].map(([, name = '']) => name);

/** The text between a start and the next line that is nothing but an end. */
function blockOf(path: string, start: string, end: string): string {
  const text = read(path);
  const from = text.indexOf(start);
  if (from < 0) throw new Error(`${path} has no ${start}`);
  return text.slice(from, text.indexOf(`\n${end}`, from));
}

/** `name: value` lines of an object literal. */
function entriesIn(block: string, value: RegExp): [string, string][] {
  return [...block.matchAll(/^ {2}'?([A-Za-z_-]+)'?: (.+),$/gm)]
    .map(([, name = '', text = '']) => [name, text.replaceAll("'", '')] as [string, string])
    .filter(([, text]) => value.test(text));
}

const sorted = <T extends readonly string[]>(rows: readonly T[]) =>
  rows.map((row) => row.join(' | ')).sort();

describe('the page of error codes', () => {
  const declaration = 'libs/contracts/src/base/codes/message-codes.ts';
  const mapping = 'apps/gateway/src/reply/tpp-messages.ts';
  const rows = rowsUnder(pageOf('error-codes'));
  const codes = literalsIn(blockOf(declaration, 'MESSAGE_CODES = [', ']'));

  it('has every code, and no other', () => {
    expect(codes).toHaveLength(24);
    expect(rows.map(([code]) => unquoted(code)).sort()).toEqual([...codes].sort());
  });

  it('has the status of each code', () => {
    const mapped = entriesIn(blockOf(mapping, 'statusOf: {', '};'), /^\d{3}$/);
    expect(mapped).toHaveLength(24);
    expect(sorted(rows.map(([code, status = '']) => [unquoted(code), status]))).toEqual(
      sorted(mapped),
    );
  });

  it('says of exactly those codes that nothing answers them which no source uses', () => {
    const elsewhere = [...texts].filter(([path]) => path !== declaration && path !== mapping);
    const unused = codes.filter(
      (code) => !elsewhere.some(([, text]) => text.includes(`'${code}'`)),
    );
    const unanswered = rows.filter(([, , when]) => when === 'Nothing answers it yet.');
    expect(unanswered.map(([code]) => unquoted(code)).sort()).toEqual(unused.sort());
  });

  it('has every way out of the site, with its status and code', () => {
    const outcome = 'apps/sca/src/site/leave/outcome-parameters.ts';
    const codeOf = [
      ...entriesIn(
        blockOf('apps/sca/src/authorisation/failures.ts', 'failureCodes: {', '};'),
        /^[A-Z_]+$/,
      ),
      ...entriesIn(blockOf(outcome, 'leavingCodes: {', '};'), /^[A-Z_]+$/),
    ];
    const statusOf = new Map(entriesIn(blockOf(outcome, 'statusOf: {', '};'), /^\d{3}$/));
    const ways = codeOf.map(([way, code]) => [way, statusOf.get(way) ?? 'none', code]);
    expect(ways.length).toBeGreaterThan(5);
    const told = rowsUnder(pageOf('error-codes'), 'In redirects').map((row) => row.slice(0, 3));
    expect(sorted(told.map((row) => row.map(unquoted)))).toEqual(sorted(ways));
  });
});

describe('the page of the configuration', () => {
  const page = pageOf('configuration');
  const host = 'libs/service/src/host';

  /** What a row has to name: the words of a choice, and the bounds of a number that is no port. */
  function namedOf({ enum: words = [], minimum, maximum }: JsonSchema): readonly string[] {
    const isBounded = maximum !== undefined && maximum !== portMax;
    return [
      ...words.map((word) => `\`${word}\``),
      ...(isBounded ? [String(minimum), String(maximum)] : []),
    ];
  }

  /** Rows that send the reader to another row for the meaning. */
  const isElsewhere = (meaning: string) => /^(As for|The same for) /.test(meaning);

  it.each(settingsPlaces)(
    'has, under "%s", every variable with its default, and no other',
    async (heading, path, name) => {
      const declared = await variablesOf(path, name);
      expect(declared).not.toEqual([]);
      const told = rowsUnder(page, heading).map((row) => row.slice(0, 2).map(unquoted));
      const rows = declared.map(({ name: variable, schema, isRequired }) => {
        const preset = schema.default as string | number | undefined;
        return [variable, String(preset ?? (isRequired ? 'required' : '–'))];
      });
      expect(sorted(told)).toEqual(sorted(rows));
    },
  );

  it.each(settingsPlaces)(
    'has, under "%s", the words and the bounds of every variable',
    async (heading, path, name) => {
      const rows = new Map(rowsUnder(page, heading).map((row) => [unquoted(row[0]), row]));
      const untold = (await variablesOf(path, name)).flatMap(({ name: variable, schema }) => {
        const [, preset = '', meaning = ''] = rows.get(variable) ?? [];
        if (isElsewhere(meaning)) return [];
        return namedOf(schema)
          .filter((one) => !`${preset} ${meaning}`.includes(one))
          .map((one) => `${variable} ${one}`);
      });
      expect(untold).toEqual([]);
    },
  );

  it('has every class of settings', () => {
    const classes = [...texts].flatMap(([path, text]) =>
      [...text.matchAll(/^(?:export | {2})?class (\w*(?:Config|Settings)) /gm)].map(
        ([, name = '']) => [path, name] as const,
      ),
    );
    expect(sorted(classes)).toEqual(sorted(settingsPlaces.map(([, path, name]) => [path, name])));
  });

  it('has every file of secrets with who reads it, and no other', () => {
    const folder = `${host}/secrets/secrets-folder.ts`;
    const files = ['keyFiles', 'keySetFiles'].flatMap((list) =>
      literalsIn(/= \[(.*)\]/.exec(blockOf(folder, `export const ${list}`, 'export type'))?.[1]),
    );
    const readers = (file: string) => {
      // The check of a configuration compares the files of the apps, and uses none.
      const uses = [...texts].filter(
        ([path, text]) => /SecretsFolder/.test(text) && !path.includes('/config-check/'),
      );
      const apps = uses.filter(([path, text]) => path !== folder && text.includes(`'${file}'`));
      const names = apps.flatMap(([path]) => {
        if (path.startsWith('apps/')) return path.split('/')[1];
        // The process of a service that adds no settings: there is none at present.
        return path.endsWith('/process-definition.ts') ? [] : 'every process';
      });
      return [...new Set(names)];
    };
    const told = rowsUnder(page, 'Mounted secrets').map((row) => row.slice(0, 2).map(unquoted));
    expect(sorted(told)).toEqual(sorted(files.map((file) => [file, readers(file).join(', ')])));
  });

  it('has every key pair', () => {
    const folder = `${host}/secrets/secrets-folder.ts`;
    const pairs = literalsIn(blockOf(folder, 'export const keyPairNames', '] as const'));
    const told = page
      .split('\n')
      .flatMap((line) => /^\| `(internal-\w+|approvals|operator)`/.exec(line)?.[1] ?? []);
    expect(pairs).not.toEqual([]);
    expect(told.sort()).toEqual(pairs.sort());
  });

  it('tells of all variables: nothing else reads the environment', () => {
    const readers = [...texts]
      .filter(([, text]) => /process\.env(?!\))/.test(text))
      .map(([path]) => path);
    expect(readers).toEqual([]);
  });
});

/** A stream type as its source declares it. */
interface Declared {
  readonly name: string;
  readonly owner: string;
  readonly states: readonly string[];
  readonly scopes: readonly string[];
  readonly events: readonly [string, string][];
}

function declaredIn([path, text]: [string, string]): Declared[] {
  const from = text.search(/= streamType</);
  const isOfEach = path.startsWith('libs/service/src/operations/');
  if (from < 0 || !(isOfEach || path.startsWith('apps/'))) return [];
  const definition = text.slice(from, text.indexOf('\n});', from));
  const constants = new Map(
    [...text.matchAll(/const (\w+) = '([^']+)'/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const scopes = [...definition.matchAll(/scope: (?:'([^']+)'|(\w+))/g)].map(
    ([, literal, name = '']) => literal ?? constants.get(name) ?? name,
  );
  const events = [...definition.matchAll(/\b([A-Z]\w+): \{ version: (\d+)/g)];
  const states = [...text.matchAll(/readonly is: ([^;}]+)/g)].flatMap(([, union]) =>
    literalsIn(union),
  );
  return [
    {
      name: /streamType<[^(]*'([^']+)'\s*>\(/.exec(definition)?.[1] ?? '',
      owner: isOfEach ? 'every service' : (path.split('/')[1] ?? ''),
      states: [...new Set(states)].sort(),
      scopes,
      events: events.map(([, type = '', version = '']) => [type, version]),
    },
  ];
}

describe('the page of streams', () => {
  const page = pageOf('streams');
  const streams = [...texts].flatMap(declaredIn);
  const rows = rowsUnder(page);

  it('has every stream type with its owner, and no other', () => {
    expect(streams.length).toBeGreaterThan(8);
    expect(sorted(rows.map((row) => row.slice(0, 2).map(unquoted)))).toEqual(
      sorted(streams.map(({ name, owner }) => [name, owner])),
    );
  });

  it('has the states of each stream', () => {
    const told = rows.map(([name, , , states]) => [unquoted(name), ...quotedIn(states).sort()]);
    expect(sorted(told)).toEqual(sorted(streams.map(({ name, states }) => [name, ...states])));
  });

  it('has the claims of each stream', () => {
    const told = rows.map((row) => [unquoted(row[0]), quotedIn(row[4])[0] ?? 'none']);
    const claimed = streams.map(({ name, scopes }) => [name, scopes[0] ?? 'none']);
    expect(sorted(told)).toEqual(sorted(claimed));
    expect(streams.filter(({ scopes }) => scopes.length > 1)).toEqual([]);
  });

  it('has every event of each stream with its version, and no other', () => {
    const stored = streams.flatMap(({ name, events }) => events.map((event) => [name, ...event]));
    const told = rowsUnder(page, 'Events').map((row) => row.slice(0, 3).map(unquoted));
    expect(sorted(told)).toEqual(sorted(stored));
  });

  it('has every event of the contracts, and no other', () => {
    const contracts = [...texts].filter(([path]) =>
      /^libs\/contracts\/src\/[^/]+\/[^/]+-events\.v\d+\.ts$/.test(path),
    );
    const types = contracts.flatMap(([, text]) =>
      [...text.matchAll(/^ {2}readonly type: '(\w+)';/gm)].map(([, type = '']) => type),
    );
    const told = rowsUnder(page, 'Events').map(([, type]) => unquoted(type));
    expect(told.sort()).toEqual([...new Set(types)].sort());
  });
});

describe('the page of telemetry', () => {
  const page = pageOf('telemetry');
  const names = 'libs/telemetry/src/names.ts';

  /** The users of a name, in the words of the page. */
  function emittersOf(use: string): string {
    const own = 'libs/telemetry/';
    const files = [...texts].filter(([path, text]) => path !== names && text.includes(use));
    const outside = files.filter(([path]) => !path.startsWith(own));
    const users = (outside.length === 0 ? files : outside)
      .map(([path]) => path.split('/').slice(0, 2))
      .map(([kind, name = '']) => `\`${kind === 'apps' ? name : `libs/${name}`}\``);
    return users.length === 0 ? 'nobody yet' : [...new Set(users)].sort().join(', ');
  }

  it.each([
    ['Spans', 'spanNames', 'spanNames.', 2],
    ['Metrics', 'metricNames', 'instrumentsOf().', 3],
    ['Attributes', 'attributeNames', 'attributeNames.', 1],
  ])('has every name of its %s with who emits it, and no other', (heading, table, use, column) => {
    const declared = entriesIn(blockOf(names, `${table} = {`, '}'), /./);
    expect(declared.length).toBeGreaterThan(4);
    const emitted = declared.map(([key, name]) => [name, emittersOf(`${use}${key}`)]);
    const told = rowsUnder(page, heading).map((row) => [unquoted(row[0]), row[column] ?? '']);
    expect(sorted(told)).toEqual(sorted(emitted));
  });

  it('has every field that the log cuts, and no other', () => {
    const cut = literalsIn(blockOf('libs/telemetry/src/redaction.ts', 'secretFields', '];'));
    const item = /A field of one of these names.*?(?=\n- )/s.exec(page)?.[0] ?? '';
    const told = quotedIn(item).filter((name) => name !== '[redacted]');
    expect(told.sort()).toEqual(cut.sort());
  });

  it('labels metrics with declared attributes only', () => {
    const declared = entriesIn(blockOf(names, 'attributeNames = {', '}'), /./).map(
      ([, one]) => one,
    );
    const labels = rowsUnder(page, 'Metrics').flatMap(([, , cell]) => quotedIn(cell));
    expect(labels.filter((label) => !declared.includes(label))).toEqual([]);
  });
});
