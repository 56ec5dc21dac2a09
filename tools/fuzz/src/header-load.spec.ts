import { globSync, readFileSync } from 'node:fs';
import { excessive, ratioMax } from './header-load.js';
import { hostileValuesOf, readHeaders } from './hostile-headers.js';

const root = new URL('../../..', import.meta.url).pathname;

/** The sources that read the headers of requests to the gateway. */
const sources = globSync(
  ['apps/gateway/src', 'libs/service/src/edge', 'libs/telemetry/src', 'libs/signature/src'].map(
    (folder) => `${root}${folder}/**/*.ts`,
  ),
).filter((path) => !/\.spec\.ts$|\/testing\/|\/description\//.test(path));

/** The forms in which the sources name a header that they read. */
const forms = [
  /\bheaders\[\s*'([a-z0-9-]+)'\s*\]/g,
  /\bheaders\.([a-z]+)\b(?![(']|\.js)/g,
  /\bheader\(\s*'([a-z0-9-]+)'\s*\)/g,
  /\bvalues\.get\(\s*'([a-z0-9-]+)'\s*\)/g,
  /\basks: '([a-z]+-[a-z0-9-]+)'/g,
];
/** `const { traceparent, tracestate } = request.headers;` */
const taken = /\{([^{}]+)\} = (?:\w+\.)*headers;/g;
/** Members of other objects that are called headers: arrays, maps and the list of signed names. */
const members = new Set([
  'values',
  'repeated',
  'join',
  'push',
  'includes',
  'length',
  'map',
  'find',
]);

function namesIn(source: string): readonly string[] {
  const single = forms.flatMap((form) => [...source.matchAll(form)].map(([, name = '']) => name));
  const together = [...source.matchAll(taken)].flatMap(([, names = '']) => names.split(','));
  const names = [...single, ...together.map((name) => name.trim().split(':')[0] ?? '')];
  return names.filter((name) => name !== '' && !members.has(name));
}

describe('the headers of npm run fuzz', () => {
  const names = readHeaders.map(({ name }) => name.toLowerCase());

  it('are all that the sources of the gateway read', () => {
    const read = new Set(sources.flatMap((path) => namesIn(readFileSync(path, 'utf8'))));
    expect([...read]).toEqual(
      expect.arrayContaining(['content-encoding', 'traceparent', 'expect']),
    );
    expect([...read].filter((name) => !names.includes(name)).sort()).toEqual([]);
  });

  it('are listed once each', () => {
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(readHeaders.map((header) => [header.name, header] as const))(
    'get values of 12,000 characters that HTTP can carry: %s',
    (_name, header) => {
      for (const value of hostileValuesOf(header)) {
        expect(value).toHaveLength(12_000);
        expect(value).toMatch(/^[\t\x20-\x7e\x80-\xff]+$/);
      }
    },
  );
});

describe('the load of a header', () => {
  const load = (header: string, ratio: number) =>
    ({ sender: 'stranger', header, value: 'a', milliseconds: 1, ratio }) as const;

  it('is excessive above the bound only', () => {
    const loads = [load('Date', ratioMax), load('Accept', ratioMax + 0.1), load('Host', NaN)];
    expect(excessive(loads).map(({ header }) => header)).toEqual(['Accept', 'Host']);
  });
});
