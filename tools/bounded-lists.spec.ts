import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const json = (path: string): unknown => JSON.parse(read(path));

/** What bounds a list: a text of a source. */
type Bound = readonly [file: string, text: string];

const bodies = 'libs/contracts/src/interface';
const bulk: Bound = [`${bodies}/payments/bulk-payment.ts`, 'bulkPaymentCountMax = 500'];
const basket: Bound = [`${bodies}/baskets/signing-basket.ts`, 'basketPaymentCountMax = 10'];
const references: Bound = [
  `${bodies}/payments/credit-transfer.ts`,
  'structuredRemittanceCountMax = 10',
];
const remittances: Bound = [
  `${bodies}/sandbox/sandbox-transaction.ts`,
  '[remittanceCountMax, batchCountMax] = [10, 1_000_000]',
];
const postings: Bound = ['apps/accounts/src/domain/journal.ts', 'postingsMax = 100'];
const sandbox = 'libs/contracts/src/sandbox/sandbox-bounds.ts';
const accounts: Bound = [sandbox, 'accountsOfCustomer: 50'];
const engagements: Bound = [sandbox, 'engagementsOfAgreement: 100'];
const schedule = 'apps/batch/src/domain/schedule.ts';
/** The seal of each signer. */
const signers: Bound = ['libs/contracts/src/core/core-messages.v1.ts', '@maxItems 2'];

/** Every list that a caller lengthens. */
const bounded: Readonly<Record<string, Bound>> = {
  ...{ payments: bulk, parts: bulk, credits: bulk, soleReferences: bulk, declined: bulk },
  ...{ members: basket, facts: basket, paymentIds: basket, approves: basket, approved: basket },
  monthsOfExecution: [`${bodies}/payments/periodic-payment.ts`, '@DistinctIntegers(1, 12)'],
  remittanceInformationStructuredArray: references,
  remittanceInformationUnstructuredArray: remittances,
  additionalInformationProprietary: [
    `${bodies}/sandbox/sandbox-movement.ts`,
    'additionalInformationProprietary6',
  ],
  currencyExchange: [`${bodies}/sandbox/sandbox-movement.ts`, 'exchangeCountMax = 5'],
  ...{ accounts, cardAccounts: accounts, engagements, engagementIds: engagements },
  ...{ lines: postings, postings, others: postings },
  // All or none are booked, so the bounds of an account are those of a request.
  transactions: [sandbox, 'bookedByHand: 10_000'],
  registrations: ['apps/accounts/src/tpps/tpp-contact.ts', 'registrationsMax = 100'],
  windows: ['libs/contracts/src/operations/maintenance.ts', 'maintenanceWindowsMax = 50'],
  awaits: [schedule, 'awaitsMax = 1000'],
  requests: [schedule, 'requestsMax = 300'],
  slots: [schedule, 'slotsMax = 100'],
  occurrences: ['apps/payments/src/domain/occurrences.ts', 'keptOccurrences = 100'],
  ...{ approvals: signers, sealed: signers },
  ended: ['apps/sca/src/access/access.ts', 'endedMax = 50'],
  replaced: ['apps/sca/src/session/session.ts', 'replacedMax = 50'],
  passkeys: ['apps/sca/src/passkeys/passkeys.ts', 'passkeysMax = 10'],
  spent: ['apps/sca/src/passkeys/passkeys.ts', 'spentMax = 50'],
  transports: ['apps/sca/src/site/passkey/webauthn.verifier.ts', 'transportsMax = 8'],
  identifiers: ['libs/contracts/src/core/core-messages.v1.ts', '@maxItems 20'],
};

/** Lists that no caller lengthens, with the reason. */
const fixed: Readonly<Record<string, string>> = {
  roles: 'distinct roles of PSD2, or of an agreement',
  contexts: 'private and corporate',
  contradicted: 'distinct outcomes of one transfer',
  progress: 'statuses, which only go forward',
  path: 'hashes from a leaf of a tree over 500 parts to its root',
  streams: 'the known state of the sandbox, which is in the code',
  changedBy: 'changes by an operator in the hours before the approval',
};

/** The names of the members that are lists in a JSON Schema. */
function listsOfSchemas(node: unknown, names: readonly string[] = []): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const isList = 'type' in node && node.type === 'array';
  return [
    ...(isList ? names.slice(-1) : []),
    ...Object.entries(node).flatMap(([name, child]) =>
      listsOfSchemas(child, keywords.has(name) || /^\d+$/u.test(name) ? names : [...names, name]),
    ),
  ];
}
const keywords: ReadonlySet<string> = new Set([
  ...['properties', 'anyOf', 'allOf', 'oneOf', 'items', 'payload', 'schemas', 'messages'],
  'components',
]);

/** The names of the members that are lists in a value. */
function listsIn(value: unknown, name = ''): readonly string[] {
  if (Array.isArray(value)) return [name, ...value.flatMap((one) => listsIn(one, name))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([member, one]) => listsIn(one, member));
}

const { components } = json('docs/reference/asyncapi.json') as { readonly components: unknown };
const goldens = globSync(['apps/*/src/testing/golden/*.json', 'libs/*/src/testing/golden/*.json'], {
  cwd: root,
});
const states = goldens.map((path) => (json(path) as { readonly state?: unknown }).state);

describe('the lists of events, commands and states', () => {
  const names = new Set([...listsOfSchemas(components), ...listsIn(states)].filter(Boolean));

  it('are those of this table: a list has a bound, or a reason why no caller lengthens it', () => {
    expect([...names].sort()).toEqual([...Object.keys(bounded), ...Object.keys(fixed)].sort());
    expect(names.size).toBeGreaterThan(40);
  });

  it.each(Object.entries(bounded))(
    'have the bound that the table names: %s',
    (_name, [file, text]) => {
      expect(read(file)).toContain(text);
    },
  );
});
