import { ACCEPT_FIXES } from '@nordgate/contracts/codes';
import { findProduct } from '@nordgate/contracts/http';
import { operatorRequestFrom } from '@nordgate/contracts/commands';
import { textOf } from '@nordgate/contracts/texts';
import { bodyRulesOf } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import type {
  CancelPaymentRequest,
  ChangePaymentRequest,
  OperatorRequest,
} from '@nordgate/contracts/commands';
import type { PaymentInstruction } from '@nordgate/contracts/events';
import { dayInOslo, streams } from '@nordgate/contracts/rules';
import { isRefusal } from '@nordgate/decider';
import type { Command } from '@nordgate/decider';
import { OperationError } from '@nordgate/service';
import type { OpenOperations } from '@nordgate/service';
import { paymentStream } from './domain/payment.js';
import type { KnownPayment } from './domain/payment.js';

/** What the bank decides about bodies. */
type BodySettings = Pick<BankProfile, 'dates' | 'kidAccounts'>;

/**
 * What the bank's other channels do to payments, by the operator's hand: they change one before its
 * approval, and only cancel it afterwards (specification 3, rule 4). A request that cannot be done is an
 * OperationError.
 */
export function paymentOperations(profile: BodySettings): OpenOperations {
  return ({ commands, store }) =>
    async (body) => {
      const read = operatorRequestFrom(body);
      if ('fault' in read) throw new OperationError(read.fault);
      const request = paymentRequest(read.request);
      const stream = streams.payment.id(request.paymentId);
      const { state } = await store.state(paymentStream, stream);
      if (state.is === 'none') throw new OperationError('there is no such payment');
      const now = new Date();
      const command =
        request.name === 'CancelPayment'
          ? { type: request.name, data: { by: 'operator', onlyUnapproved: false } }
          : { type: request.name, data: changeOf(request, state, { profile, now }) };
      const meta = { at: now.toISOString(), actor: 'operator' };
      const whole: Command = { ...command, id: request.id, stream, meta };
      const outcome = await commands.execute(whole);
      const after = await store.state(paymentStream, stream);
      const { status: transactionStatus } = after.state as KnownPayment;
      if (isRefusal(outcome)) throw new OperationError(tooLate[request.name](transactionStatus));
      return { transactionStatus };
    };
}

const tooLate = {
  CancelPayment: (status: string) => `the payment is ${status}: it can no longer be cancelled`,
  ChangePayment: (status: string) =>
    `the payment is ${status}: only an unapproved one can be changed, and a bulk keeps its size`,
};

type PaymentRequest = CancelPaymentRequest | ChangePaymentRequest;

function paymentRequest(request: OperatorRequest): PaymentRequest {
  if (request.name === 'CancelPayment' || request.name === 'ChangePayment') return request;
  throw new OperationError('payments has no such operation');
}

function changeOf(
  { id, body }: ChangePaymentRequest,
  payment: KnownPayment,
  { profile, now }: { readonly profile: BodySettings; readonly now: Date },
): { readonly by: string; readonly instruction: PaymentInstruction } {
  const offer = findProduct(payment.service, payment.product)?.offer;
  if (offer === undefined) throw new OperationError(`there is no ${payment.product} any more`);
  // Fixes are between the interface and its TPPs: the bank's own channels have all of them.
  const fixes = new Set<string>(ACCEPT_FIXES);
  const parsed = offer.body.parse(body, { ...bodyRulesOf(profile, dayInOslo(now)), fixes });
  if ('value' in parsed) return { by: `operator/${id}`, instruction: parsed.value };
  const faults = parsed.faults.map((fault) => `${fault.path}: ${textOf(fault, 'en')}`);
  throw new OperationError(faults.join('\n'));
}
