import { GetFunds, GetReadableAccounts } from '@nordgate/contracts/queries';
import { knownState } from '../sandbox/known-state/known-state.js';
import { stateIn } from '../sandbox/worlds/known-world.js';
import { accountsOnABus, reset } from '../testing/accounts-on-a-bus.fixture.js';
import type { AccountsOnABus } from '../testing/accounts-on-a-bus.fixture.js';
import { readSql } from './readable-accounts.queries.js';

/** The first generation of a new sandbox. */
const generation = 1;
const known = stateIn(knownState, generation);
const [person] = known.customers;
const [firstAgreement, secondAgreement, thirdAgreement] = known.agreements;
const [card] = known.cardAccounts;
const idOf = (bban: string) => {
  const account = known.accounts.find((one) => one.bban === bban);
  if (account === undefined) throw new Error(`the known state has no account ${bban}`);
  return account.accountId;
};
const [current, savings, running] = [idOf('99991200017'), idOf('99991500010'), idOf('99996000024')];

let accounts: AccountsOnABus;
beforeAll(async () => {
  accounts = await accountsOnABus();
  await reset(accounts);
});
afterAll(() => accounts.stop());

const readable = (corporateId: string | null, ids: readonly string[]) =>
  accounts.ask(new GetReadableAccounts({ customerId: person?.customerId ?? '', corporateId }, ids));

describe('the accounts that a person can read', () => {
  it('are read by their ids with the owner’s name and balances', async () => {
    const own = await readable(null, [card?.cardAccountId ?? '', savings, current]);
    expect(own).toMatchObject([
      { kind: 'account', bban: '99991200017', balances: { interimBooked: '25000.00' } },
      { kind: 'account', bban: '99991500010', balances: { interimBooked: '120000.00' } },
      { kind: 'card-account', maskedPan: '999999xxxxxx0014', creditLimit: '30000.00' },
    ]);
    expect(new Set(own?.map(({ ownerName }) => ownerName))).toEqual(new Set([person?.name]));
  });

  it('are read under an agreement with the name of the organisation', async () => {
    const corporate = await readable(secondAgreement?.agreementId ?? '', [running, current]);
    expect(corporate).toMatchObject([
      { ownerName: 'Sandbox Bedrift To AS', stream: `account-${running}` },
    ]);
    await expect(readable(firstAgreement?.agreementId ?? '', [running])).resolves.toEqual([]);
    await expect(readable(thirdAgreement?.agreementId ?? '', [running])).resolves.toBeNull();
  });

  it('are those of each reader when several readers ask at once', async () => {
    const read = await Promise.all([
      readable(secondAgreement?.agreementId ?? '', [running, current]),
      readable(null, [running, current]),
      readable(thirdAgreement?.agreementId ?? '', [running]),
    ]);
    const bbans = read.map((one) => one?.map((account) => 'bban' in account && account.bban));
    expect(bbans).toEqual([['99996000024'], ['99991200017'], undefined]);
  });

  it('are found by primary keys', async () => {
    const { pool } = accounts.database();
    await pool.query(crowd);
    await pool.query('analyze es.stream');
    const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
      `explain ${readSql}`
        .replace('$1', `array['account-crowd-1']`)
        .replace('$2', `array['agreement-1']`),
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('stream_pkey');
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('the funds of an account', () => {
  it('are found by its number', async () => {
    const number = { iban: 'NO5399991200017', bban: '99991200017' };
    const ask = (amount: string) => accounts.ask(new GetFunds(number, amount, 'NOK', generation));
    const known = { accountId: current, currency: 'NOK' };
    await expect(ask('25000.00')).resolves.toEqual({ ...known, isAvailable: true });
    await expect(ask('25000.01')).resolves.toEqual({ ...known, isAvailable: false });
    const nobody = { iban: null, bban: '99991200033' };
    const unknown = new GetFunds(nobody, '1.00', 'NOK', generation);
    await expect(accounts.ask(unknown)).resolves.toBeNull();
    const elsewhere = new GetFunds(number, '1.00', 'NOK', generation + 1);
    await expect(accounts.ask(elsewhere)).resolves.toBeNull();
  });
});

/** Enough other accounts that a plan has to choose well. */
const crowd = `
  insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
  select 'account-crowd-' || i, 'account', 1, '3', 1, '{"is":"closed"}'
    from generate_series(1, 5000) i`;
