import { entryByHand } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import {
  anAccount,
  pending,
  posting,
  toBook,
  toBookReserved,
  toForce,
} from './testing/ledger-commands.js';
import type { LedgerInMemory } from './testing/ledger-in-memory.js';
import { aSandbox, sandboxCommand } from './testing/sandbox-commands.js';

const at = '2026-11-22T10:00:00.000Z';
const account = 'account-a1';
/** What the account of the sandbox has. */
const start = '999999.00';
/** The largest amount that comes on top of it: then 18 digits are full. */
const most = '9999999999000000.99';
const tooMuch = '9999999999000001.00';

/** A command after which an account has this amount more, or may spend this amount more. */
type Way = (more: string, ledger: LedgerInMemory) => Command | Promise<Command>;

const booked = (amount: string) => ({
  status: 'booked',
  posting: {
    ...{ amount, currency: 'NOK', details: {} },
    ...{ bookingDate: '2026-11-22', valueDate: '2026-11-22' },
  },
});
const report = (type: string, stream: string, data: object): Command => ({
  ...{ type, id: 'report-1', stream, meta: { at, actor: 'core' } },
  data: { report: data, sequence: 1 },
});
const coreAccount = (openingBalance: string) => ({
  ...{ accountId: 'n1', ownerId: 'o1', bban: '99991500010', currency: 'NOK' },
  ...{ name: 'Konto', kind: 'CACC', openingBalance },
});

/** An entry of two accounts that is reserved on the other one. */
function reserve(ledger: LedgerInMemory, amount: string): void {
  const postings = [pending('account-b1', `-${amount}`), pending(account, amount)];
  const [debit] = postings.map(({ account: _account, ...one }) => one);
  const data = { sequence: 1, entryId: 'e.1', posting: debit, others: [account], at };
  ledger
    .happened(
      'account-b1',
      anAccount('b1', { generation: 1, openingBalance: '9999999999999999.99' }),
    )
    .happened('account-b1', { type: 'AmountReserved', data })
    .happened('entry-e.1', {
      type: 'EntryReserved',
      data: { entryId: 'e.1', postings, content: 'c', at },
    });
}

/** All ways but a transfer, which book-transfer.spec.ts has. */
const ways: Readonly<Record<string, Way>> = {
  'an account opened by hand with a limit': (creditLimit) =>
    sandboxCommand('OpenSandboxAccount', 1, { openingBalance: start, creditLimit }),
  'a changed limit': (creditLimit) => ({
    ...sandboxCommand('ChangeSandboxAccount', 1, { creditLimit }),
    stream: account,
  }),
  'a card account opened by hand with a balance': (creditLimit) =>
    sandboxCommand('OpenSandboxCardAccount', 1, { openingBalance: start, creditLimit }),
  'a changed limit of a card': async (creditLimit, ledger) => {
    await ledger.decide(sandboxCommand('OpenSandboxCardAccount', 1, { openingBalance: start }));
    return sandboxCommand('ChangeSandboxCardAccount', 1, { creditLimit });
  },
  'a transaction by hand': (amount) =>
    sandboxCommand('AddSandboxTransaction', 1, { transaction: booked(amount) }),
  'transactions by hand': (amount) =>
    sandboxCommand('AddSandboxTransactions', 1, {
      transactions: [{ entryId: entryByHand('00001', 0), transaction: booked(amount) }],
    }),
  'a changed transaction': async (amount, ledger) => {
    await ledger.decide(
      sandboxCommand('AddSandboxTransaction', 1, { transaction: booked('-1.00') }),
    );
    return sandboxCommand('ChangeSandboxTransaction', 1, { transaction: booked(amount) });
  },
  'an entry': (amount) => toBook('e.0', posting(account, amount)),
  'a forced entry': (amount) => toForce('e.0', posting(account, amount)),
  'an entry that was reserved': (amount, ledger) => {
    reserve(ledger, amount);
    return toBookReserved('e.1', 'account-b1');
  },
  'an entry that the core reports': (amount) =>
    report('FollowEntry', account, {
      ...{ accountId: 'a1', entryId: 'e1', postings: [booked(amount).posting] },
    }),
};

describe('the balance of an account, and what can be spent of it', () => {
  it.each(Object.entries(ways))('have 18 digits by %s', async (_way, commandOf) => {
    const ledger = aSandbox();
    const decided = await ledger.decide(await commandOf(most, ledger));
    expect(decided).toMatchObject(expect.arrayContaining([expect.anything()]) as object);
  });

  it.each(Object.entries(ways))('never have 19 digits by %s', async (_way, commandOf) => {
    const ledger = aSandbox();
    const command = await commandOf(tooMuch, ledger);
    const before = ledger.eventsOf(account);
    const decided = await ledger.decide(command);
    expect(isRefusal(decided) && [decided.refused, decided.text]).toEqual(['CONFLICT', 'balance']);
    expect(ledger.eventsOf(account)).toEqual(before);
  });

  it.each([
    ['opens with 18 digits', '9999999999999999.99', false],
    ['does not open with 19', '10000000000000000.00', true],
  ])('of an account that the core reports %s', async (_what, openingBalance, isRefused) => {
    const command = report('FollowAccount', 'account-n1', coreAccount(openingBalance));
    expect(isRefusal(await aSandbox().decide(command))).toBe(isRefused);
  });
});

it('an account whose pending debit hides that its balance is full takes no limit above it', async () => {
  const ledger = aSandbox();
  const booking = toForce('e.0', posting(account, most));
  await ledger.decide(booking);
  await ledger.decide(sandboxCommand('AddSandboxTransaction', 1));
  const command = sandboxCommand('ChangeSandboxAccount', 1, { creditLimit: '1.00' });
  expect(await ledger.decide({ ...command, stream: account })).toMatchObject({
    refused: 'CONFLICT',
    text: 'balance',
  });
});
