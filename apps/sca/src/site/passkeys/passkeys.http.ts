import { Body, Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isFull } from '../../domain/passkeys.js';
import { formField } from '../frame/form-field.js';
import { SiteRefusal } from '../frame/site-refusal.js';
import { Site } from '../frame/site.http.js';
import { Overviews } from '../overview/overviews.http.js';
import type { OverviewVisit } from '../overview/overviews.http.js';
import { renderEnrolment } from '../enrolment/enrolment.page.js';
import { isSameText } from '../security/tokens.js';
import { overviewPath, passkeysPath } from '../visit/visits.http.js';
import { CustomerPasskeys } from './customer-passkeys.http.js';
import { Enrolments } from './enrolments.http.js';
import { passkeyNameOf } from './passkey-name.js';
import { passkeyKey } from './passkeys-view.js';

/** `/my/passkeys`: a PSU adds passkeys and takes them away. */
@Controller(passkeysPath)
export class PasskeysController {
  constructor(
    private readonly site: Site,
    private readonly overviews: Overviews,
    private readonly enrolments: Enrolments,
    private readonly customers: CustomerPasskeys,
  ) {}

  @Post()
  async begin(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.checked(request, body);
    if (visit === undefined) return this.site.seeOther(reply, overviewPath);
    const { customerId } = visit;
    // The button is not there any more, but on an older page it may be.
    if (isFull(await this.customers.of(customerId))) {
      return this.site.seeOther(reply, `${overviewPath}?notice=passkey-full`);
    }
    await this.enrolments.begin(reply, customerId);
  }

  @Post('remove')
  async remove(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.checked(request, body);
    if (visit === undefined) return this.site.seeOther(reply, overviewPath);
    const { customerId } = visit;
    const known = await this.customers.of(customerId);
    const wanted = formField(body, 'passkey');
    const all = known.is === 'none' ? [] : known.passkeys;
    const passkey = all.find((one) => passkeyKey(one) === wanted);
    // A second click finds it gone; anybody else's is not there either.
    if (passkey === undefined) return this.site.seeOther(reply, overviewPath);
    const { credentialId } = passkey;
    await this.customers.execute(customerId, { type: 'RemovePasskey', data: { credentialId } });
    this.site.seeOther(reply, `${overviewPath}?notice=passkey-removed`);
  }

  @Get(':id')
  async show(
    @Param('id') id: string,
    @Query() query: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.enrolments.visit(request, reply, id);
    if (visit === undefined) return this.site.seeOther(reply, overviewPath);
    const isRefused = formField(query, 'notice') === 'refused';
    if (visit.isDone && isRefused) return this.tell(request, reply, 'refused');
    if (visit.isDone) return this.site.seeOther(reply, overviewPath);
    const html = renderEnrolment(
      this.site.frame(request),
      { key: 'passkey.enrolTitle' },
      {
        csrf: visit.csrf,
        action: `${passkeysPath}/${id}`,
        request: await this.enrolments.request(visit),
        cancel: `${passkeysPath}/${id}/cancel`,
        ...(isRefused ? { notice: 'passkey.refused' } : {}),
      },
    );
    this.site.send(request, reply, { status: 200, html, hasScript: true });
  }

  @Post(':id')
  async add(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.enrolments.visit(request, reply, id);
    if (visit === undefined) return this.site.seeOther(reply, overviewPath);
    const place = `${passkeysPath}/${id}`;
    this.checkForm(body, visit.csrf, place);
    const { t } = this.site.reader(request);
    const name = passkeyNameOf(formField(body, 'name')) ?? t('passkey.nameless');
    const isAdded = await this.enrolments.add(visit, formField(body, 'code'), name);
    if (isAdded) return this.tell(request, reply, 'added');
    this.site.seeOther(reply, `${place}?notice=refused`);
  }

  @Post(':id/cancel')
  async cancel(
    @Param('id') id: string,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.enrolments.visit(request, reply, id);
    // It may be over because another one is begun, and that one goes on.
    if (visit !== undefined) {
      this.checkForm(body, visit.csrf, `${passkeysPath}/${id}`);
      this.enrolments.end(reply);
    }
    this.site.seeOther(reply, overviewPath);
  }

  /** On the overview, or on a page of its own once the visit there is over. */
  private async tell(
    request: FastifyRequest,
    reply: FastifyReply,
    what: 'added' | 'refused',
  ): Promise<void> {
    if ((await this.overviews.visit(request)) !== undefined) {
      return this.site.seeOther(reply, `${overviewPath}?notice=passkey-${what}`);
    }
    this.site.notice(request, reply, {
      status: 200,
      title: 'passkey.enrolTitle',
      text: `passkey.${what}`,
      again: overviewPath,
      againText: 'passkey.toOverview',
    });
  }

  /** The visit of a form of the overview; undefined when it is over. Throws SiteRefusal. */
  private async checked(
    request: FastifyRequest,
    body: unknown,
  ): Promise<OverviewVisit | undefined> {
    const visit = await this.overviews.visit(request);
    if (visit !== undefined) this.checkForm(body, visit.csrf, overviewPath);
    return visit;
  }

  private checkForm(body: unknown, token: string, again: string): void {
    if (!isSameText(formField(body, 'csrf'), token)) throw new SiteRefusal('form', again);
  }
}
