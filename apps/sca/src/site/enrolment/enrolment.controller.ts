import { Body, Get, Post, Query, UseGuards } from '@nestjs/common';
import { redirectTo } from '../frame/answer.js';
import type { Answer } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { noticePage } from '../frame/notice.page.js';
import { enrolmentPath, overviewPath, overviewWith, passkeyPath } from '../frame/site-path.js';
import { CurrentBrowser, CurrentReader } from '../frame/site.service.js';
import type { Reader } from '../frame/site.service.js';
import type { Browser } from '../security/browser.js';
import { enrolmentCookie } from '../security/cookies.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import { OverviewVisitService } from '../visit/overview-visit.service.js';
import { VisitEndService } from '../visit/visit-end.service.js';
import { VisitGuard } from '../visit/visit.guard.js';
import { CurrentEnrolment, EnrolmentGuard } from './enrolment.guard.js';
import type { EnrolmentVisit } from './enrolment.guard.js';
import { renderEnrolment } from './enrolment.page.js';
import { EnrolmentService } from './enrolment.service.js';
import { PasskeyNamePipe } from './passkey-name.pipe.js';

const queryFields = { notice: 'text' } as const;
const enrolmentFields = { code: 'text' } as const;

/** `/my/passkeys/<id>`: creates a passkey after the SCA for it. */
@PageController(`${passkeyPath}/:id`)
@UseGuards(VisitGuard, EnrolmentGuard)
export class EnrolmentController {
  constructor(
    private readonly enrolments: EnrolmentService,
    private readonly overviewVisits: OverviewVisitService,
    private readonly ends: VisitEndService,
  ) {}

  @Get()
  async show(
    @CurrentEnrolment() visit: EnrolmentVisit,
    @CurrentBrowser() browser: Browser,
    @CurrentReader() reader: Reader,
    @Query(new FormPipe(queryFields)) query: FormOf<typeof queryFields>,
  ): Promise<Answer> {
    const isRefused = query.notice === 'refused';
    if (visit.isDone && isRefused) return this.tell(browser, reader, 'refused');
    if (visit.isDone) return redirectTo(overviewPath);
    const action = enrolmentPath(visit.id);
    const html = renderEnrolment(
      reader,
      { key: 'passkey.enrolTitle' },
      {
        csrf: visit.csrf,
        action,
        request: await this.enrolments.request(visit),
        cancel: `${action}/cancel`,
        notice: isRefused ? 'passkey.refused' : undefined,
      },
    );
    return { is: 'page', status: 200, language: reader.language, html, hasScript: true };
  }

  @Post()
  @UseGuards(CsrfGuard)
  async add(
    @CurrentEnrolment() visit: EnrolmentVisit,
    @CurrentBrowser() browser: Browser,
    @CurrentReader() reader: Reader,
    @Body(new FormPipe(enrolmentFields)) { code }: FormOf<typeof enrolmentFields>,
    @Body(PasskeyNamePipe) typedName: string | undefined,
  ): Promise<Answer> {
    const name = typedName ?? reader.t('passkey.nameless');
    const isAdded = await this.enrolments.add(visit, code, name);
    if (isAdded) return this.tell(browser, reader, 'added');
    return redirectTo(`${enrolmentPath(visit.id)}?notice=refused`);
  }

  @Post('cancel')
  @UseGuards(CsrfGuard)
  async cancel(@CurrentBrowser() browser: Browser): Promise<Answer> {
    await this.ends.endEnrolment(browser);
    return redirectTo(overviewPath, [{ name: enrolmentCookie }]);
  }

  /** On the overview while the visit there lasts, otherwise on a separate page. */
  private async tell(browser: Browser, reader: Reader, what: 'added' | 'refused'): Promise<Answer> {
    const overviewVisit = await this.overviewVisits.of(browser);
    if (overviewVisit !== undefined) return redirectTo(overviewWith(`passkey-${what}`));
    return noticePage(reader, {
      status: 200,
      title: 'passkey.enrolTitle',
      text: `passkey.${what}`,
      again: overviewPath,
      againText: 'passkey.toOverview',
    });
  }
}
