import type {
  AccountReport,
  AgreementReport,
  CustomerReport,
  EntryReport,
} from '@nordgate/contracts/core';
import { GetActingCustomer, GetTransactions, IdentifyCustomer } from '@nordgate/contracts/queries';
import type { TransactionView } from '@nordgate/contracts/queries';
import { FakeCore } from '@nordgate/local/fake-core';
import { coreMessage } from '@nordgate/messaging';
import { readUntil, serviceOnABus } from '@nordgate/service/testing';
import type { ServiceOnABus } from '@nordgate/service/testing';
import { accountsAppWith } from '../accounts.module.js';
import { GetActingCustomerHandler } from '../acting-customer/acting-customer.queries.js';
import { IdentifyCustomerHandler } from '../acting-customer/identify-customer.queries.js';

const accountId = '2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b01';
const spareId = '2c1f7a52-5f3a-4f0e-9b46-0d3c5a7e1b02';
const person: CustomerReport = {
  ...{ customerId: 'kari', customerNumber: '17056012345', customerType: 'PRIVATE' },
  name: 'Kari Nordmann',
};
const company: CustomerReport = {
  ...{ customerId: 'bedrift', customerNumber: '399990001', customerType: 'CORPORATE' },
  name: 'Bedrift AS',
};
const agreement: AgreementReport = {
  agreementId: '0b5d5f7e-0f0a-4f7e-8a55-6c1f1d2e3f40',
  ...{ ownerId: 'bedrift', name: 'Nettbank', signers: 2 },
  engagements: [
    { engagementId: 'e-1', customerId: 'kari', accountId, roles: ['REGISTER', 'VIEW'] },
  ],
};
const account: AccountReport = {
  ...{ accountId, ownerId: 'bedrift', bban: '99991200017', currency: 'NOK' },
  ...{ name: 'Drift', kind: 'CACC', openingBalance: '100.00' },
};
const stream = `account-${accountId}`;
const cardStream = `card-account-${spareId}`;

let accounts: ServiceOnABus<'batch.events.v1'>;
let core: FakeCore;

beforeEach(async () => {
  accounts = await serviceOnABus(accountsAppWith('core'), ['batch.events.v1']);
  core = new FakeCore({ bus: accounts.bus });
});
afterEach(async () => {
  await core.stop();
  await accounts.stop();
});

/** The core reports something of the account, with a given sequence. */
function report(sequence: number, type: string, data: object): Promise<void> {
  const head = { id: `by-hand-${String(sequence)}`, type, source: '/test', subject: stream };
  const message = { ...head, sequence, time: '2030-03-01T12:00:00+01:00', data };
  return accounts.bus.publish('core.entries.v1', [coreMessage(message)]);
}

function anEntry(entryId: string, amount: string, balanceAfter?: string): EntryReport {
  const days = { bookingDate: '2030-03-01', valueDate: '2030-03-02' };
  const postings = [{ amount, currency: 'NOK', ...days, details: { creditorName: 'Ola' } }];
  const entry = { accountId, entryId, postings };
  return balanceAfter === undefined ? entry : { ...entry, balanceAfter };
}

async function typesOf(of: string): Promise<readonly string[]> {
  return (await accounts.eventsOf(of)).map(({ type }) => type);
}

async function stateOf(of: string): Promise<Record<string, unknown>> {
  const { rows } = await accounts
    .database()
    .pool.query<{ state: Record<string, unknown> }>(
      'select state from es.view where stream_id = $1',
      [of],
    );
  return rows[0]?.state ?? {};
}

const whole = { status: 'both', allPending: false, dateFrom: null, dateTo: null } as const;

/** The transactions of the account, or of another one, the newest first. */
async function listed(of = stream): Promise<readonly TransactionView[]> {
  const query = new GetTransactions(of, 0, whole, 200, null, { skip: 0 });
  return (await accounts.ask(query)).transactions;
}

