import { anAccount, opened } from '../testing/ledger-commands.js';
import { LedgerInMemory } from '../testing/ledger-in-memory.js';
import {
  aTransfer,
  paymentId,
  toBookTransfer,
  toConfirmTransfer,
  toReserveTransfer,
} from '../testing/transfer-commands.js';

const debtor = `account-${opened.data.accountId}`;
const [own, creditor] = ['99991500010', 'account-own'];
const transfer = aTransfer({ to: own });

/** A debtor and a creditor, and the transfer reserved. */
async function aLedger(reserved = transfer): Promise<LedgerInMemory> {
  const ledger = new LedgerInMemory()
    .happened(debtor, opened)
    .happened(creditor, anAccount('own', { bban: own }));
  await ledger.decide(toReserveTransfer(reserved));
  return ledger;
}

describe('ConfirmTransfer', () => {
  const late = aTransfer({ to: '99970000034' });
  const stateOf = (ledger: LedgerInMemory) => ledger.stateOf(`entry-${late.executionId}`);

  it('confirms what a run before it has booked, once', async () => {
    const ledger = await aLedger(late);
    await ledger.decide(toBookTransfer(late));
    expect(stateOf(ledger)).toMatchObject({ is: 'booked', delay: 'confirmation' });
    await expect(ledger.decide(toConfirmTransfer(late))).resolves.toMatchObject([
      { event: { type: 'EntryConfirmed' } },
    ]);
    expect(stateOf(ledger)).not.toHaveProperty('delay');
    await expect(ledger.decide(toConfirmTransfer(late))).resolves.toEqual([]);
  });

  it('changes nothing before the booking, and for a run that began before it', async () => {
    const ledger = await aLedger(late);
    await expect(ledger.decide(toConfirmTransfer(late))).resolves.toEqual([]);
    await ledger.decide(toBookTransfer(late));
    const sameRun = toConfirmTransfer(late, '2026-11-20T12:00:00.000Z');
    await expect(ledger.decide(sameRun)).resolves.toEqual([]);
  });

  it('changes nothing for a transfer that was settled at once', async () => {
    const ledger = await aLedger();
    await ledger.decide(toBookTransfer(transfer));
    await expect(ledger.decide(toConfirmTransfer(aTransfer({ paymentId })))).resolves.toEqual([]);
  });
});
