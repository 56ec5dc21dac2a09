import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const page = readFileSync(join(root, 'docs/reference/specification-coverage.md'), 'utf8');

/** One line of a table of the page. */
interface Row {
  readonly section: string;
  readonly ref: string;
  readonly what: string;
  readonly shownBy: string;
}

/** A test as a row names it. */
interface TestReference {
  readonly ref: string;
  readonly file: string;
  readonly title: string;
}

function rowsOf(markdown: string): Row[] {
  return markdown.split(/^## /m).flatMap((part) => {
    const section = part.slice(0, part.indexOf('\n'));
    const tableLines = part.split('\n').filter((line) => line.startsWith('|'));
    // The first two are the head of the table and the line below it.
    return tableLines.slice(2).map((line) => {
      const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|'));
      const [, ref = '', what = '', shownBy = ''] = cells;
      return { section, ref, what, shownBy };
    });
  });
}

function referencesOf({ ref, shownBy }: Row): TestReference[] {
  return [...shownBy.matchAll(/`([^`]+)`/g)].map(([, name = '']) => {
    const at = name.indexOf(' › ');
    return { ref, file: name.slice(0, at), title: name.slice(at + ' › '.length) };
  });
}

/** Titles of the tests in a source: what stands first in `it(`, `test(` and behind `.each(…)`. */
function titlesIn(source: string): string[] {
  const calls = /(?:\b(?:it|test)|[)`])\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,/g;
  const titles = [...source.matchAll(calls)].map(([, , title]) => unescaped(title));
  return titles.flatMap((title) => [title, ...tableTitles(title, source)]);
}

/** A title that is nothing but a column, like `$sentence`, has the texts of that column as titles. */
function tableTitles(title: string, source: string): string[] {
  const column = /^\$(\w+)$/.exec(title)?.[1];
  if (column === undefined) return [];
  const texts = source.matchAll(new RegExp(`\\b${column}: '((?:\\\\.|[^'\\\\])*)'`, 'g'));
  return [...texts].map(([, text]) => unescaped(text));
}

const unescaped = (text = '') => text.replaceAll(/\\(.)/g, '$1');

/** Whether a title is meant: letter for letter, where an ellipsis stands for a placeholder. */
function isMeant(reference: string, title: string): boolean {
  const literal = reference.split('…').map((part) => part.replaceAll(/[^\w ]/g, '\\$&'));
  return new RegExp(`^${literal.join('[%$].*')}$`, 's').test(title);
}

const known = new Map<string, readonly string[]>();

function titlesOf(file: string): readonly string[] {
  const path = join(root, file);
  const titles = known.get(file) ?? (existsSync(path) ? titlesIn(readFileSync(path, 'utf8')) : []);
  known.set(file, titles);
  return titles;
}

const words = (list: string) => list.split(/\s+/).filter((word) => word !== '');
const rows = rowsOf(page);
const references = rows.flatMap(referencesOf);

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

  it('names tests in every row, or says that it is open', () => {
    const vague = rows.filter(
      ({ shownBy }) => !/^(open|`[^`]+ › [^`]+`( `[^`]+ › [^`]+`)*)$/.test(shownBy),
    );
    expect(vague).toEqual([]);
  });

  it('names files of tests that exist', () => {
    const missing = references.filter(
      ({ file }) =>
        !/^(apps|libs|tools)\/.+\.spec\.ts$/.test(file) || !existsSync(join(root, file)),
    );
    expect(missing).toEqual([]);
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
    const open = rows.filter(({ shownBy }) => shownBy === 'open').length;
    const shown = rows.length - open;
    const summary = `${String(rows.length)} rows, ${String(shown)} shown, ${String(open)} open.`;
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
    `const rows = [{ rule: 'has \\'no\\' end', at: 'no rule' }];`,
    `it.each(rows)('$rule', ({ at }) => {});`,
  ].join('\n');

  it('are found in every kind of quotes, and behind tables', () => {
    const titles = ['says "one"', "says 'two'", 'says three', "it's four", 'has %s'];
    const fromTables = ['refuses $name (%i)', '$rule', "has 'no' end"];
    expect(titlesIn(source)).toEqual([...titles, ...fromTables]);
  });

  it.each([
    ['says "one"', 'says "one"', true],
    ['has …', 'has %s', true],
    ['refuses … (…)', 'refuses $name (%i)', true],
    ['… is refused', '%s is refused', true],
    ['has …', 'has one', false],
    ['has', 'has %s', false],
    ['says .one.', 'says "one"', false],
  ])('named as "%s" against "%s": %s', (reference, title, meant) => {
    expect(isMeant(reference, title)).toBe(meant);
  });
});
