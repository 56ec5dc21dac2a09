import { Body, Post, UseGuards } from '@nestjs/common';
import { asksForAccounts } from '../../domain/same-challenge.js';
import { contextKey } from '../decision/acting-context.js';
import { ApprovableService } from '../decision/approvable.service.js';
import { DecisionService } from '../decision/decision.service.js';
import { viewableOf } from '../decision/picked-accounts.js';
import { redirectTo } from '../frame/answer.js';
import type { Answer } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { SiteError } from '../frame/site-error.js';
import { approvalPath } from '../frame/site-path.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import { DepartureService } from '../visit/departure.service.js';
import { CurrentVisit, VisitGuard } from '../visit/visit.guard.js';
import type { Visit } from '../visit/visit.js';

const fields = { context: 'text', account: 'texts', card: 'texts' } as const;

/** `/sign/<id>/accounts`: keeps the accounts and card accounts that the PSU ticked. The approval page comes next. */
@PageController('sign/:id/accounts')
@UseGuards(VisitGuard, CsrfGuard)
export class AccountsController {
  constructor(
    private readonly approvables: ApprovableService,
    private readonly decisions: DecisionService,
    private readonly departures: DepartureService,
  ) {}

  @Post()
  async pick(
    @CurrentVisit() visit: Visit,
    @Body(new FormPipe(fields)) form: FormOf<typeof fields>,
  ): Promise<Answer> {
    const { id, reader } = visit;
    const approvable = await this.approvables.prepare(visit, form.context);
    if (approvable.is === 'ended') {
      return this.departures.leave(id, approvable.authorisation, reader);
    }
    const { authorisation, content } = approvable;
    const { context } = content;
    const { account, card } = form;
    const picked = viewableOf(context, { accounts: account, cardAccounts: card });
    const found = picked.accounts.length + picked.cardAccounts.length;
    const isOurs = asksForAccounts(authorisation.resource) && form.context === contextKey(context);
    // The form has a box that was not on the page: none of its boxes counts.
    if (!isOurs || found !== new Set(account).size + new Set(card).size)
      throw new SiteError('bad-request');
    const chosen = { authorisation, content: { ...content, ...picked } };
    const after = await this.decisions.challenge(chosen, { id });
    if (after.is !== 'scaMethodSelected') return this.departures.leave(id, after, reader);
    return redirectTo(approvalPath(id));
  }
}
