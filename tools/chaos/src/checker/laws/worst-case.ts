import { idOf } from '../../history/history.js';
import type { Answer, Evidence } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';

/** L6: a basket's status by GET is the worst case of its members' statuses by GET. */
export function worstCase({ requests, answers }: Evidence): LawResult {
  const violations: string[] = [];
  const looked: (readonly string[])[] = [];
  for (const request of requests) {
    const id = idOf(request);
    const answer = id === undefined ? undefined : answers.get(id);
    const { wish } = request;
    if (wish.for !== 'basket' || id === undefined || answer?.status !== 200) continue;
    const known = wish.paymentIds.flatMap((one) => statusIn(answers.get(one)) ?? []);
    if (known.length < wish.paymentIds.length) continue;
    looked.push(known);
    const worst = worstOf(known);
    const shown = answer.transactionStatus ?? 'nothing';
    if (shown !== worst) {
      violations.push(
        `basket ${id} shows ${shown}; its members ${known.join(', ')} make it ${worst}`,
      );
    }
  }
  return { looked: countsOf(looked), violations };
}

/** How many baskets there are with these statuses of their members. */
function countsOf(baskets: readonly (readonly string[])[]): LawResult['looked'] {
  const large = baskets.filter(({ length }) => length === membersMax);
  const mixed = baskets.filter((known) => known.includes('ACSC') && known.includes('RJCT'));
  return {
    baskets: baskets.length,
    'with ten members': large.length,
    'whose members succeed and fail': mixed.length,
  };
}

/** Specification, section 8. */
const membersMax = 10;

/** The status of a member. ACCP without funds is an end and counts as a refusal. */
function statusIn(answer: Answer | undefined): string | undefined {
  const { transactionStatus, fundsAvailable } = answer ?? {};
  return transactionStatus === 'ACCP' && fundsAvailable === false ? 'RJCT' : transactionStatus;
}

/** Worst first. A copy of the bank's own table, which is under test. */
const worstFirst: readonly (readonly [string, readonly string[]])[] = [
  ['RJCT', ['RJCT', 'CANC']],
  ['RCVD', ['RCVD']],
  ['PATC', ['PDNG', 'PART', 'PATC']],
  ['ACTC', ['ACTC', 'ACCP', 'ACWC', 'ACWP', 'ACSP', 'ACSC']],
];

/** The worst case of the members' statuses. @throws Error for a status that the table lacks */
export function worstOf(statuses: readonly string[]): string {
  const unranked = statuses.find((status) => !worstFirst.some(([, all]) => all.includes(status)));
  if (unranked !== undefined) throw new Error(`${unranked} has no rank`);
  const worst = worstFirst.find(([, all]) => statuses.some((status) => all.includes(status)));
  return worst?.[0] ?? 'RCVD';
}
