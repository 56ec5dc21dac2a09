import { setTimeout as pause } from 'node:timers/promises';
import { GetActingCustomer, GetCustomerOfPsu } from '@nordgate/contracts/queries';
import type { OfferedProduct } from '@nordgate/contracts/profile';
import type { PaymentInstruction, ScaExemption } from '@nordgate/contracts/events';
import type { Caller } from '../access/caller.js';
import type { Edge } from '../access/edge.js';
import { areOwnAccounts, ownTransferOf } from './own-accounts.js';

/** A TPP waits no longer than this for an exemption that may not come. */
const patienceMs = 1000;

/**
 * The exemption from SCA of a payment, by the bank's profile (specification 5.10: the service may
 * exempt a transaction). Whatever is in doubt, a service that does not answer included, is none.
 * Asks sca and accounts only about payments that the rule can be for.
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
    const psu = await edge.queries.ask(new GetCustomerOfPsu(caller.tpp, transfer.psuId));
    if (psu === null) return undefined;
    const { customerId } = psu;
    const customer = await edge.queries.ask(new GetActingCustomer({ customerId }));
    const isOwn = customer !== null && areOwnAccounts(transfer, customer.contexts, caller);
    return isOwn ? { reason: 'own-accounts', customerId } : undefined;
  };
  const tooLate = pause(patienceMs, undefined, { ref: false });
  return Promise.race([asking().catch(() => undefined), tooLate]);
}
