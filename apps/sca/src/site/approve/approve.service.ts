import { Injectable } from '@nestjs/common';
import type { Authorisation } from '../../authorisation/authorisation.js';
import { contextKey } from '../content/acting-context.js';
import { ApprovableService } from '../content/approvable.service.js';
import type { Approvable } from '../content/approvable.service.js';
import { DecisionService } from './decision.service.js';
import type { ApprovalForm } from './decision.service.js';
import { redirectTo } from '../frame/answer.js';
import type { Answer, Redirect } from '../frame/answer.js';
import { approvalPath } from '../frame/site-address.js';
import { GuessService } from '../limits/guess.service.js';
import { DepartureService } from '../leave/departure.service.js';
import type { Visit } from '../visit/visit.js';
import type { Again } from '../content/notice.part.js';

/** Approves with a proof, from a form of the site or from the identity provider. */
@Injectable()
export class ApproveService {
  constructor(
    private readonly approvables: ApprovableService,
    private readonly decisions: DecisionService,
    private readonly guesses: GuessService,
    private readonly departures: DepartureService,
  ) {}

  /** What there is to approve in a context, or the way out when all is over. */
  async prepare(visit: Visit, context: string): Promise<Approvable | Answer> {
    const approvable = await this.approvables.prepare(visit, context);
    if (approvable.is === 'content') return approvable;
    return this.departures.leave(visit.id, approvable.authorisation, visit.reader);
  }

  /** Leaves when the proof is right or was the last one; otherwise shows the page once more. */
  async approve(
    visit: Visit,
    form: ApprovalForm & { readonly context: string },
    address: string,
  ): Promise<Answer> {
    const approvable = await this.prepare(visit, form.context);
    if (approvable.is !== 'content') return approvable;
    const { customerId } = approvable.authorisation.psu;
    const after = await this.guesses.code({ address, customerId }, async () => {
      const outcome = await this.decisions.approve(visit.id, approvable, form);
      return { outcome, isWrong: isWrongProof(outcome) };
    });
    return typeof after === 'string'
      ? showAgain(visit.id, approvable, after)
      : this.departures.leave(visit.id, after, visit.reader);
  }
}

/** Whether the proof of a form was checked and wrong. */
function isWrongProof(after: Authorisation | Again): boolean {
  if (typeof after === 'string') return after !== 'changed';
  return after.is === 'failed' && after.failure.reason === 'wrong-codes';
}

/** To the approval page once more, with the reason. */
export function showAgain(
  id: string,
  { content }: Pick<Approvable, 'content'>,
  why: Again,
): Redirect {
  // A wrong proof leaves the picked accounts as they are. Naming a context starts the choice again.
  const isPicked = content.accounts !== undefined && why !== 'changed';
  const query = new URLSearchParams();
  if (!isPicked) query.set('context', contextKey(content.context));
  query.set('notice', why);
  return redirectTo(`${approvalPath(id)}?${query.toString()}`);
}
