import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namesCasesOnly, referencesOf, rowsOf, titleSeparator } from './specification-coverage.ts';

const root = join(import.meta.dirname, '..');
const read = (page: string) => readFileSync(join(root, 'docs/reference', page), 'utf8');
const page = read('specification-coverage.md');
const securityRows = rowsOf(read('security.md'));

/** Titles of the tests in a source: what stands first in `it(`, `test(` and behind `.each(…)`. */
function titlesIn(source: string): string[] {
  const calls = /(?:\b(?:it|test)|[)`])\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
  return [...source.matchAll(calls)].map(([, , title]) => unescaped(title));
}

const unescaped = (text = '') => text.replaceAll(/\\(.)/g, '$1');

/** What Jest fills in: `%s` and its like, `$name`, and the `${…}` of a template. */
const placeholder = /\$\{[^}]*\}|%[a-z#%]|\$[\w.#]+/g;

/** Whether a title of a source can be the title of the named case, behind those of its `describe` blocks. */
function isMeant(reference: string, title: string): boolean {
  const [own = ''] = reference.split(titleSeparator).slice(-1);
  const escaped = (text: string) => text.replaceAll(/[^\w ]/g, '\\$&');
  const rendered = title.split(placeholder).map(escaped).join('.*');
  return new RegExp(`^${rendered}$`, 's').test(own);
}

const known = new Map<string, readonly string[]>();

function titlesOf(file: string): readonly string[] {
  const path = join(root, file);
  const titles = known.get(file) ?? (existsSync(path) ? titlesIn(readFileSync(path, 'utf8')) : []);
  known.set(file, titles);
  return titles;
}

/** Said of what no bank can show, because a TPP does it. */
const dutyOfTpp = 'duty of the TPP';
const withoutCases = new Set(['open', dutyOfTpp]);

const words = (list: string) => list.split(/\s+/).filter((word) => word !== '');
const rows = rowsOf(page);
/** Of both pages whose tables name cases. */
const references = [...rows, ...securityRows].flatMap(referencesOf);

describe('the page on what shows the specification', () => {
  it('has its rows', () => {
    expect(rows.length).toBeGreaterThan(300);
    expect(rows.filter(({ ref, what }) => ref === '' || what === '')).toEqual([]);
  });

  it('has every ref once', () => {
    const refs = rows.map(({ ref }) => ref);
    expect(refs.filter((ref, at) => refs.indexOf(ref) < at)).toEqual([]);
  });

  it('has each row under its section', () => {
    const strays = rows.filter(({ section, ref }) => {
      const number = /^\d+(\.\d+)?/.exec(section)?.[0] ?? 'no section';
      return !ref.startsWith(`${number} `) && !ref.startsWith(`${number}.`);
    });
    expect(strays).toEqual([]);
  });

  it('names tests in every row, or says that it is open or the duty of a TPP', () => {
    const vague = rows.filter((row) => !withoutCases.has(row.shownBy) && !namesCasesOnly(row));
    expect(vague).toEqual([]);
  });

  it('names cases, and nothing else, in every row of the page on security', () => {
    expect(securityRows.length).toBeGreaterThan(10);
    expect(securityRows.filter((row) => !namesCasesOnly(row))).toEqual([]);
  });

  it('leaves only what an app of a TPP does to TPPs', () => {
    const left = rows.filter(({ shownBy }) => shownBy === dutyOfTpp).map(({ ref }) => ref);
    expect(left).toEqual(['5.15 opening', '5.15 bindings']);
  });

  it('names files of tests that exist', () => {
    const missing = references.filter(
      ({ file }) =>
        !/^(apps|libs|tools)\/.+\.spec\.ts$/.test(file) || !existsSync(join(root, file)),
    );
    expect(missing).toEqual([]);
  });

  it('names whole titles, as Jest prints them', () => {
    const abridged = references.filter(({ title }) => /…|%[sdifjop](?!\w)|\$\w/.test(title));
    expect(abridged).toEqual([]);
  });

  it('names tests that exist', () => {
    const missing = references.filter(
      ({ file, title }) => !titlesOf(file).some((one) => isMeant(title, one)),
    );
    expect(missing).toEqual([]);
  });

  it('names a test once in a row', () => {
    const twice = rows.filter((row) => {
      const names = referencesOf(row).map(({ file, title }) => `${file} ${title}`);
      return new Set(names).size < names.length;
    });
    expect(twice).toEqual([]);
  });

  it('counts right', () => {
    const count = (what: string) => rows.filter(({ shownBy }) => shownBy === what).length;
    const [open, left] = [count('open'), count(dutyOfTpp)];
    const shown = rows.length - open - left;
    const summary =
      `${String(rows.length)} rows, ${String(shown)} shown, ${String(open)} open, ` +
      `${String(left)} the duty of the TPP.`;
    expect(page).toContain(`\n${summary}`);
  });
});

describe('the page on what shows the specification, compared with separate lists', () => {
  const refs = new Set(rows.map(({ ref }) => ref));
  const missingOf = (prefix: string, names: string) =>
    words(names).filter((name) => !refs.has(`${prefix} ${name}`));

  it('has every code of section 7', () => {
    const codes = `SYSTEM_ERROR BAD_REQUEST FORBIDDEN NOT_FOUND CONFLICT HTTP_HEADER_REQUIRED
      QUERY_PARAMETER_REQUIRED SCA_NOT_FOUND SCA_EXPIRED SCA_INVALID FORMAT_ERROR RESOURCE_UNKNOWN
      PSU_CREDENTIALS_INVALID CONSENT_UNKNOWN CONSENT_INVALID CONSENT_EXPIRED ACCESS_EXCEEDED
      PRODUCT_UNKNOWN PRODUCT_INVALID KID_MISSING KID_INVALID PAYMENT_FAILED
      EXECUTION_DATE_INVALID REFERENCE_MIX_INVALID`;
    expect(words(codes)).toHaveLength(24);
    expect(missingOf('7 code', codes)).toEqual([]);
  });

  it('has every field of section 2.2', () => {
    const request = `instructedAmount creditorName creditorAccount creditorAddress debtorAccount
      ultimateDebtor remittanceInformationUnstructured purposeCode startDate executionRule endDate
      frequency monthsOfExecution dayOfExecution`;
    const response = `paymentId transactionStatus transactionFees transactionFeeIndicator
      tppMessages psuMessage _links`;
    expect(missingOf('2.2', request)).toEqual([]);
    expect(missingOf('2.2 response', response)).toEqual([]);
  });

  it('has every header of section 4.3', () => {
    const headers = `x-accept-fix Accept Accept-Charset Accept-Encoding Accept-Language Host
      X-Request-ID TPP-Session-ID TPP-Redirect-URI TPP-Redirect-Preferred Digest
      TPP-Signature-Certificate Signature PSU-ID PSU-Corporate-ID PSU-Context PSU-IP-Address
      PSU-IP-Port PSU-User-Agent PSU-Accept PSU-Accept-Charset PSU-Accept-Encoding
      PSU-Accept-Language PSU-HTTP-Method PSU-Device-ID PSU-Geo-Location Date`;
    expect(missingOf('4.3', headers)).toEqual([]);
  });

  it('has every release of section 9', () => {
    const releases = `1.23.7 1.23.5 1.23.4 1.23.2 1.21.8 1.19.2 1.18.1 1.18.0 1.17.4 1.14.2 1.7.13
      1.7.6 1.7.0`;
    expect(missingOf('9 release', releases)).toEqual([]);
  });
});

describe('titles of tests', () => {
  const source = [
    `it('says "one"', () => {});`,
    `it("says 'two'", () => {});`,
    'test(`says three`, () => {});',
    `it('it\\'s four', () => {});`,
    `it.each([['not a title', pick('nor this')]])('has %s', (one) => {});`,
    `it.each<[string]>([['a']])(\n  'refuses $name (%i)',\n  (one) => {},\n);`,
    `describe('no test', () => {});`,
  ].join('\n');

  it('are found in every kind of quotes, and behind tables', () => {
    const titles = ['says "one"', "says 'two'", 'says three', "it's four", 'has %s'];
    expect(titlesIn(source)).toEqual([...titles, 'refuses $name (%i)']);
  });

  it.each([
    ['says "one"', 'says "one"', true],
    ['has one', 'has %s', true],
    ['refuses Kari (7)', 'refuses $name (%i)', true],
    ['refuses Kari (7)', 'refuses ${one.name} (7)', true],
    ['one is refused', '%s is refused', true],
    ['a describe › says "one"', 'says "one"', true],
    ['has one', 'has two', false],
    ['has', 'has %s', false],
    ['says .one.', 'says "one"', false],
  ])('named as "%s" against "%s": %s', (reference, title, meant) => {
    expect(isMeant(reference, title)).toBe(meant);
  });
});

