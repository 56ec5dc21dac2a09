import { bbanOf } from '@nordgate/contracts/rules';
import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentInstruction, ScaExemption } from '@nordgate/contracts/events';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import { GetActingCustomer, GetCustomerOfPsu } from '@nordgate/contracts/queries';
import type { ActingContext } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.js';
import { isBelow } from './amount-limits.js';

/** A TPP waits at most this long for an exemption. */
const exemptionWithinMs = 1000;

/**
 * The exemption of a payment from SCA, by the bank's profile (specification 5.10: the service may
 * exempt a transaction). In doubt there is none, also when a service does not answer. Asks sca and
 * accounts only about payments that the rule may exempt.
 */
export async function exemptionOf(
  edge: Pick<Edge, 'queries' | 'settings'>,
  caller: Caller,
  offered: OfferedProduct,
  instruction: PaymentInstruction,
): Promise<ScaExemption | undefined> {
  const transfer = ownTransferOf(edge.settings.profile, offered, instruction, caller);
  if (transfer === undefined) return undefined;
  const asking = async (): Promise<ScaExemption | undefined> => {
    const psu = await edge.queries.ask(
      new GetCustomerOfPsu(caller.tpp, transfer.psuId, caller.generation),
    );
    if (psu === null) return undefined;
    const { customerId } = psu;
    const customer = await edge.queries.ask(new GetActingCustomer({ customerId }));
    const isOwn = customer !== null && areOwnAccounts(transfer, customer.contexts, caller);
    return isOwn ? { reason: 'own-accounts', customerId } : undefined;
  };
  const tooLate = delay(exemptionWithinMs, undefined, { ref: false });
  return Promise.race([asking().catch(() => undefined), tooLate]);
}

/** A transfer between two accounts that may belong to one customer. */
export interface OwnTransfer {
  readonly psuId: string;
  readonly accounts: readonly [debtor: string, creditor: string];
  /** The currency that both have to be in: another one means an exchange, which the PSU has to see. */
  readonly currency: string;
}

/**
 * The transfer that the bank's profile may exempt from SCA: between two accounts of Norwegian banks,
 * by a named PSU, below the limit and in its currency. Undefined for all other payments. The decision
 * needs no query.
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
  if (instruction.debtorAccount.currency !== limit.currency) return undefined;
  const debtor = bbanOf(instruction.debtorAccount);
  const creditor = bbanOf(instruction.creditorAccount);
  if (debtor === undefined || creditor === undefined || debtor === creditor) return undefined;
  return { psuId, accounts: [debtor, creditor], currency: limit.currency };
}

/**
 * Whether both accounts may be debited in the context of the request, its agreement or PRIVATE, and are in
 * the currency of the transfer. What the TPP says about their currencies does not count. False
 * for a corporate request without an agreement, and where two have to sign: one of them cannot be
 * exempt.
 */
export function areOwnAccounts(
  { accounts, currency }: OwnTransfer,
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
  const { currencies = {}, debitable } = only;
  return accounts.every(
    (bban) => debitable.includes(bban) && (currencies[bban] ?? currency) === currency,
  );
}
