import type { DeclineReason } from '../../execution/execution-events.v1.js';
import { Optional } from '../../base/fields/field.js';
import { Nested } from '../../base/fields/nested.js';
import { DateText, OneOf } from '../../base/fields/values.js';
import { Amount } from '../payments/amounts.js';
import { bodyType } from '../reading/body-type.js';
import { formatFault } from '../reading/fault.js';

/** Body of POST /v1/sandbox/payments/{payment-id}/changes: the members that the bank changes. */
export class SandboxPaymentChange {
  @Optional()
  @Nested(Amount)
  instructedAmount?: Amount;

  @Optional()
  @DateText()
  requestedExecutionDate?: string;
}

/** Why an execution can be refused: each reason of the ledger. */
export const declineReasons = [
  'refused-by-bank',
  'creditor-account-unknown',
  'debtor-account-closed',
  'not-convertible',
  'not-executable',
  'no-funds',
] as const satisfies readonly DeclineReason[];

/** Body of POST /v1/sandbox/payments/{payment-id}/execution-refusals. */
export class SandboxExecutionRefusal {
  /** With `no-funds` the payment is ACCP, with every other reason RJCT. */
  @OneOf(declineReasons)
  reason!: DeclineReason;
}

const members = [['instructedAmount'], ['requestedExecutionDate']] as const;

/** The body of a change. The rules of the product judge the payment that results from it. */
export const sandboxPaymentChange = bodyType<SandboxPaymentChange>({
  bodyClass: SandboxPaymentChange,
  example: { instructedAmount: { amount: '777.25', currency: 'NOK' } },
  faults: ({ instructedAmount, requestedExecutionDate }) =>
    instructedAmount === undefined && requestedExecutionDate === undefined
      ? [{ ...formatFault([], 'sandbox.noChange'), hiddenBy: [...members] }]
      : [],
});

/** The body of the refusal of an execution. */
export const sandboxExecutionRefusal = bodyType<SandboxExecutionRefusal>({
  bodyClass: SandboxExecutionRefusal,
  example: { reason: 'refused-by-bank' },
  faults: () => [],
});