/** Resolves when the account and the card account have these transactions. */
async function untilListed(ofAccount: readonly string[], ofCard: readonly string[]): Promise<void> {
  await readUntil(
    () => Promise.all([listed(), listed(cardStream)]),
    (found) => {
      const texts = found.map((some) => some.map(({ status, amount }) => `${status} ${amount}`));
      return JSON.stringify(texts) === JSON.stringify([ofAccount, ofCard]);
    },
  );
}

describe('what the core reports', () => {
  it('becomes customers, agreements and accounts', async () => {
    await core.reportAgreement(agreement);
    await core.reportCustomer(person);
    await core.reportCustomer(company);
    await core.reportAccount(account);
    expect(await stateOf('customer-kari')).toMatchObject({ is: 'registered', ...person });
    expect(await stateOf(`agreement-${agreement.agreementId}`)).toMatchObject(agreement);
    expect(await stateOf(stream)).toMatchObject({
      ...{ is: 'open', ownerId: 'bedrift', iban: 'NO5399991200017', balance: '100.00' },
    });
    expect(await accounts.faults()).toEqual([]);
  });

  it('says whom an identifier of the identity provider means', async () => {
    const numbered = (customerId: string, customerNumber: string) => ({
      customerId,
      customerNumber,
    });
    await core.reportCustomer({ ...person, identifiers: ['pid-kari', 'pid-two'] });
    await core.reportCustomer({
      ...{ ...person, ...numbered('ola', '02038012345') },
      identifiers: ['pid-two'],
    });
    await core.reportCustomer({
      ...{ ...person, ...numbered('per', '05018012345') },
      ...{ identifiers: ['pid-per'], isBlocked: true },
    });
    const handler = new IdentifyCustomerHandler(accounts.database());
    const acting = new GetActingCustomerHandler(accounts.database());
    const by = (identifier: string) => handler.execute(new IdentifyCustomer({ identifier }));
    expect(await by('pid-kari')).toEqual({ is: 'customer', customerId: 'kari' });
    expect(await by('pid-two')).toEqual({ is: 'ambiguous' });
    expect(await by('pid-per')).toEqual({ is: 'blocked' });
    expect(await by('nobody')).toEqual({ is: 'unknown' });
    const byNumber = new IdentifyCustomer({ customerNumber: person.customerNumber });
    expect(await handler.execute(byNumber)).toEqual({ is: 'customer', customerId: 'kari' });
    expect(await acting.execute(new GetActingCustomer({ customerId: 'per' }))).toBeNull();
  });

  it('becomes booked transactions and the balance of the account', async () => {
    await core.reportAccount(account);
    await report(1, 'EntryReported', anEntry('e1', '-150.50', '-50.50'));
    await report(2, 'EntryReported', anEntry('e2', '60.00', '9.50'));
    expect(await stateOf(stream)).toMatchObject({ balance: '9.50' });
    const booked = await readUntil(
      () => listed(),
      (found) => found.length === 2,
    );
    const days = { status: 'booked', bookingDate: '2030-03-01', valueDate: '2030-03-02' };
    expect(booked).toMatchObject([
      { amount: '60.00', ...days },
      { amount: '-150.50', ...days },
    ]);
    expect(await accounts.faults()).toEqual([]);
  });

  it('becomes pending transactions of accounts and cards until they are booked', async () => {
    await core.reportAccount(account);
    const cardAccountId = spareId;
    const card = { cardAccountId, ownerId: 'kari', currency: 'NOK', name: 'Mastercard' } as const;
    const data = { ...card, maskedPan: '541333******1234', creditLimit: '500.00' };
    const opened = { ...data, openingBalance: '0' };
    await core.reportOnAccount({ type: 'CardAccountReported', data: opened });
    const posting = { amount: '-75.00', currency: 'NOK', date: '2030-03-01', details: {} };
    const reserved = { entryId: 'p1', posting };
    const pending = { type: 'PendingReported', data: { accountId, ...reserved } } as const;
    const ofCard = { type: 'CardPendingReported', data: { cardAccountId, ...reserved } } as const;
    await core.reportOnAccount(pending);
    await core.reportOnAccount(ofCard);
    await untilListed(['pending -75.00'], ['pending -75.00']);
    const { postings } = anEntry('p1', '-70.00');
    const booked = { cardAccountId, entryId: 'p1', postings, balanceAfter: '-70.00' };
    await core.reportOnAccount({ type: 'CardEntryReported', data: booked });
    await core.reportOnAccount({ type: 'PendingEnded', data: { accountId, entryId: 'p1' } });
    expect(await stateOf(`card-account-${cardAccountId}`)).toMatchObject({ balance: '-70.00' });
    await untilListed([], ['booked -70.00']);
    expect(await stateOf(stream)).not.toHaveProperty('reservations');
    expect(await accounts.faults()).toEqual([]);
  });

  it('follows changes and the end of an account and a customer', async () => {
    await core.reportCustomer(company);
    await core.reportCustomer({ ...company, name: 'Ny Bedrift AS' });
    expect(await stateOf('customer-bedrift')).toMatchObject({ name: 'Ny Bedrift AS' });
    await core.reportCustomer({ ...company, hasEnded: true });
    await core.reportAccount(account);
    await core.reportAccount({ ...account, name: 'Skatt', kind: 'TAXE' });
    expect(await stateOf(stream)).toMatchObject({ name: 'Skatt', kind: 'TAXE' });
    await core.reportAccount({ ...account, hasEnded: true });
    expect(await stateOf('customer-bedrift')).toMatchObject({ is: 'removed' });
    expect(await stateOf(stream)).toMatchObject({ is: 'closed' });
  });

  it('changes nothing when it is repeated or late', async () => {
    await report(5, 'AccountReported', account);
    await report(7, 'AccountReported', { ...account, name: 'Ny' });
    const [first, second] = [anEntry('e1', '-10.00', '90.00'), anEntry('e2', '5.00')];
    await report(8, 'EntryReported', first);
    await report(9, 'EntryReported', second);
    await report(5, 'AccountReported', account);
    await report(8, 'EntryReported', first);
    await report(6, 'AccountReported', { ...account, name: 'Gammel' });
    expect(await stateOf(stream)).toMatchObject({ name: 'Ny', balance: '95.00' });
    const changes = ['AccountOpened', 'AccountChanged', 'PostingsBooked', 'PostingsBooked'];
    expect(await typesOf(stream)).toEqual(changes);
    expect(await accounts.faults()).toEqual([]);
  });
});

