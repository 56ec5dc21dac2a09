import type {
  BulkInstruction,
  CreditInstruction,
  CrossBorderInstruction,
  DomesticInstruction,
  PeriodicInstruction,
  SepaInstruction,
} from '../../base/values/payment-instruction.v2.js';
import type { BulkPaymentInitiation } from './bulk-payment.js';
import type { CreditorInstruction } from './credit-transfer.js';
import type { PeriodicPaymentInitiation } from './periodic-payment.js';
import type {
  CrossBorderPaymentInitiation,
  InstantPaymentInitiation,
  SepaPaymentInitiation,
  SinglePaymentInitiation,
} from './single-payments.js';

type Same<One, Other> = [One, Other] extends [Other, One] ? true : false;
/** Whether a body and its stored type have the same members, each of a type that fits both ways. */
type Stores<Stored, Body> =
  Same<keyof Stored, keyof Body> extends true ? Same<Stored, Body> : false;

describe('the stored type of an instruction', () => {
  it('has every member of its body, and no other', () => {
    // A body with a new member does not compile here until its stored type has a version with it.
    const stored: [
      Stores<CreditInstruction, CreditorInstruction>,
      Stores<DomesticInstruction, SinglePaymentInitiation>,
      Stores<DomesticInstruction, InstantPaymentInitiation>,
      Stores<SepaInstruction, SepaPaymentInitiation>,
      Stores<CrossBorderInstruction, CrossBorderPaymentInitiation>,
      Stores<PeriodicInstruction, PeriodicPaymentInitiation>,
      Stores<BulkInstruction, BulkPaymentInitiation>,
    ] = [true, true, true, true, true, true, true];
    expect(stored).not.toContain(false);
  });
});