describe('a row of the page', () => {
  const rowWith = (shownBy: string) => {
    const [row] = rowsOf(
      `## 1. Part\n\n| ref | what | shown by |\n| - | - | - |\n| 1 a | b | ${shownBy} |`,
    );
    return row!;
  };
  const titlesOfRow = (shownBy: string) =>
    referencesOf(rowWith(shownBy)).map(({ file, title }) => [file, title]);

  it('has its section, and its cells without the white space around them', () => {
    expect(rowWith('open')).toEqual({ section: '1. Part', ref: '1 a', what: 'b', shownBy: 'open' });
  });

  it('names several cases, with a describe block, a pipe or backticks in their titles', () => {
    const cell =
      '`a.spec.ts › b` `a.spec.ts › c › d` `e.spec.ts › f \\| g` ``e.spec.ts › h `i` j``';
    expect(titlesOfRow(cell)).toEqual([
      ['a.spec.ts', 'b'],
      ['a.spec.ts', 'c › d'],
      ['e.spec.ts', 'f | g'],
      ['e.spec.ts', 'h `i` j'],
    ]);
    expect(namesCasesOnly(rowWith(cell))).toBe(true);
  });

  it.each(['open', '`a.spec.ts`', '`a.spec.ts › `', '`a.spec.ts › b` and others', ''])(
    'that reads "%s" does not name cases only',
    (shownBy) => {
      expect(namesCasesOnly(rowWith(shownBy))).toBe(false);
    },
  );
});
