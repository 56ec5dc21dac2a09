import { idOf } from '../../history/asked.js';
import type { Evidence } from '../evidence/evidence.js';
import type { Finding } from '../law.js';
import { worstOf } from '../statuses.js';

/** L6: a basket's status by GET is the worst case over those of its members by GET. */
export function worstCase({ requests, answers }: Evidence): Finding {
  const violations: string[] = [];
  let looked = 0;
  for (const { wish, ...asked } of requests) {
    const id = idOf({ wish, ...asked });
    const answer = id === undefined ? undefined : answers.get(id);
    if (wish.for !== 'basket' || id === undefined || answer?.status !== 200) continue;
    const members = wish.paymentIds.map((one) => answers.get(one)?.transactionStatus);
    const known = members.filter((status) => status !== undefined);
    if (known.length < members.length) continue;
    looked += 1;
    const worst = worstOf(known);
    const shown = answer.transactionStatus ?? 'nothing';
    if (shown !== worst) {
      violations.push(
        `basket ${id} shows ${shown}; its members ${known.join(', ')} make it ${worst}`,
      );
    }
  }
  return { looked: { baskets: looked }, violations };
}
