import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { anAccount, cardOpened } from '../../testing/ledger-commands.js';
import { LedgerInMemory, withoutQuotas } from '../../testing/ledger-in-memory.js';

const at = '2026-11-22T10:00:00.000Z';
const owner = {
  type: 'CustomerRegistered',
  data: { customerId: 'c1', customerNumber: '14837530114', customerType: 'PRIVATE', name: 'A', at },
};
const by = { request: 'request-1', content: 'content-1' };
const later = { by: { request: 'request-2', content: 'content-2' } };

/** A command to an account or a card account by hand. */
function to(stream: string, type: string, data: object): Command {
  const byHand = { generation: 0, by, ownerId: 'c1' };
  const meta = { at, actor: 'PSDNO-FSA-1' };
  return { type, id: 'any', stream, data: { ...byHand, ...data }, meta };
}
const toOpen = (change: object = {}, stream = 'account-a1') =>
  to(stream, 'OpenSandboxAccount', {
    accountId: stream.slice('account-'.length),
    currency: 'NOK',
    name: 'Brukskonto',
    kind: 'CACC',
    openingBalance: '5',
    ...change,
  });
const toChange = (change: object = {}) =>
  to('account-a1', 'ChangeSandboxAccount', { name: 'Ny', kind: 'SVGS', ...later, ...change });
const toClose = (change: object = {}) =>
  to('account-a1', 'CloseSandboxAccount', { ...later, ...change });

async function outcome(ledger: LedgerInMemory, command: Command): Promise<readonly unknown[]> {
  const written = await ledger.decide(command);
  if (isRefusal(written)) return [written.refused, ...(written.path ? [written.path] : [])];
  // sandbox-bounds.spec.ts has the quotas.
  return withoutQuotas(written).map(({ stream, event }) => `${stream} ${event.type}`);
}

async function withAccount(): Promise<LedgerInMemory> {
  const ledger = new LedgerInMemory().happened('customer-c1', owner);
  await ledger.decide(toOpen());
  return ledger;
}

describe('an account by hand', () => {
  it('is opened once with a number of the sandbox and its balance in full', async () => {
    const ledger = await withAccount();
    expect(ledger.stateOf('account-a1')).toMatchObject({
      is: 'open',
      ownerId: 'c1',
      bban: expect.stringMatching(/^9999\d{7}$/u) as string,
      iban: expect.stringMatching(/^NO\d{2}9999\d{7}$/u) as string,
      balance: '5.00',
      generation: 0,
    });
    expect(await outcome(ledger, toOpen())).toEqual([]);
    const other = toOpen({ by: { ...by, content: 'content-2' } });
    expect(await outcome(ledger, other)).toEqual(['CONFLICT']);
  });

  it('is refused under the number of another account', async () => {
    const ledger = await withAccount();
    const wanted = { bban: '99991200017' };
    await ledger.decide(toOpen(wanted, 'account-a2'));
    expect(await outcome(ledger, toOpen(wanted, 'account-a3'))).toEqual(['CONFLICT', '/bban']);
  });

  it('needs a customer', async () => {
    expect(await outcome(new LedgerInMemory(), toOpen())).toEqual(['RESOURCE_UNKNOWN']);
  });

  it('changes its name and kind, and keeps its balance and its place in the ledger', async () => {
    const ledger = await withAccount();
    const before = ledger.stateOf('account-a1') as object;
    expect(await outcome(ledger, toChange())).toEqual(['account-a1 AccountChanged']);
    const changed = { name: 'Ny', kind: 'SVGS', ...later };
    expect(ledger.stateOf('account-a1')).toEqual({ ...before, ...changed });
    expect(await outcome(ledger, toChange())).toEqual([]);
    const other = { by: { request: 'request-2', content: 'content-3' } };
    expect(await outcome(ledger, toChange(other))).toEqual(['CONFLICT']);
  });

  it.each([toChange({ ownerId: 'c2' }), toClose({ ownerId: 'c2' })])(
    'is unknown to $type under another customer, and left as it is',
    async (command) => {
      expect(await outcome(await withAccount(), command)).toEqual(['RESOURCE_UNKNOWN']);
    },
  );

  it('closes once, and ends the engagements for it', async () => {
    const engagement = (engagementId: string, accountId: string) => ({
      engagementId,
      customerId: 'c2',
      accountId,
      roles: ['VIEW'],
    });
    const engagements = [engagement('e1', 'a1'), engagement('e2', 'a2')];
    const agreement = { agreementId: 'g1', ownerId: 'c1', name: 'Avtale', engagements, at };
    const ledger = (await withAccount())
      .happened('account-a2', anAccount('a2', { ownerId: 'c1' }))
      .happened('agreement-g1', { type: 'AgreementSigned', data: agreement });
    expect(await outcome(ledger, toClose())).toEqual([
      'account-a1 AccountClosed',
      'agreement-g1 EngagementsEnded',
    ]);
    expect(ledger.stateOf('agreement-g1')).toMatchObject({ engagements: [{ engagementId: 'e2' }] });
    expect(await outcome(ledger, toClose())).toEqual(['RESOURCE_UNKNOWN']);
    expect(await outcome(ledger, toChange())).toEqual(['RESOURCE_UNKNOWN']);
  });

  it.each([toOpen(), toChange(), toClose()])(
    'is not touched by $type of an earlier generation of the sandbox',
    async (command) => {
      const reset = { type: 'WorldInitialised', data: { generation: 1, tpp: 'PSDNO-FSA-1', at } };
      const ledger = (await withAccount()).happened('world-PSDNO-FSA-1', reset);
      expect(await outcome(ledger, command)).toEqual(['SYSTEM_ERROR']);
    },
  );
});

