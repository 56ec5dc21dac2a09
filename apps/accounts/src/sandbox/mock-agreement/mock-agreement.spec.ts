import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { anAccount } from '../../testing/ledger-commands.js';
import { LedgerInMemory, withoutQuotas } from '../../testing/ledger-in-memory.js';

const at = '2026-11-22T10:00:00.000Z';
const stream = 'agreement-g1';

/** A command of a request; another number is another request with another content. */
function a(type: string, request: number, data: object = {}): Command {
  const by = { request: `request-${String(request)}`, content: `content-${String(request)}` };
  const meta = { at, actor: 'PSDNO-FSA-1' };
  const byHand = { generation: 0, by };
  return { type, id: 'any', stream, data: { ...byHand, ...data }, meta };
}
/** The same request with another content. */
function reused(command: Command): Command {
  const data = command.data as { readonly by: { readonly request: string } };
  return { ...command, data: { ...data, by: { ...data.by, content: 'another' } } };
}
const toSign = (change: object = {}) =>
  a('SignSandboxAgreement', 1, {
    agreementId: 'g1',
    ownerId: 'o1',
    name: 'Avtale',
    signers: 1,
    ...change,
  });
const toChange = () => a('ChangeSandboxAgreement', 2, { name: 'Ny avtale', signers: 2 });
const toEnd = () => a('EndSandboxAgreement', 3);
const engagement = {
  engagementId: 'e1',
  customerId: 'p1',
  accountId: 'a1',
  roles: ['VIEW', 'REGISTER'],
};
const toEngage = (change: object = {}) =>
  a('AddSandboxEngagement', 4, { ...engagement, ...change });
const toReplace = (change: object = {}) =>
  a('ChangeSandboxEngagement', 5, { ...engagement, roles: ['APPROVE'], ...change });
const toDisengage = () => a('EndSandboxEngagement', 6, { engagementId: 'e1' });

const customer = (customerId: string, customerType: string) => ({
  type: 'CustomerRegistered',
  data: { customerId, customerNumber: customerId, customerType, name: customerId, at },
});

/** An organisation with an account, a person with an account, and another organisation's account. */
function sandbox(): LedgerInMemory {
  return new LedgerInMemory()
    .happened('customer-o1', customer('o1', 'CORPORATE'))
    .happened('customer-p1', customer('p1', 'PRIVATE'))
    .happened('customer-p2', customer('p2', 'PRIVATE'))
    .happened('account-a1', anAccount('a1', { ownerId: 'o1' }))
    .happened('account-a2', anAccount('a2', { ownerId: 'p1' }));
}

async function after(...commands: readonly Command[]): Promise<LedgerInMemory> {
  const ledger = sandbox();
  for (const command of commands) await ledger.decide(command);
  return ledger;
}

async function outcome(ledger: LedgerInMemory, command: Command): Promise<readonly unknown[]> {
  const written = await ledger.decide(command);
  if (isRefusal(written)) return [written.refused, ...(written.path ? [written.path] : [])];
  // sandbox-bounds.spec.ts has the quotas.
  return withoutQuotas(written).map(({ event }) => event.type);
}

