import { Body, Get, Post, Query, UseGuards } from '@nestjs/common';
import { grantsNothing } from '../../access/access.js';
import { asksForAccounts } from '../../authorisation/same-challenge.js';
import type { Authorisation } from '../../authorisation/authorisation.js';
import { AccountsPresenter } from './accounts.presenter.js';
import { KnownAccessService } from './known-access.service.js';
import { isApprovable } from '../content/approval-content.js';
import { ApprovableService } from '../content/approvable.service.js';
import type { Approvable } from '../content/approvable.service.js';
import { DecisionService } from './decision.service.js';
import { idsOf } from '../content/picked-accounts.js';
import type { Answer } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { CurrentAddress } from '../limits/guess.service.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import { DepartureService } from '../leave/departure.service.js';
import { CurrentVisit, VisitGuard } from '../visit/visit.guard.js';
import type { Visit } from '../visit/visit.js';
import { ApprovalPresenter } from './approval.presenter.js';
import { ApproveService, showAgain } from './approve.service.js';

const queryFields = { context: 'text', method: 'text', notice: 'text' } as const;
const approvalFields = {
  context: 'text',
  method: 'text',
  shown: 'text',
  code: 'text',
  page: 'text',
} as const;
const refusalFields = { context: 'text' } as const;

/** `/sign/<id>`: what the PSU has to approve, for the browser in which the PSU logged in. */
@PageController('sign/:id')
@UseGuards(VisitGuard)
export class ApprovalController {
  constructor(
    private readonly approvables: ApprovableService,
    private readonly decisions: DecisionService,
    private readonly approvals: ApproveService,
    private readonly departures: DepartureService,
    private readonly approvalPage: ApprovalPresenter,
    private readonly accountsPage: AccountsPresenter,
    private readonly knownAccesses: KnownAccessService,
  ) {}

  @Get()
  async show(
    @CurrentVisit() visit: Visit,
    @Query(new FormPipe(queryFields)) query: FormOf<typeof queryFields>,
  ): Promise<Answer> {
    const { id } = visit;
    const { context, method, notice: why } = query;
    const approvable = await this.approvables.prepare(visit, context);
    if (approvable.is === 'ended') return this.leave(visit, approvable.authorisation);
    if (!canApprove(approvable)) return this.approvalPage.pageWithoutProof(visit, approvable);
    if (mustPickAccounts(approvable, context)) {
      return this.accountsPage.page(visit, approvable, why);
    }
    if (await this.endsNothing(visit, approvable)) {
      return this.accountsPage.page(visit, approvable, 'choose');
    }
    const challenged = await this.decisions.challenge(approvable, { id, method });
    if (challenged === undefined) return this.approvalPage.pageWithoutMethod(visit, approvable);
    if (challenged.is !== 'scaMethodSelected') return this.leave(visit, challenged);
    return this.approvalPage.page(visit, approvable, { challenged, why });
  }

  @Post('approve')
  @UseGuards(CsrfGuard)
  async approve(
    @CurrentVisit() visit: Visit,
    @Body(new FormPipe(approvalFields)) form: FormOf<typeof approvalFields>,
    @CurrentAddress() address: string,
  ): Promise<Answer> {
    return this.approvals.approve(visit, form, address);
  }

  @Post('refuse')
  @UseGuards(CsrfGuard)
  async refuse(
    @CurrentVisit() visit: Visit,
    @Body(new FormPipe(refusalFields)) form: FormOf<typeof refusalFields>,
  ): Promise<Answer> {
    // A PSU who may no longer approve may not refuse either.
    const approvable = await this.approvables.prepare(visit, form.context);
    const after =
      approvable.is === 'ended' ? approvable.authorisation : await this.decisions.refuse(visit.id);
    return this.leave(visit, after);
  }

  /** The way back from a page on which nothing can be paid: the payments are declined, as by an approval. */
  @Post('decline')
  @UseGuards(CsrfGuard)
  async decline(
    @CurrentVisit() visit: Visit,
    @Body(new FormPipe(refusalFields)) form: FormOf<typeof refusalFields>,
  ): Promise<Answer> {
    const approvable = await this.approvables.prepare(visit, form.context);
    if (approvable.is === 'ended') return this.leave(visit, approvable.authorisation);
    if (canApprove(approvable)) return showAgain(visit.id, approvable, 'changed');
    return this.leave(visit, await this.decisions.refuse(visit.id, { reason: 'not-debitable' }));
  }

  /** The PSU picked no account to end an access, which something else has ended meanwhile. */
  private async endsNothing(visit: Visit, approvable: Approvable): Promise<boolean> {
    const { accounts, cardAccounts } = approvable.content;
    if (accounts === undefined || !grantsNothing(idsOf({ accounts, cardAccounts }))) return false;
    return (await this.knownAccesses.of(visit, approvable)).here.is !== 'live';
  }

  private leave({ id, reader }: Visit, authorisation: Authorisation): Promise<Answer> {
    return this.departures.leave(id, authorisation, reader);
  }
}

function canApprove({ authorisation, content }: Approvable): boolean {
  return isApprovable(authorisation.resource, content);
}

/** A consent needs a choice of accounts first. Naming a context starts the choice again. */
function mustPickAccounts({ authorisation, content }: Approvable, wanted: string): boolean {
  const isPicked = wanted === '' && content.accounts !== undefined;
  return asksForAccounts(authorisation.resource) && !isPicked;
}
