import type { PipeTransform } from '@nestjs/common';
import { Body, Get, Post, Query, UseGuards } from '@nestjs/common';
import { pageFrom } from '../frame/page-template.loader.js';
import type { TextKey } from '../language/texts.js';
import { formField, FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { redirectTo } from '../frame/answer.js';
import type { Answer } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { noticePage } from '../frame/notice.page.js';
import { enrolmentPath, overviewPath, overviewWith, passkeyPath } from '../frame/site-address.js';
import { CurrentBrowser, CurrentReader } from '../frame/site.service.js';
import type { Reader } from '../frame/site.service.js';
import type { Browser } from '../security/browser.js';
import { enrolmentCookie } from '../security/cookies.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import { OverviewVisitService, VisitEndService } from '../visit/overview-visit.guard.js';
import { VisitGuard } from '../visit/visit.guard.js';
import { CurrentEnrolment, EnrolmentGuard } from './enrolment.guard.js';
import type { EnrolmentVisit } from './enrolment.guard.js';
import { EnrolmentService } from './enrolment.service.js';

/** The page on which a passkey is created, after the SCA for it. */
interface EnrolmentPage {
  readonly notice?: TextKey | undefined;
  readonly csrf: string;
  readonly action: string;
  /** The request to the authenticator: PublicKeyCredentialCreationOptionsJSON as JSON. */
  readonly request: string;
  /** The address for a PSU who adds no passkey. */
  readonly cancel: string;
}

const renderEnrolment = pageFrom<EnrolmentPage>(new URL('./enrolment.eta', import.meta.url));

const lengthMax = 40;

/**
 * The name of a passkey on one line; undefined when no character is left. No half of a surrogate pair
 * stays, because jsonb refuses it: \p{C} removes halves in the text, and the cut is between characters.
 */
export function passkeyNameOf(typed: string): string | undefined {
  const line = typed.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  const name = Array.from(line).slice(0, lengthMax).join('').trim();
  return name === '' ? undefined : name;
}

/** Reads the name in an enrolment form. */
class PasskeyNamePipe implements PipeTransform<unknown, string | undefined> {
  transform(form: unknown): string | undefined {
    return passkeyNameOf(formField(form, 'name'));
  }
}

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
