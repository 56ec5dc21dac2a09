/** Events of `exemptions-<customer>-<day>`. They are the storage format: never edit one, add a version. */
export type ExemptionEvent = PaymentExempted;

/** One more payment of the customer needed no SCA on this day; it counts towards the bounds of the profile. */
export interface PaymentExempted {
  readonly type: 'PaymentExempted';
  readonly data: {
    readonly paymentId: string;
    readonly amount: { readonly amount: string; readonly currency: string };
    readonly at: string;
  };
}
