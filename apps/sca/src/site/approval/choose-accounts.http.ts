import { Body, Controller, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asksForAccounts } from '../../domain/same-challenge.js';
import { ScaMethods } from '../challenge/sca-methods.http.js';
import { formField, formFields } from '../frame/form-field.js';
import { SiteRefusal } from '../frame/site-refusal.js';
import { Site } from '../frame/site.http.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Visits } from '../visit/visits.http.js';
import { Approvals } from './approvals.http.js';
import { challengeOf } from './challenge-of.js';
import { contextKey } from './open-contexts.js';

/** `/sign/<id>/accounts`: the PSU has picked accounts; the code for exactly these comes next. */
@Controller('sign/:id')
export class ChooseAccountsController {
  constructor(
    private readonly site: Site,
    private readonly visits: Visits,
    private readonly authorisations: Authorisations,
    private readonly approvals: Approvals,
    private readonly methods: ScaMethods,
  ) {}

  @Post('accounts')
  async choose(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.visits.begin(request, reply, id);
    this.visits.checkForm(visit, formField(body, 'csrf'));
    const wanted = formField(body, 'context');
    const approvable = await this.approvals.prepare(visit, wanted);
    if (approvable.is === 'ended') {
      return this.visits.leave(request, reply, approvable.authorisation);
    }
    const { authorisation, content } = approvable;
    const { context } = content;
    const picked = new Set(formFields(body, 'account'));
    const accounts = context.viewable.filter(({ accountId }) => picked.has(accountId));
    const isOurs = asksForAccounts(authorisation.resource) && wanted === contextKey(context);
    // A box that was not on the page: nothing of it is taken.
    if (!isOurs || accounts.length !== picked.size) throw new SiteRefusal('bad-request');
    const data = challengeOf(await this.methods.next(authorisation), { ...content, accounts });
    const after = await this.authorisations.execute(id, { type: 'ShowChallenge', data });
    if (after.is !== 'scaMethodSelected') return this.visits.leave(request, reply, after);
    this.site.seeOther(reply, `/sign/${id}`);
  }
}
