import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formField } from '../frame/form-field.js';
import { SiteRefusal } from '../frame/site-refusal.js';
import { Site } from '../frame/site.http.js';
import { Endings } from '../inbox/endings.http.js';
import { Inboxes } from '../inbox/inboxes.http.js';
import type { TextKey } from '../language/texts.js';
import { renderOverview } from '../overview/overview.page.js';
import type { OverviewPage } from '../overview/overview.page.js';
import { cookieOptions, enrolmentCookie, overviewCookie } from '../security/cookies.js';
import { csrfToken, isSameText } from '../security/tokens.js';
import { Bank } from '../visit/bank.queries.js';
import { overviewPath, Visits } from '../visit/visits.http.js';
import { PasskeysPartOfOverview } from '../passkeys/passkeys-part.http.js';
import { accessesOnPage, accessKey } from './overview-view.js';
import { Overviews } from './overviews.http.js';
import type { OverviewVisit } from './overviews.http.js';

/** Where the forms of the overview go. */
const ways = {
  logIn: `${overviewPath}/log-in`,
  logOut: `${overviewPath}/log-out`,
  revoke: `${overviewPath}/revoke`,
  sign: `${overviewPath}/sign`,
};

type OverviewContent = Pick<
  OverviewPage,
  'csrf' | 'accesses' | 'inbox' | 'inboxIsDown' | 'passkeys'
>;

/** What the site says after its own redirects. */
const notices: ReadonlyMap<string, TextKey> = new Map([
  ['revoked', 'my.revoked'],
  ['gone', 'inbox.gone'],
  ['passkey-added', 'passkey.added'],
  ['passkey-refused', 'passkey.refused'],
  ['passkey-full', 'passkey.full'],
  ['passkey-removed', 'passkey.removed'],
]);

/** `/my`: what waits for a PSU's signature, and what they have let TPPs do (specification 5.10). */
@Controller(overviewPath)
export class OverviewController {
  constructor(
    private readonly site: Site,
    private readonly visits: Visits,
    private readonly overviews: Overviews,
    private readonly bank: Bank,
    private readonly inboxes: Inboxes,
    private readonly endings: Endings,
    private readonly passkeys: PasskeysPartOfOverview,
  ) {}

  @Get()
  async show(
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.overviews.visit(request);
    this.send(request, reply, {
      ...(visit === undefined
        ? { csrf: this.logInToken(this.visits.visitor(request) ?? this.visits.newVisitor(reply)) }
        : await this.content(visit, request)),
      ...(await this.noticeFor(visit, query, request)),
    });
  }

  @Post('log-in')
  async logIn(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visitor = this.visits.visitor(request);
    this.checkForm(body, visitor === undefined ? undefined : this.logInToken(visitor));
    await this.overviews.begin(reply);
  }

  @Post('revoke')
  async revoke(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.overviews.visit(request);
    if (visit === undefined) return this.site.seeOther(reply, overviewPath);
    this.checkForm(body, visit.csrf);
    const wanted = formField(body, 'access');
    const accesses = await this.overviews.accesses(visit);
    const access = accesses.find((one) => accessKey(one) === wanted);
    // A second click finds it ended; anything that is not this customer's is not there either.
    if (access !== undefined) await this.overviews.revoke(access);
    const notice = access === undefined ? '' : '?notice=revoked';
    this.site.seeOther(reply, `${overviewPath}${notice}`);
  }

  @Post('log-out')
  async logOut(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.overviews.visit(request);
    if (visit !== undefined) this.checkForm(body, visit.csrf);
    const { secure } = this.site;
    for (const name of [overviewCookie(secure), enrolmentCookie(secure)]) {
      void reply.clearCookie(name, cookieOptions(secure));
    }
    this.site.seeOther(reply, overviewPath);
  }

  /** What has just happened; what waited for a signature is told of also when the visit is over. */
  private async noticeFor(
    visit: OverviewVisit | undefined,
    query: unknown,
    request: FastifyRequest,
  ): Promise<Pick<OverviewPage, 'notice'>> {
    const after = await this.endings.noticeAfter(request, formField(query, 'after'));
    const known = visit === undefined ? undefined : notices.get(formField(query, 'notice'));
    const notice = after ?? known;
    return notice === undefined ? {} : { notice };
  }

  private async content(visit: OverviewVisit, request: FastifyRequest): Promise<OverviewContent> {
    const { customerId, csrf } = visit;
    const [accesses, customer, passkeys] = await Promise.all([
      this.overviews.accesses(visit),
      this.bank.customer({ customerId }),
      this.passkeys.onPage(customerId, request),
    ]);
    const { language } = this.site.frame(request);
    const known = customer ?? { customerId, name: '', contexts: [] };
    const inbox = await this.inboxes.part(known, language);
    return { csrf, accesses: accessesOnPage(accesses, known, language), ...inbox, ...passkeys };
  }

  private send(
    request: FastifyRequest,
    reply: FastifyReply,
    page: OverviewContent & Pick<OverviewPage, 'notice'>,
  ): void {
    const html = renderOverview(
      this.site.frame(request),
      { key: 'my.title' },
      { ...ways, ...page },
    );
    this.site.send(request, reply, { status: 200, html });
  }

  private logInToken(visitor: string): string {
    return csrfToken(this.site.keys.cookies, 'overview', '', visitor);
  }

  private checkForm(body: unknown, token: string | undefined): void {
    const isOurs = token !== undefined && isSameText(formField(body, 'csrf'), token);
    if (!isOurs) throw new SiteRefusal('form', overviewPath);
  }
}