describe('an agreement by hand', () => {
  it('is signed once without engagements, and refused with another content', async () => {
    const ledger = sandbox();
    expect(await outcome(ledger, toSign())).toEqual(['AgreementSigned']);
    const signed = { is: 'signed', ownerId: 'o1', name: 'Avtale', signers: 1, engagements: [] };
    expect(ledger.stateOf(stream)).toMatchObject(signed);
    expect(await outcome(ledger, toSign())).toEqual([]);
    expect(await outcome(ledger, reused(toSign()))).toEqual(['CONFLICT']);
  });

  it.each(['p1', 'o2'])('cannot have the owner %s, which is no organisation', async (ownerId) => {
    const signing = toSign({ ownerId });
    expect(await outcome(sandbox(), signing)).toEqual(['RESOURCE_UNKNOWN', '/ownerId']);
  });

  it('changes its name and signers, and keeps its engagements', async () => {
    const ledger = await after(toSign(), toEngage());
    expect(await outcome(ledger, toChange())).toEqual(['AgreementChanged']);
    const changed = { name: 'Ny avtale', signers: 2, engagements: [engagement] };
    expect(ledger.stateOf(stream)).toMatchObject(changed);
    expect(await outcome(ledger, toChange())).toEqual([]);
    expect(await outcome(ledger, reused(toChange()))).toEqual(['CONFLICT']);
  });

  it.each([toChange(), toEnd(), toEngage(), toReplace(), toDisengage()])(
    'is unknown to $type before it is signed and after it is ended',
    async (command) => {
      expect(await outcome(sandbox(), command)).toEqual(['RESOURCE_UNKNOWN']);
      const ended = await after(toSign(), toEngage(), toEnd());
      expect(ended.stateOf(stream)).toEqual({ is: 'ended' });
      expect(await outcome(ended, command)).toEqual(['RESOURCE_UNKNOWN']);
    },
  );

  it.each([toSign(), toChange(), toEnd(), toEngage(), toReplace(), toDisengage()])(
    'is not touched by $type of an earlier generation of the sandbox',
    async (command) => {
      const reset = { type: 'WorldInitialised', data: { generation: 1, tpp: 'PSDNO-FSA-1', at } };
      const ledger = (await after(toSign(), toEngage())).happened('world-PSDNO-FSA-1', reset);
      expect(await outcome(ledger, command)).toEqual(['SYSTEM_ERROR']);
    },
  );
});

describe('an engagement by hand', () => {
  it('is added once, and refused with another content', async () => {
    const ledger = await after(toSign());
    expect(await outcome(ledger, toEngage())).toEqual(['EngagementAdded']);
    expect(ledger.stateOf(stream)).toMatchObject({ engagements: [engagement] });
    expect(await outcome(ledger, toEngage())).toEqual([]);
    expect(await outcome(ledger, toEngage({ roles: ['APPROVE'] }))).toEqual(['CONFLICT']);
  });

  it('replaces its roles under the same id, and ends once', async () => {
    const ledger = await after(toSign(), toEngage());
    expect(await outcome(ledger, toReplace())).toEqual(['EngagementChanged']);
    const replaced = { engagements: [{ ...engagement, roles: ['APPROVE'] }] };
    expect(ledger.stateOf(stream)).toMatchObject(replaced);
    expect(await outcome(ledger, toReplace())).toEqual([]);
    expect(await outcome(ledger, toDisengage())).toEqual(['EngagementsEnded']);
    expect(ledger.stateOf(stream)).toMatchObject({ engagements: [] });
    expect(await outcome(ledger, toDisengage())).toEqual(['RESOURCE_UNKNOWN']);
  });

  it.each<[string, object, readonly string[]]>([
    ['a person who does not exist', { customerId: 'p9' }, ['RESOURCE_UNKNOWN', '/customerId']],
    ['an organisation', { customerId: 'o1' }, ['RESOURCE_UNKNOWN', '/customerId']],
    ['an account that does not exist', { accountId: 'a9' }, ['RESOURCE_UNKNOWN', '/accountId']],
    ['an account of another owner', { accountId: 'a2' }, ['RESOURCE_UNKNOWN', '/accountId']],
  ])('is refused for %s', async (_what, change, refusal) => {
    expect(await outcome(await after(toSign()), toEngage(change))).toEqual(refusal);
    const ledger = await after(toSign(), toEngage());
    expect(await outcome(ledger, toReplace(change))).toEqual(refusal);
  });

  it('is refused for a person who is engaged for the account already', async () => {
    const ledger = await after(toSign(), toEngage());
    const again = toEngage({ engagementId: 'e2' });
    expect(await outcome(ledger, again)).toEqual(['CONFLICT', '/accountId']);
    await ledger.decide(toEngage({ engagementId: 'e2', customerId: 'p2' }));
    const taken = toReplace({ customerId: 'p2' });
    expect(await outcome(ledger, taken)).toEqual(['CONFLICT', '/accountId']);
  });
});