describe('a card account by hand', () => {
  const card = 'card-account-k1';
  const toOpenCard = (change: object = {}) =>
    to(card, 'OpenSandboxCardAccount', {
      cardAccountId: 'k1',
      currency: 'NOK',
      name: 'Kort',
      creditLimit: '1000',
      ...change,
    });
  const toChangeCard = (change: object = {}) =>
    to(card, 'ChangeSandboxCardAccount', { name: 'Ny', creditLimit: '9', ...later, ...change });
  const toCloseCard = (change: object = {}) =>
    to(card, 'CloseSandboxCardAccount', { ...later, ...change });
  const owned = () => new LedgerInMemory().happened('customer-c1', owner);

  it('is opened once with a masked number and its limit in full, and needs a customer', async () => {
    const ledger = owned();
    expect(await outcome(ledger, toOpenCard())).toEqual([`${card} CardAccountOpened`]);
    const maskedPan = expect.stringMatching(/^999999x{6}\d{4}$/u) as string;
    expect(ledger.stateOf(card)).toMatchObject({ maskedPan, creditLimit: '1000.00' });
    expect(await outcome(ledger, toOpenCard())).toEqual([]);
    expect(await outcome(new LedgerInMemory(), toOpenCard())).toEqual(['RESOURCE_UNKNOWN']);
  });

  it('changes its name and limit, and closes once', async () => {
    const ledger = owned();
    await ledger.decide(toOpenCard());
    expect(await outcome(ledger, toChangeCard())).toEqual([`${card} CardAccountChanged`]);
    expect(ledger.stateOf(card)).toMatchObject({ name: 'Ny', creditLimit: '9.00' });
    expect(await outcome(ledger, toChangeCard())).toEqual([]);
    expect(await outcome(ledger, toCloseCard())).toEqual([`${card} CardAccountClosed`]);
    expect(await outcome(ledger, toCloseCard())).toEqual(['RESOURCE_UNKNOWN']);
    expect(await outcome(ledger, toChangeCard())).toEqual(['RESOURCE_UNKNOWN']);
  });

  it('takes a limit of zero, and refuses one with more decimals than its currency has', async () => {
    const ledger = owned().happened(card, {
      ...cardOpened,
      data: { ...cardOpened.data, ownerId: 'c1', currency: 'JPY', creditLimit: '10' },
    });
    const refused = toChangeCard({ creditLimit: '1.5' });
    expect(await outcome(ledger, refused)).toEqual(['FORMAT_ERROR', '/creditLimit']);
    expect(await outcome(ledger, toChangeCard({ creditLimit: '0' }))).toHaveLength(1);
  });

  it.each([toChangeCard({ ownerId: 'c2' }), toCloseCard({ ownerId: 'c2' })])(
    'is unknown to $type under another customer',
    async (command) => {
      const ledger = owned();
      await ledger.decide(toOpenCard());
      expect(await outcome(ledger, command)).toEqual(['RESOURCE_UNKNOWN']);
    },
  );
});

describe('an account that is blocked by hand', () => {
  const isBlocked = { isBlocked: true };

  it('is blocked from its opening on, and usable again after a change', async () => {
    const ledger = new LedgerInMemory().happened('customer-c1', owner);
    await ledger.decide(toOpen({ ...isBlocked, product: 'Pakke', creditLimit: '10' }));
    const facts = { product: 'Pakke', creditLimit: '10.00' };
    expect(ledger.stateOf('account-a1')).toMatchObject({ ...isBlocked, ...facts });
    await ledger.decide(toChange());
    expect(ledger.stateOf('account-a1')).toMatchObject({ ...isBlocked, ...facts });
    await ledger.decide(toChange({ isBlocked: false, by: { request: 'request-3', content: 'c' } }));
    expect(ledger.stateOf('account-a1')).not.toHaveProperty('isBlocked');
  });

  it('is changed and closed by its id alone, under any holder', async () => {
    const ledger = await withAccount();
    expect(await outcome(ledger, toChange({ ownerId: undefined }))).toHaveLength(1);
    expect(await outcome(ledger, toClose({ ownerId: undefined }))).toEqual([
      'account-a1 AccountClosed',
    ]);
  });
});
