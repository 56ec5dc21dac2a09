import { Body, Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formField } from '../frame/form-field.js';
import { knowWayBack } from '../frame/known-way-back.http.js';
import { SiteRefusal } from '../frame/site-refusal.js';
import { Site } from '../frame/site.http.js';
import { failureExit } from '../redirect/exit.js';
import { csrfToken, isSameText } from '../security/tokens.js';
import { Authorisations } from '../visit/authorisations.http.js';
import { Visits } from '../visit/visits.http.js';
import { customerNumberOf } from './customer-number.js';
import { Identification } from './identification.http.js';
import { LinkPages } from './link-pages.http.js';
import type { FollowedLink } from './link-pages.http.js';
import { linkState } from './link-state.js';
import type { LinkState } from './link-state.js';

/** Tokens as the gateway makes them: an HMAC-SHA256, base64url. */
const tokenForm = /^[0-9A-Za-z_-]{16,128}$/;

/** `/sign/<id>/<token>`: the link that the TPP sends the PSU to. */
@Controller('sign/:id/:token')
export class LogInController {
  constructor(
    private readonly site: Site,
    private readonly pages: LinkPages,
    private readonly visits: Visits,
    private readonly authorisations: Authorisations,
    private readonly identification: Identification,
  ) {}

  @Get()
  async show(
    @Param('id') id: string,
    @Param('token') token: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const link = { id, token, request, reply };
    const { state, now } = await this.follow(link);
    if (state.is === 'not-open-yet') return this.pages.wait(link);
    if (state.is === 'ended') return this.pages.ended(link, state);
    const browser = this.visits.visitor(request) ?? this.visits.newVisitor(reply);
    this.pages.logIn(link, state.authorisation, { browser, now });
  }

  @Post()
  async logIn(
    @Param('id') id: string,
    @Param('token') token: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const link = { id, token, request, reply };
    const { state, now } = await this.follow(link);
    if (state.is === 'not-open-yet') return this.site.seeOther(reply, `/sign/${id}/${token}`);
    const browser = this.visits.visitor(request);
    const csrf = csrfToken(this.site.keys.cookies, 'log-in', id, browser ?? '');
    if (browser === undefined || !isSameText(formField(body, 'csrf'), csrf)) {
      throw new SiteRefusal('form', `/sign/${id}/${token}`);
    }
    if (state.is === 'ended') return this.identification.comesLate(link, state, browser);
    const number = customerNumberOf(formField(body, 'customerNumber'));
    if (number === undefined) {
      return this.pages.logIn(link, state.authorisation, { browser, now, error: 'logIn.form' });
    }
    await this.identification.attempt(link, state.authorisation, { browser, now, number });
  }

  /** Throws SiteRefusal when the link cannot be one of ours. */
  private async follow({ id, token, request }: FollowedLink): Promise<{
    readonly state: Exclude<LinkState, { readonly is: 'unknown' }>;
    readonly now: string;
  }> {
    if (!this.visits.isId(id) || !tokenForm.test(token)) throw new SiteRefusal('not-found');
    const { authorisation, now } = await this.authorisations.load(id);
    const state = linkState(authorisation, token, now);
    if (state.is === 'unknown') throw new SiteRefusal('not-found');
    if (state.is !== 'not-open-yet') {
      const site = this.site.reader(request);
      const { authorisation: found } = state;
      knowWayBack(request, () => failureExit(found, 'unavailable', site));
    }
    return { state, now };
  }
}
