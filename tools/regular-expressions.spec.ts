import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { literalOf, productionExpressions } from './expressions.js';

/** What `npm run judge:expressions` has found safe, and by which version: it takes more than a minute. */
const judged = JSON.parse(
  readFileSync(new URL('safe-expressions.json', import.meta.url), 'utf8'),
) as { readonly recheck: string; readonly safe: readonly string[] };
const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };

/** Slow for input that nobody outside of the bank can send; the reason stands beside each. */
const exceptions: Readonly<Record<string, string>> = {
  'libs/service/src/host/secrets/key-pairs.ts /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/gu':
    "reads the bank's own key file when it starts",
  'libs/signature/src/explain/request-dump.ts /^(https?:\\/\\/[^/?]+)(.*)$/i':
    "reads a developer's own request on the developer's machine",
  'libs/signature/src/explain/request-dump.ts /^[ \\t]+|[ \\t]+$/g':
    "reads a developer's own request on the developer's machine",
  'libs/tpp-client/src/identity/key-files.ts /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----[\\s\\S]+?-----END \\1-----/':
    "reads a developer's own key file on the developer's machine",
  'libs/tpp-client/src/identity/read-identity.ts /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g':
    "reads a developer's own certificate file on the developer's machine",
};

/** The files that make expressions from values which this search cannot follow, and why they are fast. */
const madeAtRuntime: Readonly<Record<string, string>> = {
  'apps/gateway/src/guard/known-paths.hook.ts':
    'the paths of our own routes, one class for each parameter',
  'apps/sca/src/site/frame/unreadable-request.hook.ts':
    'one class after the name of a header of ours, at the start of a line',
  'libs/contracts/src/base/fields/addresses.ts':
    'lists of addresses in the settings of a process, read when it starts',
  'libs/contracts/src/base/fields/values.ts':
    'the BIC: classes of fixed length and the list of countries',
  'libs/signature/src/request/http-date.ts': 'names and digits of fixed length between anchors',
  'libs/tpp-client/src/scenario/expectation.ts':
    'the patterns of a scenario, which the user of the command has written',
  'libs/tpp-client/src/scenario/read-scenario.ts': 'the same patterns, compiled only',
};

describe('the regular expressions of the production code', () => {
  const { found, unknown } = productionExpressions();
  const literals = [...found]
    .filter(([name]) => !Object.hasOwn(exceptions, name))
    .map(([, one]) => literalOf(one));

  it('are all found', () => {
    expect(found.size).toBeGreaterThan(150);
    expect([...unknown].sort()).toEqual(Object.keys(madeAtRuntime).sort());
    expect(Object.keys(exceptions).filter((name) => !found.has(name))).toEqual([]);
  });

  // A new one is judged by npm run judge:expressions.
  it('take a time that grows no faster than their input, except those with a reason', () => {
    expect(judged.recheck).toBe(version);
    const all = new Set([...found.values()].map(literalOf));
    expect(literals.filter((one) => !judged.safe.includes(one))).toEqual([]);
    expect(judged.safe.filter((one) => !all.has(one))).toEqual([]);
  });
});
