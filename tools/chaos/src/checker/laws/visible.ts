import { idOf } from '../../history/history.js';
import type { RequestRecord } from '../../history/history.js';
import type { Answer, Evidence } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';
import { foldedStatuses } from '../facts.js';
import { streamOf } from '../markers.js';

/**
 * L3: every acknowledged id answers a GET: a payment with the folded status of its events, a basket
 * with the requested members.
 */
export function visible({ requests, services, answers }: Evidence): LawResult {
  const folded = foldedStatuses(services.payments.events);
  const asked = requests.filter((one) => idOf(one) !== undefined);
  return {
    looked: { 'acknowledged ids': asked.length, answers: answers.size },
    violations: asked.flatMap((one) => faultOf(one, answers.get(idOf(one) ?? ''), folded)),
  };
}

function faultOf(
  asked: RequestRecord,
  answer: Answer | undefined,
  folded: ReadonlyMap<string, string>,
): string[] {
  const id = idOf(asked) ?? '';
  const { wish } = asked;
  if (answer === undefined) return [`nobody asked for ${wish.for} ${id}`];
  if (answer.status !== 200) return [`GET of ${wish.for} ${id} answers ${String(answer.status)}`];
  if (wish.for === 'basket') {
    const shown = (answer.payments ?? []).join(', ');
    const wanted = wish.paymentIds.join(', ');
    return shown === wanted ? [] : [`GET of basket ${id} of ${wanted} shows ${shown}`];
  }
  const stream = streamOf(id);
  const status = folded.get(stream) ?? 'nothing';
  const shown = answer.transactionStatus ?? 'nothing';
  return shown === status
    ? []
    : [`GET of payment ${id} shows ${shown}; ${stream} folds to ${status}`];
}
