import { idOf } from '../../history/asked.js';
import type { Asked } from '../../history/asked.js';
import type { Answer, Evidence } from '../evidence/evidence.js';
import type { Finding } from '../law.js';
import { foldedStatuses } from '../statuses.js';
import { streamOf } from '../stream-ids.js';

/**
 * L3: every acknowledged id answers a GET: a payment with the status that its events fold to, a
 * basket with the members that were asked for.
 */
export function visible({ requests, services, answers }: Evidence): Finding {
  const folded = foldedStatuses(services.payments.events);
  const asked = requests.filter((one) => idOf(one) !== undefined);
  return {
    looked: { 'acknowledged ids': asked.length, answers: answers.size },
    violations: asked.flatMap((one) => faultOf(one, answers.get(idOf(one) ?? ''), folded)),
  };
}

function faultOf(
  asked: Asked,
  answer: Answer | undefined,
  folded: ReadonlyMap<string, string>,
): string[] {
  const id = idOf(asked) ?? '';
  const { wish } = asked;
  if (answer === undefined) return [`nobody asked for ${wish.for} ${id}`];
  if (answer.status !== 200) return [`GET of ${wish.for} ${id} answers ${String(answer.status)}`];
  if (wish.for === 'basket') {
    const told = (answer.payments ?? []).join(', ');
    const wanted = wish.paymentIds.join(', ');
    return told === wanted ? [] : [`GET of basket ${id} of ${wanted} shows ${told}`];
  }
  const stream = streamOf(id);
  const status = folded.get(stream) ?? 'nothing';
  const shown = answer.transactionStatus ?? 'nothing';
  return shown === status
    ? []
    : [`GET of payment ${id} shows ${shown}; ${stream} folds to ${status}`];
}
