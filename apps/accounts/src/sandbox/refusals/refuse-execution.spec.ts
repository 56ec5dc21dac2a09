import { isRefusal } from '@nordgate/decider';
import type { DeclineReason } from '@nordgate/contracts/events';
import { LedgerInMemory } from '../../testing/ledger-in-memory.js';
import { anAccount, opened } from '../../testing/ledger-commands.js';
import { maker, sandboxCommand } from '../../testing/sandbox-commands.js';
import { aTransfer, toReserveTransfer } from '../../testing/transfer-commands.js';

const paymentId = 'p00001';
const refusal = `refusal-${paymentId}`;
const debtor = `account-${opened.data.accountId}`;
const plan = (change: object = {}) => sandboxCommand('RefuseSandboxExecution', 1, change);
const aLedger = () =>
  new LedgerInMemory().happened(debtor, opened).happened('account-own', anAccount('own', {}));

async function entryOf(
  ledger: LedgerInMemory,
  changes: Parameters<typeof aTransfer>[1] = {},
  of: { readonly paymentId?: string; readonly part?: number } = {},
) {
  const transfer = aTransfer({ paymentId, ...of }, changes);
  await ledger.decide(toReserveTransfer(transfer));
  return ledger.eventsOf(`entry-${transfer.executionId}`).at(-1);
}
const isRefused = (reason: DeclineReason) => ({ type: 'EntryRefused', data: { reason } });
const isReserved = { type: 'EntryReserved' };

describe('RefuseSandboxExecution', () => {
  it.each<DeclineReason>([
    ...(['no-funds', 'debtor-account-closed', 'creditor-account-unknown'] as const),
    ...(['not-convertible', 'not-executable', 'refused-by-bank'] as const),
  ])('makes the ledger refuse the transfer of the payment with %s', async (reason) => {
    const ledger = aLedger();
    await ledger.decide(plan({ reason }));
    expect(await entryOf(ledger)).toMatchObject(isRefused(reason));
    expect(ledger.eventsOf(debtor)).toEqual([opened]);
  });

  it('leaves the transfers of other payments as they are', async () => {
    const ledger = aLedger();
    await ledger.decide(plan());
    expect(await entryOf(ledger, {}, { paymentId: 'p00002' })).toMatchObject(isReserved);
  });

  it('refuses all sub-payments of a bulk that are booked one by one', async () => {
    const ledger = aLedger();
    await ledger.decide(plan());
    for (const part of [0, 1]) {
      expect(await entryOf(ledger, {}, { part })).toMatchObject(isRefused('refused-by-bank'));
    }
  });

  it('refuses one occurrence of a periodic payment, and the later ones are made', async () => {
    const ledger = aLedger();
    await ledger.decide(plan());
    const occurrences = ['2026-11-20', '2026-12-20'].map((occurrence) => ({
      ...{ occurrence, executionId: `${paymentId}_${occurrence}` },
    }));
    const [first, second] = occurrences;
    expect(await entryOf(ledger, first)).toMatchObject(isRefused('refused-by-bank'));
    expect(await entryOf(ledger, second)).toMatchObject(isReserved);
    await ledger.decide(sandboxCommand('RefuseSandboxExecution', 1, { by: other }));
    const third = { occurrence: '2027-01-20', executionId: `${paymentId}_2027-01-20` };
    expect(await entryOf(ledger, third)).toMatchObject(isRefused('refused-by-bank'));
  });

  it('changes nothing for a transfer that the ledger has answered', async () => {
    const ledger = aLedger();
    expect(await entryOf(ledger)).toMatchObject(isReserved);
    await ledger.decide(plan());
    expect(await entryOf(ledger)).toMatchObject(isReserved);
  });

  it('plans once for a repeat of the request, and takes the reason of a later request', async () => {
    const ledger = aLedger();
    await ledger.decide(plan());
    expect(await ledger.decide(plan())).toEqual([]);
    await ledger.decide(plan({ by: other, reason: 'no-funds' }));
    expect(ledger.eventsOf(refusal)).toHaveLength(2);
    expect(await entryOf(ledger)).toMatchObject(isRefused('no-funds'));
  });

  it('refuses an X-Request-ID that came with another reason', async () => {
    const ledger = aLedger();
    await ledger.decide(plan());
    const { by } = plan().data as { readonly by: { readonly request: string } };
    const decided = await ledger.decide(plan({ by: { ...by, content: 'another' } }));
    expect(isRefusal(decided) && decided.refused).toBe('CONFLICT');
  });

  it('refuses to plan for a payment without an execution to come, except for a repeat', async () => {
    const ledger = aLedger();
    const late = plan({ isTooLate: true });
    expect(await ledger.decide(late)).toMatchObject({ refused: 'CONFLICT', text: 'too-late' });
    await ledger.decide(plan());
    expect(await ledger.decide(late)).toEqual([]);
  });

  it('refuses a request from before a reset', async () => {
    const initialised = { generation: 4, tpp: maker, at: '2026-11-22T10:00:00.000Z' };
    const world = { type: 'WorldInitialised', data: initialised };
    const ledger = aLedger().happened(`world-${maker}`, world);
    const decided = await ledger.decide(plan({ generation: 3 }));
    expect(isRefusal(decided) && decided.refused).toBe('SYSTEM_ERROR');
    expect(ledger.eventsOf(refusal)).toEqual([]);
  });
});

const other = { request: 'other', content: 'other' };