describe('an entry that the core reports', () => {
  /** Everything that is stored about entries. */
  const stored = async () => {
    const { rows } = await accounts
      .database()
      .pool.query<{ of: string; type: string }>(
        `select stream_id as of, type from es.event where type <> 'AccountOpened' order by position`,
      );
    return rows.map(({ of, type }) => `${of} ${type}`);
  };
  const message = (sequence: number, data: EntryReport) =>
    coreMessage({
      ...{ id: `by-hand-${String(sequence)}`, type: 'EntryReported', source: '/test' },
      ...{ subject: stream, sequence, time: '2030-03-01T12:00:00+01:00', data },
    });

  it('is one event, also when its repeat is in the same slice', async () => {
    await core.reportAccount(account);
    const [first, second] = [anEntry('e1', '-10.00', '90.00'), anEntry('e2', '5.00', '95.00')];
    const messages = [first, first, second, first].map((data, at) => message(at + 1, data));
    await accounts.bus.publish('core.entries.v1', messages);
    await report(9, 'EntryReported', first);
    expect(await stored()).toEqual([`${stream} PostingsBooked`, `${stream} PostingsBooked`]);
    expect(await stateOf(stream)).toMatchObject({ balance: '95.00' });
    expect(await accounts.faults()).toEqual([]);
  });

  it('leaves no place for a reservation that comes late', async () => {
    await core.reportAccount(account);
    await report(1, 'EntryReported', anEntry('e1', '-10.00'));
    const posting = { amount: '-10.00', currency: 'NOK', date: '2030-03-01', details: {} };
    await report(2, 'PendingReported', { accountId, entryId: 'e1', posting });
    await report(3, 'PendingEnded', { accountId, entryId: 'e1' });
    expect(await stored()).toEqual([`${stream} PostingsBooked`]);
    expect(await accounts.faults()).toEqual([]);
  });

  it('is refused by the database when a process of the release before books it once more', async () => {
    await core.reportAccount(account);
    await report(1, 'EntryReported', anEntry('e1', '-10.00'));
    const again = accounts.database().pool.query(
      `insert into es.event (stream_id, version, type, schema_version, data, meta)
       select stream_id, version + 1, type, schema_version, data, meta from es.event where type = 'PostingsBooked'`,
    );
    await expect(again).rejects.toMatchObject({ constraint: 'event_reported_entry' });
  });

  it('is booked on its account and its entry where it was reserved', async () => {
    await core.reportAccount(account);
    const posting = { amount: '-10.00', currency: 'NOK', date: '2030-03-01', details: {} };
    await report(1, 'PendingReported', { accountId, entryId: 'e1', posting });
    await report(2, 'EntryReported', anEntry('e1', '-9.00', '91.00'));
    await report(3, 'EntryReported', anEntry('e1', '-9.00', '91.00'));
    expect((await stored()).slice(2).sort()).toEqual([
      `${stream} PostingsBooked`,
      `entry-core-${accountId}-e1 EntryBooked`,
    ]);
    expect(await stateOf(stream)).not.toHaveProperty('reservations');
    expect(await accounts.faults()).toEqual([]);
  });
});

