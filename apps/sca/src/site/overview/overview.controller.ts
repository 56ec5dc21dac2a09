import { Body, Get, Post, Query, UseGuards } from '@nestjs/common';
import { organizationIdentifierMax, parseOrganizationIdentifier } from '@nordgate/signature';
import { redirectTo } from '../frame/answer.js';
import type { Answer, CookieChange, Page } from '../frame/answer.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { overviewPath, overviewWith } from '../frame/site-address.js';
import { CurrentBrowser, CurrentReader, Site } from '../frame/site.service.js';
import type { Reader } from '../frame/site.service.js';
import { EndingService } from './ending.service.js';
import type { TextKey } from '../language/texts.js';
import { withTargets } from '../leave/exit.js';
import { ProviderVisitService } from '../oidc/provider-visit.service.js';
import type { Browser } from '../security/browser.js';
import { approvalCookie, logInCookie } from '../security/cookies.js';
import { newSecret } from '../security/random.source.js';
import { CsrfGuard } from '../visit/csrf.guard.js';
import type { OverviewVisit } from '../visit/overview-visit.guard.js';
import {
  CurrentOverview,
  OverviewGuard,
  OverviewStartGuard,
  VisitOptional,
  VisitEndService,
} from '../visit/overview-visit.guard.js';
import { accessKey } from './overview-view.js';
import { OverviewPresenter } from './overview.presenter.js';
import { OverviewService } from './overview.service.js';
import { InboxService } from './inbox.service.js';
import { pageFrom } from '../frame/page-template.loader.js';

const queryFields = { after: 'text', app: 'text', notice: 'text' } as const;
const logInFields = { app: 'text' } as const;
const revocationFields = { access: 'text' } as const;

/** The notices of redirects to the overview. */
const notices: ReadonlyMap<string, TextKey> = new Map([
  ['revoked', 'access.revoked'],
  ['gone', 'inbox.gone'],
  ['passkey-added', 'passkey.added'],
  ['passkey-refused', 'passkey.refused'],
  ['passkey-full', 'passkey.full'],
  ['passkey-removed', 'passkey.removed'],
]);

/** What the page before the log-in shows. */
interface Start {
  readonly notice?: TextKey | undefined;
  readonly spent?: CookieChange[];
  /** What stands for the organizationIdentifier of the TPP whose world it is; only in a sandbox. */
  readonly app: string;
  /** The app has no world. */
  readonly isUnknown?: boolean;
}

/** `/my`: what waits for the signature of a PSU, and what they let TPPs do (specification 5.10). */
@PageController(overviewPath)
export class OverviewController {
  constructor(
    private readonly site: Site,
    private readonly overview: OverviewService,
    private readonly presenter: OverviewPresenter,
    private readonly endings: EndingService,
    private readonly ends: VisitEndService,
    private readonly providerVisits: ProviderVisitService,
  ) {}

  @Get()
  @UseGuards(OverviewGuard)
  @VisitOptional(true)
  async show(
    @CurrentOverview() visit: OverviewVisit | undefined,
    @CurrentBrowser() browser: Browser,
    @CurrentReader() reader: Reader,
    @Query(new FormPipe(queryFields)) query: FormOf<typeof queryFields>,
  ): Promise<Answer> {
    // A PSU who signed reads what became of it also when the visit is over.
    const after = await this.endings.noticeAfter(browser, query.after);
    const spent = isConclusive(after) ? [{ name: approvalCookie(query.after) }] : [];
    if (visit === undefined) {
      const app = query.app === '' ? appSeenLast(browser) : query.app;
      return this.start(browser, reader, { notice: after, spent, app });
    }
    const content = await this.presenter.content(visit, reader);
    const notice = after ?? notices.get(query.notice);
    const page = this.presenter.page(reader, { ...content, notice });
    const formTarget = withTargets(undefined, (await this.providerVisits.onPage())?.targets);
    return { ...page, formTarget, cookies: spent };
  }

  @Post('log-in')
  @UseGuards(OverviewStartGuard, CsrfGuard)
  async logIn(
    @CurrentBrowser() browser: Browser,
    @CurrentReader() reader: Reader,
    @Body(new FormPipe(logInFields)) { app: typed }: FormOf<typeof logInFields>,
  ): Promise<Answer> {
    const isSandbox = this.site.environment === 'sandbox';
    const app = isSandbox ? typed.trim() || appSeenLast(browser) : '';
    const isNamed = !isSandbox || parseOrganizationIdentifier(app) !== undefined;
    const redirect = isNamed ? await this.overview.logIn(app) : undefined;
    if (redirect !== undefined) return redirect;
    return this.start(browser, reader, { app, isUnknown: true });
  }

