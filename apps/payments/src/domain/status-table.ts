import { isEndedPayment } from '@nordgate/contracts/rules';
import type { PaymentStanding } from '@nordgate/contracts/rules';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { OccurrenceOutcome } from '@nordgate/contracts/events';
import type { PartStanding } from './parts.js';

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
  'toRJCT',
  'lackFunds',
] as const;

/** One act on a payment: by the TPP, the PSU, another channel of the bank, or its execution. */
export type PaymentAct = (typeof paymentActs)[number];

type Row = { readonly [Status in PaymentStatus]?: PaymentStatus };

/**
 * The status machine of a payment: where each act leads from each status (specification 3; rulings
 * on payments). What is not in the table is refused. A bulk becomes PART by its sub-payments (`parts.ts`).
 * An executor may leave steps out. Until the debit it may report that the funds are missing.
 */
const table: { readonly [Act in PaymentAct]: Row } = {
  change: { RCVD: 'RCVD' },
  sign: { RCVD: 'PDNG', PDNG: 'ACTC' },
  authorise: { RCVD: 'ACTC', PDNG: 'ACTC' },
  decline: { RCVD: 'RJCT', PDNG: 'RJCT' },
  cancel: { RCVD: 'CANC', ACTC: 'CANC', ACCP: 'CANC', ACWC: 'CANC' },
  toACCP: { ACTC: 'ACCP' },
  toACWC: { ACTC: 'ACWC', ACCP: 'ACWC' },
  toACSP: { ACTC: 'ACSP', ACCP: 'ACSP', ACWC: 'ACSP' },
  toACWP: { ACCP: 'ACWP', ACWC: 'ACWP', ACSP: 'ACWP' },
  toACSC: { ACCP: 'ACSC', ACWC: 'ACSC', ACSP: 'ACSC', ACWP: 'ACSC' },
  toRJCT: { ACTC: 'RJCT', ACCP: 'RJCT', ACWC: 'RJCT', ACSP: 'RJCT', PART: 'RJCT' },
  lackFunds: { ACTC: 'ACCP', ACCP: 'ACCP', ACWC: 'ACCP', ACSP: 'ACCP' },
};

/** The status after an act; undefined where the act is not possible. */
export function statusAfter(act: PaymentAct, standing: PaymentStanding): PaymentStatus | undefined {
  return isEndedPayment(standing) ? undefined : table[act][standing.status];
}

/** What the execution reports: of a payment, a sub-payment or an occurrence. */
type Report = Pick<OccurrenceOutcome, 'status'> & { readonly fundsAvailable?: boolean };

/** The steps of an execution, from the first to the last. An executor may leave steps out. */
const steps: readonly PaymentStatus[] = ['ACCP', 'ACWC', 'ACSP', 'ACWP', 'ACSC'];

/**
 * What a report means after what is known: it follows, it is a repeat or late and changes nothing, or it
 * contradicts. A first ACCP with unknown funds does not make a later report without funds a repeat.
 */
export function verdictOn(
  report: Report,
  standing: PartStanding,
): 'follows' | 'known' | 'contradicts' {
  if (isKnown(report, standing)) return 'known';
  return statusAfter(actOf(report), standing) === undefined ? 'contradicts' : 'follows';
}

function actOf(report: Report): PaymentAct {
  return lacksFunds(report) ? 'lackFunds' : `to${report.status}`;
}

function isKnown(report: Report, standing: PartStanding): boolean {
  const { status } = report;
  if (status === 'RJCT') return standing.status === 'RJCT';
  if (lacksFunds(report)) return lacksFunds(standing);
  const { progress = [] } = standing;
  const reached = [standing.status, ...progress].map((one) => steps.indexOf(one));
  return steps.indexOf(status) <= Math.max(...reached);
}

function lacksFunds({ status, fundsAvailable }: PartStanding): boolean {
  return status === 'ACCP' && fundsAvailable === false;
}
