import type { AgreementReport, CustomerReport } from '@nordgate/contracts/core';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';

const meta = { at: '2026-11-20T12:00:00.000Z', actor: 'system:test' };
const address = { streetName: 'Storgata', townName: 'Oslo', country: 'NO' } as const;
const kari: CustomerReport = {
  ...{ customerId: 'kari', customerNumber: '01019012345', customerType: 'PRIVATE', name: 'Kari' },
  ...{ address, identifiers: ['pid-kari', 'pid-two'] },
};
const ids = { engagementId: 'e-1', customerId: 'kari', accountId: 'a-1' };
const engagement = { ...ids, roles: ['REGISTER', 'VIEW'] } as const;
const agreement: AgreementReport = {
  ...{ agreementId: '1f3f0d1c-6f0c-4e0e-9a51-1d0f4d1f5a77', ownerId: 'bedrift', name: 'Bank' },
  ...{ signers: 2, engagements: [engagement] },
};

/** The reports of one subject, each with its sequence, in the order in which they come. */
const reports = {
  customer: (sequence: number, change: object = {}) => ({
    ...{
      type: 'FollowCustomer',
      id: `customer-${String(sequence)}`,
      meta,
      stream: 'customer-kari',
    },
    data: { report: { ...structuredClone(kari), ...change }, sequence },
  }),
  agreement: (sequence: number, change: object = {}) => ({
    ...{ type: 'FollowAgreement', id: `agreement-${String(sequence)}`, meta },
    ...{ stream: `agreement-${agreement.agreementId}` },
    data: { report: { ...structuredClone(agreement), ...change }, sequence },
  }),
};

describe.each(['customer', 'agreement'] as const)('a %s of the core', (subject) => {
  const report = reports[subject];

  it('is recorded once, however often the core reports it without a change', async () => {
    const ledger = new LedgerInMemory();
    await ledger.decide(report(1));
    for (const sequence of [2, 3, 1]) expect(await ledger.decide(report(sequence))).toEqual([]);
    expect(ledger.eventsOf(report(1).stream)).toHaveLength(1);
  });

  it('is recorded again when it ends, when it comes back, and not when it has ended twice', async () => {
    const ledger = new LedgerInMemory();
    await ledger.decide(report(1));
    await ledger.decide(report(2, { hasEnded: true }));
    expect(await ledger.decide(report(3, { hasEnded: true }))).toEqual([]);
    await ledger.decide(report(4));
    expect(ledger.eventsOf(report(1).stream)).toHaveLength(3);
    expect(ledger.stateOf(report(1).stream)).toMatchObject({ coreSequence: 4 });
  });
});

describe('a report of the core with something new', () => {
  it.each<[string, keyof typeof reports, object]>([
    ['the name of a customer', 'customer', { name: 'Kari Ny' }],
    ['the number of a customer', 'customer', { customerNumber: '02019012345' }],
    [
      'the type of a customer',
      'customer',
      { customerType: 'CORPORATE', customerNumber: '999888777' },
    ],
    ['a part of an address', 'customer', { address: { ...address, townName: 'Bergen' } }],
    ['an address that is gone', 'customer', { address: undefined }],
    ['the order of identifiers', 'customer', { identifiers: ['pid-two', 'pid-kari'] }],
    ['an identifier that is gone', 'customer', { identifiers: ['pid-kari'] }],
    ['that nobody may act', 'customer', { isBlocked: true }],
    ['the name of an agreement', 'agreement', { name: 'Ny' }],
    ['the owner of an agreement', 'agreement', { ownerId: 'another' }],
    ['one signer', 'agreement', { signers: 1 }],
    ['a role', 'agreement', { engagements: [{ ...ids, roles: ['VIEW'] }] }],
    ['no engagements', 'agreement', { engagements: [] }],
  ])('is recorded: %s', async (_what, subject, change) => {
    const report = reports[subject];
    const ledger = new LedgerInMemory();
    await ledger.decide(report(1));
    expect(await ledger.decide(report(2, change))).toHaveLength(1);
    expect(await ledger.decide(report(3, change))).toEqual([]);
    expect(ledger.stateOf(report(1).stream)).toMatchObject({ coreSequence: 2 });
  });
});
