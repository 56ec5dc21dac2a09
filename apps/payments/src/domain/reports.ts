import type { OccurrenceOutcome } from '@nordgate/contracts/events';
import type { PaymentStatus } from '@nordgate/contracts/codes';
import type { PartStanding } from './parts.js';
import { statusAfter } from './status-table.js';
import type { PaymentAct } from './status-table.js';

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