describe('a report that cannot be followed is parked and', () => {
  it.each([
    ['an entry of an account that nobody reported', [], anEntry('e1', '1.00'), 'RESOURCE_UNKNOWN'],
    ['an entry behind a missing one', [account], anEntry('e1', '1.00', '99.00'), '/balanceAfter'],
    ['an entry in another currency', [account], inEuro(anEntry('e1', '1.00')), 'FORMAT_ERROR'],
    [
      'a repeat with another amount',
      [account, anEntry('e1', '2.00')],
      anEntry('e1', '1.00'),
      'CONFLICT',
    ],
    ['an account with another owner', [account], { ...account, ownerId: 'kari' }, '/ownerId'],
    ['a wrong check digit', [], { ...account, bban: '99991200018' }, '/bban'],
    [
      'an opening balance with a third decimal',
      [],
      { ...account, openingBalance: '1.001' },
      '/openingBalance',
    ],
  ] as const)('changes no balance: %s', async (_what, before, faulty, reason) => {
    const reports = [...before, faulty];
    for (const [at, data] of reports.entries()) {
      await report(at + 1, 'postings' in data ? 'EntryReported' : 'AccountReported', data);
    }
    expect(await accounts.faults()).toEqual([expect.stringContaining(reason)]);
    const [opened, ...others] = await typesOf(stream);
    expect(opened).toBe(before.length === 0 ? undefined : 'AccountOpened');
    expect(others).toHaveLength(Math.max(before.length - 1, 0));
  });

  it('leaves the reports of others alone', async () => {
    await report(1, 'EntryReported', anEntry('e1', '1.00'));
    await core.reportCustomer(person);
    await core.reportCustomer({ ...company, customerNumber: person.customerNumber });
    await core.reportAccount({ ...account, accountId: spareId, bban: '99991200025' });
    expect(await stateOf('customer-kari')).toMatchObject({ is: 'registered' });
    expect(await stateOf(`account-${spareId}`)).toMatchObject({ is: 'open' });
    expect(await accounts.faults()).toEqual([
      expect.stringContaining('RESOURCE_UNKNOWN'),
      expect.stringContaining('/customerNumber'),
    ]);
  });
});

function inEuro({ postings, ...entry }: EntryReport): EntryReport {
  return { ...entry, postings: postings.map((posting) => ({ ...posting, currency: 'EUR' })) };
}
