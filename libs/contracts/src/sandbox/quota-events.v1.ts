/** Events of `quota-<bound>-<id>`. They are the storage format: never edit one, add a version. */
export type QuotaEvent = QuotaTaken | QuotaReturned;

/** Something was made in the sandbox by hand that counts towards a bound: one more. */
export interface QuotaTaken {
  readonly type: 'QuotaTaken';
  readonly data: {
    /** The stream of what was made. */
    readonly by: string;
    readonly at: string;
  };
}

/** It was removed by hand: one less. A reset returns nothing: each generation has separate quotas. */
export interface QuotaReturned {
  readonly type: 'QuotaReturned';
  readonly data: { readonly by: string; readonly at: string };
}
