import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Ways to take a day, or the parts of a date, out of an instant by UTC, and to count days as 24 hours. */
const daysByUtc = [
  /toISOString\(\)\s*\.(?:slice|substring|substr)\(0, ?10\)/u,
  /toISOString\(\)\s*\.split\('T'\)/u,
  /\bat\.(?:slice|substring)\(0, ?10\)/u,
  /\.getUTC(?:Date|Day|Month|FullYear)\(/u,
  /\bDate\.UTC\(/u,
  /\b(?:now\(\)|current_timestamp|clock_timestamp\(\))::date\b/u,
  /\bcurrent_date\b/u,
  /date_trunc\('day'/u,
  /\bsetDate\(/u,
];

/** Files that may: each with what its day is, if not a published one. */
const exceptions: Readonly<Record<string, string>> = {
  'libs/contracts/src/base/rules/days.ts':
    'counts days of a calendar, and is where a day of Oslo is made',
  'libs/signature/src/request/http-date.ts':
    'reads the Date header, an instant (RFC 9110 section 5.6.7)',
  'libs/signature/src/base/der.ts': 'reads the time of a certificate, which is UTC (X.690 11.7)',
  'apps/sca/src/site/language/plain-values.ts': 'writes a day of a calendar, and names of months',
  'libs/testing/src/payment-bodies.ts': 'a year in the middle of which a test pays',
  'libs/tpp-client/src/scenario/values.ts': 'counts days and months of a calendar for a scenario',
  'tools/image/audit-report.ts': 'the file name of a report',
  'tools/simulator/src/postgres/language/types/date-time.ts':
    'computes timestamps as PostgreSQL does with the time zone UTC',
};

const sources = globSync('{apps,libs,tools}/**/src/**/*.{ts,mjs}', { cwd: root })
  .filter((file) => !/node_modules|\/dist\/|\.spec\.ts$|\/testing\//u.test(file))
  .sort();

/** The members of the interface that are days, as the schemas of its answers name them. */
function publishedDays(): readonly string[] {
  const text = readFileSync(join(root, 'libs/contracts/schemas/replies.json'), 'utf8');
  const { definitions } = JSON.parse(text) as { readonly definitions: object };
  const found: string[] = [];
  const walk = (node: unknown, path: string): void => {
    if (typeof node !== 'object' || node === null) return;
    if ('format' in node && node.format === 'date') found.push(path);
    for (const [name, inner] of Object.entries(node)) {
      walk(inner, /^(?:properties|items)$/u.test(name) ? path : [path, name].join('.'));
    }
  };
  for (const [name, node] of Object.entries(definitions)) walk(node, name);
  return [...new Set(found)].sort();
}

/** Where each published day is made, or that it is passed on as somebody sent it. */
const origins: Readonly<Record<string, string>> = {
  'Balance.referenceDate': 'apps/gateway/src/routes/accounts/accounts.controller.ts',
  'BalanceAfterReply.referenceDate': 'the booking date',
  'CardTransactionReply.bookingDate': 'the booking date',
  'CardTransactionReply.transactionDate': 'passed on',
  'CardTransactionReply.valueDate': 'the booking date',
  'ConsentReply.lastActionDate': 'apps/gateway/src/routes/consents/read-consents.controller.ts',
  'ConsentReply.validUntil': 'apps/gateway/src/routes/consents/read-consents.controller.ts',
  'CurrencyExchangeReply.quotationDate': 'passed on',
  'ListedConsent.lastActionDate': 'apps/gateway/src/routes/consents/read-consents.controller.ts',
  'ListedConsent.validUntil': 'apps/gateway/src/routes/consents/read-consents.controller.ts',
  'HeldCardAccountReply.expiry': 'passed on',
  'SandboxBatchRun.day': 'apps/batch/src/execute-runs/busy-worlds.rows.ts',
  'SandboxBatchRunFailure.occurrence': 'passed on',
  'SandboxCardTransaction.bookingDate': 'the booking date',
  'SandboxCardTransaction.transactionDate': 'passed on',
  'SandboxCardTransaction.valueDate': 'the booking date',
  'SandboxTransaction.bookingDate': 'apps/gateway/src/sandbox/routes/transaction-by-hand.ts',
  'SandboxTransaction.valueDate': 'apps/gateway/src/sandbox/routes/transaction-by-hand.ts',
  'TransactionReply.bookingDate': 'the booking date',
  'TransactionReply.valueDate': 'the booking date',
};

describe('a day that the bank publishes', () => {
  it('has an origin in the table, so a new one cannot be forgotten', () => {
    expect(publishedDays().filter((one) => !Object.hasOwn(origins, one))).toEqual([]);
  });

  const made = [...new Set(Object.values(origins))].filter((one) => one.includes('/'));
  it.each(made)('is a day in Oslo in %s', (file) => {
    expect(readFileSync(join(root, file), 'utf8')).toMatch(/\b(?:dayInOslo|lastDayBefore)\b/u);
  });
});

describe('the source', () => {
  it.each(daysByUtc.map((form) => [form.source, form] as const))(
    'takes no day out of an instant by UTC: %s',
    (_source, form) => {
      const found = sources.filter((file) => form.test(readFileSync(join(root, file), 'utf8')));
      expect(found.filter((file) => !Object.hasOwn(exceptions, file))).toEqual([]);
    },
  );

  it('needs every exception', () => {
    const needed = Object.keys(exceptions).filter((file) => {
      const text = readFileSync(join(root, file), 'utf8');
      return daysByUtc.some((form) => form.test(text));
    });
    expect(needed).toEqual(Object.keys(exceptions));
  });
});
