import { ACCEPT_FIXES } from '@nordgate/contracts/codes';
import { doubtfulNumbersIn, findProduct } from '@nordgate/contracts/http';
import type { SandboxPaymentChange } from '@nordgate/contracts/http';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import type { PaymentView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { bodyContextOf, faultless } from '../../request/request-body.js';
import type { Clocked } from '../../request/request-body.js';
import { unknownInSandbox } from '../routes/by-hand.js';

// Fixes are between the interface and its TPPs: the bank's own channels have all of them.
const fixes = new Set<string>(ACCEPT_FIXES);

/**
 * The instruction of a payment with the members that the bank changes, as its product accepts it. Throws RequestError with
 * the faults by the rules of the product. Account numbers with a wrong check digit were accepted at the initiation.
 */
export function changedInstruction(
  { service, product, instruction }: Pick<PaymentView, 'service' | 'product' | 'instruction'>,
  { instructedAmount, requestedExecutionDate }: SandboxPaymentChange,
  caller: Pick<Caller, 'aheadMs'>,
  edge: Clocked,
): PaymentInstruction {
  const offer = findProduct(service, product)?.offer;
  if (offer === undefined) throw unknownInSandbox();
  const changed = { ...instruction, ...defined({ instructedAmount, requestedExecutionDate }) };
  const context = bodyContextOf({ ...caller, fixes }, edge);
  const sandboxNumbers = new Set(doubtfulNumbersIn(instruction));
  return faultless(offer.body.parse(changed, { ...context, sandboxNumbers })).value;
}
