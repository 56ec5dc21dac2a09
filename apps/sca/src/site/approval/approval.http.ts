import { Body, Controller, Get, Inject, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authorisation, Challenge } from '../../domain/authorisation.js';
import { asksForAccounts, isSameChallenge } from '../../domain/same-challenge.js';
import { SCA_METHOD } from '../challenge/sca-method.js';
import type { ScaMethod } from '../challenge/sca-method.js';
import { formField } from '../frame/form-field.js';
import { Site } from '../frame/site.http.js';
import { guessId } from '../security/tokens.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Visits } from '../visit/visits.http.js';
import type { Visit } from '../visit/visits.http.js';
import type { Again } from './approval-view.js';
import { ApprovalPages } from './approval-pages.http.js';
import { Approvals } from './approvals.http.js';
import type { Approvable, Undecided } from './approvals.http.js';
import { AccountChoices } from './account-choices.http.js';
import { challengeOf } from './challenge-of.js';
import { debtorIn } from './debtor-in.js';
import { contextKey } from './open-contexts.js';
import { hashOfAccounts } from './picked-accounts.js';
import { Settlement } from './settlement.http.js';

/** `/sign/<id>`: what is to be approved, for the browser in which the PSU logged in. */
@Controller('sign/:id')
export class ApprovalController {
  constructor(
    private readonly site: Site,
    private readonly visits: Visits,
    private readonly authorisations: Authorisations,
    private readonly approvals: Approvals,
    private readonly pages: ApprovalPages,
    private readonly choices: AccountChoices,
    private readonly settlement: Settlement,
    @Inject(SCA_METHOD) private readonly method: ScaMethod,
  ) {}

  @Get()
  async show(
    @Param('id') id: string,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.visits.begin(request, reply, id);
    const wanted = formField(query, 'context');
    const approvable = await this.approvals.prepare(visit, wanted);
    if (approvable.is === 'ended') return this.leave(visit, approvable.authorisation);
    const why = formField(query, 'notice');
    if (mustChoose(approvable, wanted)) return this.choices.show(visit, approvable, why);
    const data = challengeOf(this.method.name, approvable.content);
    const challenged = await this.authorisations.execute(id, { type: 'ShowChallenge', data });
    if (challenged.is !== 'scaMethodSelected') return this.leave(visit, challenged);
    this.pages.approve(visit, approvable, { challenged, why });
  }

  @Post('approve')
  async approve(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.visits.begin(request, reply, id);
    this.visits.checkForm(visit, formField(body, 'csrf'));
    const approvable = await this.approvals.prepare(visit, formField(body, 'context'));
    const after =
      approvable.is === 'ended'
        ? approvable.authorisation
        : await this.submit(visit, approvable, body);
    // Undefined: the PSU is on the page again.
    if (after !== undefined) await this.settle(visit, after);
  }

  @Post('refuse')
  async refuse(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.visits.begin(request, reply, id);
    this.visits.checkForm(visit, formField(body, 'csrf'));
    const command = { type: 'RefuseAuthorisation', data: {} } as const;
    await this.settle(visit, await this.authorisations.execute(id, command));
  }

  /** The authorisation once the code has decided it; undefined when the page is shown again. */
  private async submit(
    visit: Visit,
    { authorisation, content }: Approvable & { readonly is: 'content' },
    body: unknown,
  ): Promise<Authorisation | undefined> {
    const { id } = visit;
    const code = formField(body, 'code');
    const challenge = challengeOf(this.method.name, content);
    if (!isWhatIsShown(authorisation, challenge, formField(body, 'shown')))
      return this.showAgain(visit, content, 'changed');
    if (!this.method.isRight(code, { ...challenge, authorisationId: id })) {
      const guess = guessId(this.site.keys.cookies, id, code);
      const refused = await this.authorisations.execute(
        id,
        { type: 'RefuseCode', data: {} },
        guess,
      );
      const isOpen = refused.is === 'scaMethodSelected';
      return isOpen ? this.showAgain(visit, content, 'wrong-code') : refused;
    }
    const { approves: approved, declined, signers } = content;
    const { accounts } = challenge;
    const after = await this.authorisations.execute(id, {
      type: 'FinaliseAuthorisation',
      data: {
        ...{ approved, declined, signers, ...debtorIn(content.context) },
        ...(accounts === undefined ? {} : { accounts }),
      },
    });
    // Another tab has shown something else between our look and the decision.
    return after.is === 'scaMethodSelected' ? this.showAgain(visit, content, 'changed') : after;
  }

  private showAgain(
    { id, reply }: Visit,
    content: (Approvable & { readonly is: 'content' })['content'],
    why: Again,
  ): undefined {
    // A wrong code leaves the choice of accounts as it is; naming a context begins it anew.
    const isChosen = content.accounts !== undefined && why === 'wrong-code';
    const query = new URLSearchParams();
    if (!isChosen) query.set('context', contextKey(content.context));
    query.set('notice', why);
    this.site.seeOther(reply, `/sign/${id}?${query.toString()}`);
  }

  /** Waits for what was decided to take effect, then sends the PSU back. */
  private async settle(visit: Visit, authorisation: Authorisation): Promise<void> {
    await this.settlement.wait(authorisation);
    this.leave(visit, authorisation);
  }

  private leave({ request, reply }: Visit, authorisation: Authorisation): void {
    this.visits.leave(request, reply, authorisation);
  }
}

/** Accounts are picked before there is anything to approve; naming a context begins anew. */
function mustChoose(
  { authorisation, content }: Approvable & { readonly is: 'content' },
  wanted: string,
): boolean {
  const isChosen = wanted === '' && content.accounts !== undefined;
  return asksForAccounts(authorisation.resource) && !isChosen;
}

/** Whether the form was made for what is shown last; `shown` is the hash of its accounts. */
function isWhatIsShown(authorisation: Undecided, challenge: Challenge, shown: string): boolean {
  if (authorisation.is !== 'scaMethodSelected') return false;
  const { accounts } = challenge;
  const isOfForm = accounts === undefined || shown === hashOfAccounts(accounts);
  return isOfForm && isSameChallenge(authorisation.challenge, challenge);
}
