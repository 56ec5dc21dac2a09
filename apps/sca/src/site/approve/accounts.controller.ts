import { Body, Post, UseGuards } from '@nestjs/common';
import { grantsNothing } from '../../access/access.js';
import { asksForAccounts } from '../../authorisation/same-challenge.js';
import { ApprovalPresenter } from './approval.presenter.js';
import { contextKey } from '../content/acting-context.js';
import { ApprovableService } from '../content/approvable.service.js';
import type { Approvable } from '../content/approvable.service.js';
import { DecisionService } from './decision.service.js';
import { viewableOf } from '../content/picked-accounts.js';
import type { Choice, Picked } from '../content/picked-accounts.js';
import { redirectTo } from '../frame/answer.js';
import type { Answer } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { SiteError } from '../frame/site-error.js';
import { approvalPath } from '../frame/site-address.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import { DepartureService } from '../leave/departure.service.js';
import { CurrentVisit, VisitGuard } from '../visit/visit.guard.js';
import type { Visit } from '../visit/visit.js';
import { KnownAccessService } from './known-access.service.js';

const fields = { context: 'text', account: 'texts', card: 'texts' } as const;

const endFields = { context: 'text' } as const;

/**
 * `/sign/<id>/accounts`: keeps the accounts and card accounts that the PSU ticked. The approval page comes next.
 * None ends the access that is in force; without one the PSU chooses or refuses.
 */
@PageController('sign/:id/accounts')
@UseGuards(VisitGuard, CsrfGuard)
export class AccountsController {
  constructor(
    private readonly approvables: ApprovableService,
    private readonly knownAccesses: KnownAccessService,
    private readonly decisions: DecisionService,
    private readonly departures: DepartureService,
    private readonly approvalPage: ApprovalPresenter,
  ) {}

  @Post()
  pick(
    @CurrentVisit() visit: Visit,
    @Body(new FormPipe(fields)) { account, card, context }: FormOf<typeof fields>,
  ): Promise<Answer> {
    return this.choose(visit, context, { accounts: account, cardAccounts: card });
  }

  @Post('end')
  end(
    @CurrentVisit() visit: Visit,
    @Body(new FormPipe(endFields)) { context }: FormOf<typeof endFields>,
  ): Promise<Answer> {
    return this.choose(visit, context, { accounts: [], cardAccounts: [] });
  }

  private async choose(visit: Visit, wanted: string, ids: Required<Choice>): Promise<Answer> {
    const { id, reader } = visit;
    const approvable = await this.approvables.prepare(visit, wanted);
    if (approvable.is === 'ended') {
      return this.departures.leave(id, approvable.authorisation, reader);
    }
    const { authorisation, content } = approvable;
    const picked = pickedFrom(approvable, wanted, ids);
    if (grantsNothing(ids) && (await this.knownAccesses.of(visit, approvable)).here.is !== 'live') {
      const query = new URLSearchParams({ context: wanted, notice: 'choose' });
      return redirectTo(`${approvalPath(id)}?${query.toString()}`);
    }
    const chosen = { authorisation, content: { ...content, ...picked } };
    const after = await this.decisions.challenge(chosen, { id });
    if (after === undefined) return this.approvalPage.pageWithoutMethod(visit, approvable);
    if (after.is !== 'scaMethodSelected') return this.departures.leave(id, after, reader);
    return redirectTo(approvalPath(id));
  }
}

/** What these ids name. Throws SiteError for a form with a box that was not on the page: none of its boxes counts. */
function pickedFrom(
  { authorisation, content }: Approvable,
  wanted: string,
  ids: Required<Choice>,
): Picked {
  const { context } = content;
  const picked = viewableOf(context, ids);
  const found = picked.accounts.length + picked.cardAccounts.length;
  const isOurs = asksForAccounts(authorisation.resource) && wanted === contextKey(context);
  const sent = new Set(ids.accounts).size + new Set(ids.cardAccounts).size;
  if (!isOurs || found !== sent) throw new SiteError('bad-request');
  return picked;
}
