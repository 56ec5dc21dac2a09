import type { LedgerTransfer, Transfer, TransferCredit } from '@nordgate/contracts/events';
import { executionIdOf, streams } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { BookTransfer } from '../transfer/book-transfer.js';
import type { ConfirmTransfer } from '../transfer/book-transfer.js';
import type { ReserveTransfer } from '../transfer/reserve-transfer.js';
import { day } from './ledger-commands.js';

export const paymentId = 'a1f0c3d2e4b5968778695a4b3c2d1e0f';
export const otherBank = '15030088880';

/** One payment of 250.00 from the account of the golden files, by default to another bank. */
export interface Wish {
  readonly paymentId?: string;
  readonly part?: number;
  readonly from?: string;
  readonly to?: string;
  readonly amount?: string;
  readonly currency?: Transfer['debtorAccount']['currency'];
}

export function aTransfer(wish: Wish = {}, changes: Partial<Transfer> = {}): Transfer {
  const { paymentId: id = paymentId, part, from = '99991200017' } = wish;
  return {
    ...{ executionId: executionIdOf({ paymentId: id, ...defined({ part }) }), paymentId: id },
    ...{ service: 'payments', product: 'norwegian-domestic-credit-transfers' },
    ...{ tpp: 'PSDNO-FSA-999900001', debtorAccount: { bban: from, currency: 'NOK' }, day },
    credits: [aCredit(wish)],
    ...changes,
  };
}

/** One credit of a transfer. */
export function aCredit({ part, to = otherBank, amount = '250.00', currency = 'NOK' }: Wish) {
  const instruction: TransferCredit['instruction'] = {
    instructedAmount: { amount, currency },
    creditorName: 'Kraftverket AS',
    creditorAccount: { bban: to, currency },
    remittanceInformationUnstructured: 'November',
    endToEndIdentification: 'invoice-1',
  };
  return { instruction, ...defined({ part }) };
}

/** One debit for several credits, which become the parts of a bulk. */
export function aBatch(credits: readonly Wish[], changes: Partial<Transfer> = {}): Transfer {
  const bulk = {
    service: 'bulk-payments',
    credits: credits.map((wish, part) => aCredit({ ...wish, part })),
  } as const;
  return aTransfer({}, { ...bulk, ...changes });
}

const at = '2026-11-20T12:00:00.000Z';
const meta = { at, actor: 'event:execution-test' };
let lastId = 0;

/** Each command has another id: a repeat is recognised by its entry. */
function toEntry(entryId: string) {
  lastId += 1;
  return { id: `transfer-${String(lastId)}`, stream: streams.entry.id(entryId), meta };
}

export function toReserveTransfer(data: LedgerTransfer): ReserveTransfer {
  return { ...toEntry(data.executionId), type: 'ReserveTransfer', data };
}

/** The same from a release of batch that can record the start with the end. */
export function toBookAtOnce(data: Transfer): ReserveTransfer {
  return toReserveTransfer({ ...data, mayBookAtOnce: true });
}

export function toBookTransfer({ executionId }: Transfer, bookedAt = at): BookTransfer {
  const data = { entryId: executionId, day };
  return { ...toEntry(executionId), type: 'BookTransfer', data, meta: { ...meta, at: bookedAt } };
}

/** A later run confirms what was booked before. */
export function toConfirmTransfer(
  { executionId: entryId }: Transfer,
  runAt = '2026-11-20T14:00:00.000Z',
): ConfirmTransfer {
  const moment = { ...meta, at: runAt };
  return { ...toEntry(entryId), type: 'ConfirmTransfer', data: { entryId }, meta: moment };
}
