import type { ActingContext } from '@nordgate/contracts/queries';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { bbanOf } from '@nordgate/contracts/rules';
import type { Caller } from '../access/caller.js';
import { isBelow } from './is-below.js';

/** A transfer whose accounts may be one customer's: whom it says it is from, and the two accounts. */
export interface OwnTransfer {
  readonly psuId: string;
  readonly accounts: readonly [debtor: string, creditor: string];
}

/**
 * The transfer that the bank's profile may exempt from SCA: between two accounts of Norwegian banks, by
 * a PSU that is named, below the limit and in its currency. Undefined for all others, which is told
 * without asking anybody.
 */
export function ownTransferOf(
  { exemptions }: Pick<BankProfile, 'exemptions'>,
  { service, product }: Pick<OfferedProduct, 'service' | 'product'>,
  instruction: PaymentInstruction,
  { psuId }: Pick<Caller, 'psuId'>,
): OwnTransfer | undefined {
  const limit = exemptions?.ownAccountsBelow;
  if (limit === undefined || psuId === undefined) return undefined;
  if (service !== 'payments' || product.isDomestic !== true) return undefined;
  if (!('creditorAccount' in instruction)) return undefined;
  if (!isBelow(instruction.instructedAmount, limit)) return undefined;
  // Another currency of the account means an exchange, which the PSU has to see.
  if (instruction.debtorAccount.currency !== limit.currency) return undefined;
  const debtor = bbanOf(instruction.debtorAccount);
  const creditor = bbanOf(instruction.creditorAccount);
  if (debtor === undefined || creditor === undefined || debtor === creditor) return undefined;
  return { psuId, accounts: [debtor, creditor] };
}

/**
 * Whether both accounts may be debited in the context that the request names: its agreement, or
 * PRIVATE. A corporate request that names no agreement leaves a doubt, and where two have to sign, one
 * of them cannot be exempt.
 */
export function areOwnAccounts(
  { accounts }: OwnTransfer,
  contexts: readonly ActingContext[],
  { context = 'PRIVATE', corporateId }: Pick<Caller, 'context' | 'corporateId'>,
): boolean {
  const acting = contexts.filter((one) =>
    corporateId === undefined
      ? one.context === 'PRIVATE' && context === 'PRIVATE'
      : one.corporateId === corporateId,
  );
  const [only, ...others] = acting;
  if (only === undefined || others.length > 0 || only.signers === 2) return false;
  return accounts.every((bban) => only.debitable.includes(bban));
}