  /** Asks once more: the button on the overview leads here. */
  @Get('revoke')
  @UseGuards(OverviewGuard)
  async askBeforeRevoke(
    @CurrentOverview() visit: OverviewVisit,
    @CurrentReader() reader: Reader,
    @Query(new FormPipe(revocationFields)) { access }: FormOf<typeof revocationFields>,
  ): Promise<Answer> {
    const page = await this.presenter.endAccess(visit, access, reader);
    return page ?? redirectTo(overviewPath);
  }

  @Post('revoke')
  @UseGuards(OverviewGuard, CsrfGuard)
  async revoke(
    @CurrentOverview() visit: OverviewVisit,
    @Body(new FormPipe(revocationFields)) form: FormOf<typeof revocationFields>,
  ): Promise<Answer> {
    const accesses = await this.overview.accesses(visit);
    // An access that a first click ended, or that belongs to another customer, is not found.
    const access = accesses.find((one) => accessKey(one) === form.access);
    if (access === undefined) return redirectTo(overviewPath);
    await this.overview.revoke(access);
    return redirectTo(overviewWith('revoked'));
  }

  @Post('log-out')
  @UseGuards(OverviewGuard, CsrfGuard)
  @VisitOptional(true)
  async logOut(@CurrentBrowser() browser: Browser): Promise<Answer> {
    await this.ends.logOut(browser);
    const address = (await this.providerVisits.logOutAddress()) ?? overviewPath;
    return redirectTo(
      address,
      browser.visitCookies.map((name) => ({ name })),
    );
  }

  /** The page before the log-in. */
  private start(
    browser: Browser,
    reader: Reader,
    { notice, spent = [], app, isUnknown = false }: Start,
  ): Page {
    const secret = browser.visitorSecret ?? newSecret();
    const csrf = this.site.formToken('overview', '', secret);
    const error = isUnknown ? ('my.app.unknown' as const) : undefined;
    const page = this.presenter.page(reader, { csrf, notice, app: shownAgain(app), error });
    const isNew = browser.visitorSecret === undefined;
    const fresh = isNew ? [{ name: logInCookie, value: secret }] : [];
    return { ...page, cookies: [...spent, ...fresh] };
  }
}

/** The app whose overview the browser saw last; empty where its cookie has no organizationIdentifier. */
function appSeenLast({ app = '' }: Browser): string {
  return parseOrganizationIdentifier(app) === undefined ? '' : app;
}

/** What a PSU or a link named as an app, as far as the field may show it. */
function shownAgain(app: string): string {
  return app.replaceAll(/\p{Cc}/gu, '').slice(0, organizationIdentifierMax);
}

/** Whether the PSU has read what became of a signature. */
function isConclusive(after: TextKey | undefined): boolean {
  return after !== undefined && after !== 'inbox.after.recorded';
}

const fields = { item: 'text' } as const;

/** `/my/sign`: opens the approval page of an item that waits for a second signature. */
@PageController(`${overviewPath}/sign`)
@UseGuards(OverviewGuard, CsrfGuard)
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Post()
  async sign(
    @CurrentOverview() visit: OverviewVisit,
    @Body(new FormPipe(fields)) form: FormOf<typeof fields>,
  ): Promise<Answer> {
    const items = await this.inbox.items(visit);
    // An item that was signed meanwhile, or that is not for this PSU to sign, is not found.
    const item = items.find(({ isMine, key }) => key === form.item && !isMine);
    if (item === undefined) return redirectTo(overviewWith('gone'));
    return this.inbox.open(item, visit);
  }
}

/** What the start page shows. */
interface StartPage {
  readonly bank: string;
  /** The address of the overview. */
  readonly overview: string;
}

const renderStart = pageFrom<StartPage>(new URL('./start.eta', import.meta.url));

/** `/`: whose site this is, with the way to the overview. */
@PageController('')
export class StartController {
  @Get()
  show(@CurrentReader() reader: Reader): Page {
    const { bankName: bank, language } = reader;
    const html = renderStart(reader, { key: 'start.title' }, { bank, overview: overviewPath });
    return { is: 'page', status: 200, language, html };
  }
}
