import type { PaymentStatus } from '@nordgate/contracts';

/** What can be done to a payment that is there. */
export const paymentActs = [
  'change',
  'sign',
  'authorise',
  'decline',
  'cancel',
  'toACCP',
  'toACWC',
  'toACSP',
  'toACWP',
  'toACSC',
  'toPART',
  'toRJCT',
] as const;

/** One act on a payment: by the TPP, the PSU, another channel of the bank, or its execution. */
export type PaymentAct = (typeof paymentActs)[number];

type Row = { readonly [Status in PaymentStatus]?: PaymentStatus };

/**
 * The status machine of a payment: where each act leads from each status (specification 3; rulings
 * on payments). What is not in the table is refused.
 */
const table: { readonly [Act in PaymentAct]: Row } = {
  change: { RCVD: 'RCVD' },
  sign: { RCVD: 'PDNG' },
  authorise: { RCVD: 'ACTC', PDNG: 'ACTC' },
  decline: { RCVD: 'RJCT', PDNG: 'RJCT' },
  cancel: { RCVD: 'CANC', ACTC: 'CANC', ACCP: 'CANC', ACWC: 'CANC' },
  toACCP: { ACTC: 'ACCP' },
  toACWC: { ACTC: 'ACWC', ACCP: 'ACWC' },
  toACSP: { ACTC: 'ACSP', ACCP: 'ACSP', ACWC: 'ACSP' },
  toACWP: { ACSP: 'ACWP' },
  toACSC: { ACCP: 'ACSC', ACWC: 'ACSC', ACSP: 'ACSC', ACWP: 'ACSC', PART: 'ACSC' },
  toPART: { ACSP: 'PART' },
  toRJCT: { ACTC: 'RJCT', ACCP: 'RJCT', ACWC: 'RJCT', ACSP: 'RJCT', PART: 'RJCT' },
};

/** Where a payment stands: its status, and what is known of the funds. */
export interface Standing {
  readonly status: PaymentStatus;
  readonly fundsAvailable?: boolean;
}

/** The status after an act; undefined where the act is not possible. */
export function statusAfter(act: PaymentAct, standing: Standing): PaymentStatus | undefined {
  return isEnded(standing) ? undefined : table[act][standing.status];
}

/** Whether nothing can happen to it any more. Lack of funds shows as ACCP, and is an end too. */
export function isEnded({ status, fundsAvailable }: Standing): boolean {
  const isRefusedForFunds = status === 'ACCP' && fundsAvailable === false;
  return isRefusedForFunds || status === 'ACSC' || status === 'RJCT' || status === 'CANC';
}
