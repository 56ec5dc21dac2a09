import { idOf } from '../../history/history.js';
import type { RequestRecord } from '../../history/history.js';
import type { Answer, Evidence } from '../evidence/evidence.js';
import type { LawResult } from '../law.js';
import { foldedStatuses } from '../facts.js';
import { streamOf } from '../markers.js';

/**
 * L3: every acknowledged id answers a GET: a payment with the folded status of its events, a basket
 * with the requested members. The id of a stream whose retention is over answers as an unknown one.
 */
export function visible({ requests, services, answers }: Evidence): LawResult {
  const folded = foldedStatuses(services.payments.events);
  const deleted = new Set([...services.payments.deleted, ...services.baskets.deleted]);
  const asked = requests.filter((one) => idOf(one) !== undefined);
  return {
    looked: {
      'acknowledged ids': asked.length,
      answers: answers.size,
      'of them deleted': asked.filter((one) => deleted.has(streamOf(idOf(one) ?? ''))).length,
    },
    violations: asked.flatMap((one) =>
      faultOf(one, answers.get(idOf(one) ?? ''), { folded, deleted }),
    ),
  };
}

interface Stored {
  readonly folded: ReadonlyMap<string, string>;
  readonly deleted: ReadonlySet<string>;
}

function faultOf(
  asked: RequestRecord,
  answer: Answer | undefined,
  { folded, deleted }: Stored,
): string[] {
  const id = idOf(asked) ?? '';
  const { wish } = asked;
  if (answer === undefined) return [`nobody asked for ${wish.for} ${id}`];
  if (deleted.has(streamOf(id))) {
    if (answer.status === 404) return [];
    return [`GET of ${wish.for} ${id}, which was deleted, answers ${String(answer.status)}`];
  }
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
