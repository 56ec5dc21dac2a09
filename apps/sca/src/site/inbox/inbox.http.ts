import { Body, Controller, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formField } from '../frame/form-field.js';
import { SiteRefusal } from '../frame/site-refusal.js';
import { Site } from '../frame/site.http.js';
import { Overviews } from '../overview/overviews.http.js';
import { isSameText } from '../security/tokens.js';
import { overviewPath } from '../visit/visits.http.js';
import { Inboxes } from './inboxes.http.js';

/** `/my/sign`: from what waits for a second signature to its approval page. */
@Controller(`${overviewPath}/sign`)
export class InboxController {
  constructor(
    private readonly site: Site,
    private readonly overviews: Overviews,
    private readonly inboxes: Inboxes,
  ) {}

  @Post()
  async sign(
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const visit = await this.overviews.visit(request);
    if (visit === undefined) return this.site.seeOther(reply, overviewPath);
    if (!isSameText(formField(body, 'csrf'), visit.csrf)) {
      throw new SiteRefusal('form', overviewPath);
    }
    const wanted = formField(body, 'item');
    const items = await this.inboxes.items(visit.customerId);
    // Signed meanwhile, the PSU's own, or never theirs to sign: it is not there.
    const item = items.find(({ isMine, key }) => key === wanted && !isMine);
    if (item === undefined) return this.site.seeOther(reply, `${overviewPath}?notice=gone`);
    await this.inboxes.open(reply, item, visit.customerId);
  }
}
