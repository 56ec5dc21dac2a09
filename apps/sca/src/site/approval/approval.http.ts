import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { ScaMethodName } from '@nordgate/contracts/events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authorisation, Challenge } from '../../domain/authorisation.js';
import { asksForAccounts, isSameChallenge } from '../../domain/same-challenge.js';
import { ScaMethods } from '../challenge/sca-methods.http.js';
import { formField } from '../frame/form-field.js';
import { Site } from '../frame/site.http.js';
import { guessId } from '../security/tokens.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Visits } from '../visit/visits.http.js';
import type { Visit } from '../visit/visits.http.js';
import type { Again } from './approval-view.js';
import type { ApprovalContent } from './approval-content.js';
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
    private readonly methods: ScaMethods,
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
    const by = await this.methods.next(approvable.authorisation, formField(query, 'method'));
    const data = challengeOf(by, approvable.content);
    const challenged = await this.authorisations.execute(id, { type: 'ShowChallenge', data });
    if (challenged.is !== 'scaMethodSelected') return this.leave(visit, challenged);
    await this.pages.approve(visit, approvable, { challenged, why });
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
    // Who may not approve it any more may not end it either.
    const approvable = await this.approvals.prepare(visit, formField(body, 'context'));
    const command = { type: 'RefuseAuthorisation', data: {} } as const;
    const after =
      approvable.is === 'ended'
        ? approvable.authorisation
        : await this.authorisations.execute(id, command);
    await this.settle(visit, after);
  }

  /** The authorisation once the code has decided it; undefined when the page is shown again. */
  private async submit(
    visit: Visit,
    { authorisation, content }: Approvable & { readonly is: 'content' },
    body: unknown,
  ): Promise<Authorisation | undefined> {
    const { id } = visit;
    const code = formField(body, 'code');
    const challenge = whatIsShown(authorisation, content, body);
    if (challenge === undefined) return this.showAgain(visit, content, 'changed');
    const { customerId } = authorisation.psu;
    const approval = { ...challenge, authorisationId: id, customerId };
    if (!(await this.methods.named(challenge.method).proves(code, approval))) {
      const guess = guessId(this.site.keys.cookies, id, code);
      const refused = await this.authorisations.execute(
        id,
        { type: 'RefuseCode', data: {} },
        guess,
      );
      const isOpen = refused.is === 'scaMethodSelected';
      return isOpen ? this.showAgain(visit, content, wrongBy[challenge.method]) : refused;
    }
    const { context, declined, signers } = content;
    const after = await this.authorisations.execute(id, {
      type: 'FinaliseAuthorisation',
      data: { proved: challenge, declined, signers, ...debtorIn(context) },
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
    const isChosen = content.accounts !== undefined && why !== 'changed';
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

/** The challenge that was shown last, if the form was made for it; it names the hash of accounts. */
function whatIsShown(
  authorisation: Undecided,
  content: ApprovalContent,
  body: unknown,
): Challenge | undefined {
  if (authorisation.is !== 'scaMethodSelected') return undefined;
  const { challenge } = authorisation;
  const now = challengeOf(challenge, content);
  const hash = now.accounts === undefined ? '' : hashOfAccounts(now.accounts);
  const isOfForm =
    formField(body, 'method') === challenge.method && formField(body, 'shown') === hash;
  return isOfForm && isSameChallenge(challenge, now) ? challenge : undefined;
}

const wrongBy = {
  'sandbox-code': 'wrong-code',
  passkey: 'wrong-passkey',
} as const satisfies Record<ScaMethodName, Again>;
