import type { Command } from '@nordgate/decider';
import { isRefusal } from '@nordgate/decider';
import { isSyntheticPersonNumber } from '@nordgate/contracts/rules';
import { anAccount, cardOpened } from '../../testing/ledger-commands.js';
import { LedgerInMemory, withoutQuotas } from '../../testing/ledger-in-memory.js';
import type { WrittenTo } from '../../testing/ledger-in-memory.js';

const at = '2026-11-22T10:00:00.000Z';
const stream = 'customer-c1';
const byHand = {
  generation: 0,
  by: { request: 'request-1', content: 'content-1' },
};
const address = { townName: 'Oslo', country: 'NO' };

function a(type: string, data: object = {}, to = stream): Command {
  const meta = { at, actor: 'PSDNO-FSA-1' };
  return { type, id: 'any', stream: to, data: { ...byHand, ...data }, meta };
}
const toRegister = (change: object = {}) =>
  a('RegisterSandboxCustomer', {
    customerId: 'c1',
    customerType: 'PRIVATE',
    name: 'Kari',
    address,
    ...change,
  });
const request2 = { by: { request: 'request-2', content: 'content-2' } };
const toChange = (change: object = {}) =>
  a('ChangeSandboxCustomer', { name: 'Kari Ny', ...request2, ...change });
const toRemove = () => a('RemoveSandboxCustomer', request2);

/** What a command caused: the events with their streams, or the refusal. */
async function outcome(ledger: LedgerInMemory, command: Command): Promise<readonly unknown[]> {
  const written = await ledger.decide(command);
  if (isRefusal(written)) return [written.refused, ...(written.path ? [written.path] : [])];
  // sandbox-bounds.spec.ts has the quotas.
  return withoutQuotas(written).map(({ stream: to, event }: WrittenTo) => `${to} ${event.type}`);
}

async function registered(): Promise<LedgerInMemory> {
  const ledger = new LedgerInMemory();
  await ledger.decide(toRegister());
  return ledger;
}

