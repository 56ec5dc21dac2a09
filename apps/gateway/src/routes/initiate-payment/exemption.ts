import { bbanOf, isBelow } from '@nordgate/contracts/rules';
import { setTimeout as delay } from 'node:timers/promises';
import type {
  PaymentInstruction,
  ScaExemption,
  TransferInstruction,
} from '@nordgate/contracts/events';
import type { BankProfile, OfferedProduct } from '@nordgate/contracts/profile';
import { GetActingCustomer, GetCustomerOfPsu, GetSession } from '@nordgate/contracts/queries';
import type { ActingContext } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';

/** A TPP waits at most this long for an exemption. */
const exemptionWithinMs = 1000;

/** A transfer that may be exempt, and the reason for it. */
export interface ExemptibleTransfer {
  readonly instruction: TransferInstruction;
  readonly exemption: ScaExemption;
}

/**
 * The transfer that needs no SCA by the bank's profile (specification 5.10: the service may exempt a
 * transaction), as far as the gateway can see: the session of the PSU with this TPP is live (5.13), and
 * both accounts are the PSU's own. payments decides whether the day has room for it. In doubt undefined,
 * also when a service does not answer. Asks sca and accounts only about payments that the rule may exempt.
 */
export async function exemptionOf(
  edge: Pick<Edge, 'queries' | 'settings'>,
  caller: Caller,
  offered: OfferedProduct,
  instruction: PaymentInstruction,
): Promise<ExemptibleTransfer | undefined> {
  const transfer = ownTransferOf(edge.settings.profile, offered, instruction, caller);
  if (transfer === undefined) return undefined;
  const asking = async (): Promise<ExemptibleTransfer | undefined> => {
    const { psuId, tppSessionId, instruction: own } = transfer;
    const [{ session }, psu] = await Promise.all([
      edge.queries.ask(new GetSession(caller.tpp, psuId, tppSessionId, caller.generation)),
      edge.queries.ask(new GetCustomerOfPsu(caller.tpp, psuId, caller.generation)),
    ]);
    if (session !== 'live' || psu === null) return undefined;
    const { customerId } = psu;
    const customer = await edge.queries.ask(new GetActingCustomer({ customerId }));
    const isOwn = customer !== null && areOwnAccounts(transfer, customer.contexts, caller);
    if (!isOwn) return undefined;
    return { instruction: own, exemption: { reason: 'own-accounts', customerId } };
  };
  const tooLate = delay(exemptionWithinMs, undefined, { ref: false });
  return Promise.race([asking().catch(() => undefined), tooLate]);
}

/** A transfer between two accounts that may belong to one customer. */
export interface OwnTransfer {
  readonly psuId: string;
  readonly tppSessionId: string;
  readonly instruction: TransferInstruction;
  readonly accounts: readonly [debtor: string, creditor: string];
  /** The currency that both have to be in: another one means an exchange, which the PSU has to see. */
  readonly currency: string;
}

/**
 * The transfer that the bank's profile may exempt from SCA: between two accounts of Norwegian banks,
 * by a named PSU in a session, below the limit and in its currency, without a fee: nobody would have
 * approved it. Undefined for all other payments.
 * The decision needs no query.
 */
function ownTransferOf(
  { exemptions }: Pick<BankProfile, 'exemptions'>,
  { service, product, price }: Pick<OfferedProduct, 'service' | 'product' | 'price'>,
  instruction: PaymentInstruction,
  { psuId, tppSessionId }: Pick<Caller, 'psuId' | 'tppSessionId'>,
): OwnTransfer | undefined {
  const limit = exemptions?.ownAccountsBelow;
  if (limit === undefined || psuId === undefined || tppSessionId === undefined) return undefined;
  if (price !== undefined) return undefined;
  if (service !== 'payments' || product.isDomestic !== true) return undefined;
  if (!('creditorAccount' in instruction)) return undefined;
  if (!isBelow(instruction.instructedAmount, limit)) return undefined;
  if (instruction.debtorAccount.currency !== limit.currency) return undefined;
  const accounts = distinctAccountsOf(instruction);
  if (accounts === undefined) return undefined;
  return { psuId, tppSessionId, instruction, accounts, currency: limit.currency };
}

function distinctAccountsOf({
  debtorAccount,
  creditorAccount,
}: TransferInstruction): OwnTransfer['accounts'] | undefined {
  const [debtor, creditor] = [bbanOf(debtorAccount), bbanOf(creditorAccount)];
  if (debtor === undefined || creditor === undefined || debtor === creditor) return undefined;
  return [debtor, creditor];
}

/**
 * Whether both accounts may be debited in the context of the request, its agreement or PRIVATE, and are in
 * the currency of the transfer; a blocked account never. What the TPP says about their currencies does not count. False
 * for a corporate request without an agreement, and where two have to sign: one of them cannot be
 * exempt.
 */
function areOwnAccounts(
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
  const { blocked = [], currencies = {}, debitable } = only;
  const isOpen = (bban: string) => debitable.includes(bban) && !blocked.includes(bban);
  return accounts.every((bban) => isOpen(bban) && (currencies[bban] ?? currency) === currency);
}
