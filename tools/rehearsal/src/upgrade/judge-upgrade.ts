import type { Check } from '../report.js';
import type {
  Attempt,
  PaymentRecord,
  Reading,
  TransactionRecord,
  Transfer,
  UpgradeEvidence,
} from './upgrade-evidence.js';

/** What an upgrade promises, each with what was looked at and what was otherwise. */
export function judgeUpgrade(evidence: UpgradeEvidence): readonly Check[] {
  const { payments, transactions, parked, links, journeys, replacements } = evidence;
  return [
    checked('every process ended with 0 and the next one became ready', replacements, faultOf),
    checked('no acknowledged payment is lost', payments, lossOf),
    checked('no acknowledged payment is changed', payments, changeOf),
    checked('statuses only move forward', payments, stepBackOf),
    checked('an approved payment stays approved', payments.filter(isApproved), forgottenOf),
    checked('an approved instant payment is executed', payments.filter(isDue), delayOf),
    checked('no transaction is gone or changed', transactions, otherTextOf),
    checked('no message is parked', parked, ({ when, app, messages }) =>
      messages.length === 0 ? undefined : `${when}: ${app}: ${messages.join('; ')}`,
    ),
    checked('links that were given out before still work', links, faultOf),
    checked('what customers do reaches its status', journeys, faultOf),
  ];
}

/** A check that looked at nothing has not held. */
function checked<Seen>(
  what: string,
  seen: readonly Seen[],
  fault: (one: Seen) => string | undefined,
): Check {
  const faults = seen.map(fault).filter((one) => one !== undefined);
  return {
    what: `${what} (${String(seen.length)})`,
    faults: seen.length === 0 ? ['nothing was looked at'] : faults,
  };
}

const faultOf = ({ what, fault }: Attempt) =>
  fault === undefined ? undefined : `${what}: ${fault}`;

const isApproved = ({ isApproved: approved }: PaymentRecord) => approved;

const isDue = (payment: PaymentRecord) => payment.isApproved && payment.isInstant;

/** How far a payment is. Between two statuses of one phase it may go either way, but an end is an end. */
const phases: readonly (readonly string[])[] = [
  ['RCVD', 'PDNG'],
  ['ACTC', 'ACCP', 'ACWC'],
  ['ACSP', 'ACWP', 'PART'],
  ['ACSC', 'RJCT', 'CANC'],
];
const ended = phases.length - 1;
const phaseOf = ({ status }: Reading) => phases.findIndex((statuses) => statuses.includes(status));

function lossOf({ path, readings }: PaymentRecord): string | undefined {
  const lost = readings.find((reading) => phaseOf(reading) === -1);
  if (readings.length === 0) return `${path}: was never read`;
  return lost && `${path}: ${lost.when}: ${lost.status}`;
}

function changeOf({ path, sent, shown }: PaymentRecord): string | undefined {
  if (shown === undefined) return `${path}: was never read`;
  if (typeof shown === 'string') return `${path}: ${shown}`;
  const names: readonly (keyof Transfer)[] = ['amount', 'debtor', 'creditor'];
  const changed = names.filter((name) => sent[name] !== shown[name]);
  if (changed.length === 0) return undefined;
  return `${path}: ${changed.map((name) => `${name} ${sent[name]} is ${shown[name]}`).join(', ')}`;
}

function stepBackOf({ path, readings }: PaymentRecord): string | undefined {
  const known = readings.filter((reading) => phaseOf(reading) !== -1);
  for (const [at, next] of known.entries()) {
    const before = known[at - 1];
    if (before === undefined || before.status === next.status) continue;
    const isBack = phaseOf(next) < phaseOf(before) || phaseOf(before) === ended;
    if (isBack) return `${path}: ${before.status} (${before.when}), ${next.status} (${next.when})`;
  }
  return undefined;
}

function forgottenOf({ path, readings }: PaymentRecord): string | undefined {
  const last = readings.at(-1);
  if (last === undefined) return `${path}: was never read`;
  const isKept = phaseOf(last) > 0 && last.status !== 'CANC';
  return isKept ? undefined : `${path}: ${last.when}: ${last.status}`;
}

function delayOf({ path, readings }: PaymentRecord): string | undefined {
  const last = readings.at(-1)?.status;
  return last === 'ACSC' ? undefined : `${path}: ${last ?? 'was never read'}`;
}

function otherTextOf({ id, seen }: TransactionRecord): string | undefined {
  const [first, ...later] = seen;
  const other = later.find(({ text }) => text !== first?.text);
  return other && `${id}: ${other.when}: ${other.text ?? 'gone'}, before: ${first?.text ?? ''}`;
}