describe('a customer by hand', () => {
  it('is registered under a number that the bank makes', async () => {
    const ledger = new LedgerInMemory();
    expect(await outcome(ledger, toRegister())).toEqual(['customer-c1 CustomerRegistered']);
    const { customerNumber } = ledger.stateOf(stream) as { readonly customerNumber: string };
    expect(isSyntheticPersonNumber(customerNumber)).toBe(true);
    expect(ledger.stateOf(stream)).toMatchObject({ is: 'registered', name: 'Kari', address });
  });

  it('is registered under the number of the request', async () => {
    const ledger = new LedgerInMemory();
    await ledger.decide(toRegister({ customerNumber: '14837530114' }));
    expect(ledger.stateOf(stream)).toMatchObject({ customerNumber: '14837530114' });
  });

  it('gets another number where the first one is taken', async () => {
    const { customerNumber } = (await registered()).stateOf(stream) as {
      readonly customerNumber: string;
    };
    const other = 'customer-c2';
    const taken = { customerId: 'c2', customerNumber, by: { request: 'r', content: 'c' } };
    const ledger = new LedgerInMemory();
    await ledger.decide({ ...toRegister(taken), stream: other });
    expect(await outcome(ledger, toRegister())).toEqual(['customer-c1 CustomerRegistered']);
    expect(ledger.stateOf(stream)).not.toMatchObject({ customerNumber });
  });

  it('is refused under a number of another customer, in POST and PUT', async () => {
    const ledger = await registered();
    const taken = { customerNumber: '14837530114' };
    await ledger.decide({ ...toRegister({ customerId: 'c2', ...taken }), stream: 'customer-c2' });
    const fresh = { ...toRegister({ customerId: 'c3', ...taken }), stream: 'customer-c3' };
    expect(await outcome(ledger, fresh)).toEqual(['CONFLICT', '/customerNumber']);
    expect(await outcome(ledger, toChange(taken))).toEqual(['CONFLICT', '/customerNumber']);
  });

  it('is made once by a repeated request, and refused with another content', async () => {
    const ledger = await registered();
    expect(await outcome(ledger, toRegister())).toEqual([]);
    const other = { by: { request: 'request-1', content: 'content-2' } };
    expect(await outcome(ledger, toRegister(other))).toEqual(['CONFLICT']);
  });

  it('is not made again by a repeated request after its removal', async () => {
    const ledger = await registered();
    await ledger.decide(toRemove());
    expect(await outcome(ledger, toRegister())).toEqual(['CONFLICT']);
  });

  it('keeps its number and loses the address in a change that names neither', async () => {
    const ledger = await registered();
    const { customerNumber } = ledger.stateOf(stream) as { readonly customerNumber: string };
    expect(await outcome(ledger, toChange())).toEqual(['customer-c1 CustomerRegistered']);
    const after = ledger.stateOf(stream);
    expect(after).toMatchObject({ customerNumber, name: 'Kari Ny' });
    expect(after).not.toHaveProperty('address');
    expect(await outcome(ledger, toChange())).toEqual([]);
    const other = { by: { request: 'request-2', content: 'content-3' } };
    expect(await outcome(ledger, toChange(other))).toEqual(['CONFLICT']);
  });

  it('stays a person: the number of an organisation is refused', async () => {
    const ledger = await registered();
    const change = toChange({ customerNumber: '310000108' });
    expect(await outcome(ledger, change)).toEqual(['CONFLICT', '/customerNumber']);
  });

  it.each(['ChangeSandboxCustomer', 'RemoveSandboxCustomer'])(
    'is unknown to %s before it is registered and after it is removed',
    async (type) => {
      expect(await outcome(new LedgerInMemory(), a(type))).toEqual(['RESOURCE_UNKNOWN']);
      const ledger = await registered();
      await ledger.decide(toRemove());
      expect(await outcome(ledger, a(type))).toEqual(['RESOURCE_UNKNOWN']);
    },
  );

  it.each([toRegister(), toChange(), toRemove()])(
    'is not touched by $type of an earlier generation of the sandbox',
    async (command) => {
      const reset = { type: 'WorldInitialised', data: { generation: 1, tpp: 'PSDNO-FSA-1', at } };
      const ledger = (await registered()).happened('world-PSDNO-FSA-1', reset);
      expect(await outcome(ledger, command)).toEqual(['SYSTEM_ERROR']);
    },
  );
});

describe('the removal of a customer by hand', () => {
  const signed = (agreementId: string, ownerId: string, customerId: string) => ({
    type: 'AgreementSigned',
    data: {
      agreementId,
      ownerId,
      name: 'Avtale',
      engagements: [
        { engagementId: 'e1', customerId, accountId: 'a9', roles: ['VIEW'] },
        { engagementId: 'e2', customerId: 'c9', accountId: 'a9', roles: ['VIEW'] },
      ],
      at,
    },
  });

  it('closes the accounts and ends the agreements and engagements of this customer only', async () => {
    const ledger = (await registered())
      .happened('account-a1', anAccount('a1', { ownerId: 'c1' }))
      .happened('account-a2', anAccount('a2', { ownerId: 'c2' }))
      .happened('card-account-k1', {
        ...cardOpened,
        data: { ...cardOpened.data, ownerId: 'c1' },
      })
      .happened('agreement-g1', signed('g1', 'c1', 'c9'))
      .happened('agreement-g2', signed('g2', 'c2', 'c1'))
      .happened('agreement-g3', signed('g3', 'c2', 'c3'));
    expect(await outcome(ledger, toRemove())).toEqual([
      'customer-c1 CustomerRemoved',
      'account-a1 AccountClosed',
      'card-account-k1 CardAccountClosed',
      'agreement-g1 AgreementEnded',
      'agreement-g2 EngagementsEnded',
    ]);
    expect(ledger.stateOf('agreement-g2')).toMatchObject({
      is: 'signed',
      ownerId: 'c2',
      engagements: [{ engagementId: 'e2' }],
    });
  });
});
