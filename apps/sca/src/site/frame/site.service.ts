import type { KeyObject } from 'node:crypto';
import { fastifyCookie } from '@fastify/cookie';
import { createParamDecorator, Inject, Injectable } from '@nestjs/common';
import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import { currentKeyOf, generationOf, isLinkTokenOf, keysOf } from '@nordgate/contracts/rules';
import { WORLDS } from '@nordgate/service';
import type { Worlds } from '@nordgate/service';
import type { FastifyRequest } from 'fastify';
import type { Link } from '../../authorisation/authorisation.js';
import { isOwnBusiness } from '../../authorisation/same-challenge.js';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { Environment, ScaSettings } from '../../sca.settings.js';
import { languageOf } from '../language/site-language.js';
import { pageAddress } from '../language/language-switch.js';
import type { Language } from '../language/site-language.js';
import { ownTextsOf, textsOf } from '../language/texts.js';
import type { Texts } from '../language/texts.js';
import { Browser } from '../security/browser.js';
import { browserSecretOf, csrfToken, isLinkToken, isSameText } from '../security/tokens.js';
import type { FormName } from '../security/tokens.js';
import { brandOf } from './asset.loader.js';
import type { Brand } from './asset.loader.js';
import type { Frame } from './page-template.loader.js';
import { siteAddress, canBeId, overviewPath } from './site-address.js';

/** Who reads a page: the language of the request and its texts, and the environment of the site. */
export interface Reader extends Frame {
  readonly t: Texts;
  /** The whole address of the overview, to pass on to another customer. */
  readonly overviewUrl: string;
}

/** What the token of a form is bound to. */
export interface FormBinding {
  readonly form: FormName;
  readonly id: string;
  /** The secret of the browser. */
  readonly secret: string;
}

/** The settings of the site, and what follows from them for a request. */
@Injectable()
export class Site {
  readonly environment: Environment;
  readonly bankName: string;
  readonly brand: Brand;
  readonly keys: ScaSettings['keys'];
  /** Minutes for which a link can be used. */
  readonly linkMinutes: number;
  /** Minutes for which an SCA opens the pages of the PSU. */
  readonly approvalMinutes: number;
  /** Browsers reach the site over https. */
  readonly secure: boolean;
  private readonly publicUrl: string | undefined;
  private readonly ownTexts: ReturnType<typeof ownTextsOf>;

  constructor(
    @Inject(SCA_SETTINGS) settings: ScaSettings,
    @Inject(WORLDS) private readonly worlds: Worlds,
  ) {
    this.environment = settings.environment;
    this.bankName = settings.bankName ?? 'Nordgate';
    this.brand = brandOf(settings.brand);
    this.keys = settings.keys;
    this.publicUrl = settings.publicUrl;
    this.ownTexts = ownTextsOf(settings.accessTexts ?? []);
    this.linkMinutes = settings.timers.linkMinutes;
    this.approvalMinutes = settings.timers.approvalMinutes;
    this.secure = siteAddress(settings, settings.port).protocol === 'https:';
  }

  /** The key that derives new form tokens, browser secrets and names of counters. */
  get cookieKey(): KeyObject {
    return currentKeyOf(this.keys.cookies).key;
  }

  /**
   * The generation of the world of a TPP; undefined where a TPP of the sandbox has none. Throws ServiceUnavailableError
   * while it is unknown.
   */
  async generationOf(tpp: string): Promise<number | undefined> {
    return (await this.worlds.worldOf(tpp))?.generation;
  }

  /**
   * Whether a text can be the id of an authorisation that the site serves now. After a reset of a world of the sandbox
   * older ids are as unknown as wrong ones. Throws ServiceUnavailableError while that is unknown.
   */
  async canServe(authorisationId: string): Promise<boolean> {
    if (!canBeId(authorisationId)) return false;
    return this.worlds.isLive(generationOf(authorisationId));
  }

  /** In the language that the customer chose on the site, otherwise in that of the browser. */
  reader(request: FastifyRequest): Reader {
    const language =
      this.browser(request).language ?? languageOf(request.headers['accept-language']);
    const origin = this.publicUrl ?? `${request.protocol}://${request.host}`;
    return this.readerIn(language, pageAddress(request), origin);
  }

  /** The reader of an answer to a request that nobody could read whole. */
  readerOf({
    acceptLanguage,
    cookie = '',
  }: {
    readonly acceptLanguage: string | undefined;
    readonly cookie: string | undefined;
  }): Reader {
    const chosen = this.browser({ cookies: fastifyCookie.parse(cookie) }).language;
    return this.readerIn(chosen ?? languageOf(acceptLanguage), '/', this.publicUrl ?? '');
  }

  /** The cookies are missing where a request failed before they were read. */
  browser({
    cookies,
  }: {
    readonly cookies: FastifyRequest['cookies'] | null | undefined;
  }): Browser {
    return new Browser(cookies ?? {}, this.secure);
  }

  /** The secrets that a browser may have after a log-in, by each key, from its secret before the log-in. */
  ownerSecrets(authorisationId: string, visitorSecret: string): readonly string[] {
    return keysOf(this.keys.cookies).map((key) =>
      browserSecretOf(key, authorisationId, visitorSecret),
    );
  }

  /**
   * The secrets with which a browser may come back to an authorisation that is over: its cookie ended with it, and
   * the secret before the log-in leads to the same. Empty for a browser without any.
   */
  secretsAfterEnd(browser: Browser, authorisationId: string): readonly string[] {
    const { visitorSecret } = browser;
    return visitorSecret === undefined ? [] : this.ownerSecrets(authorisationId, visitorSecret);
  }

  private readerIn(language: Language, address: string, origin: string): Reader {
    const { bankName, brand, environment } = this;
    const overviewUrl = `${origin.replace(/\/$/, '')}${overviewPath}`;
    const t = textsOf(language, this.ownTexts[language]);
    return { language, environment, bankName, brand, address, overviewUrl, t };
  }

  /** The CSRF token of a form: bound to an authorisation and to a secret of the browser. */
  formToken(form: FormName, authorisationId: string, browserSecret: string): string {
    return csrfToken(this.cookieKey, form, authorisationId, browserSecret);
  }

  /** Whether this is the token of a form, also of one that was shown before a rotation of the key. */
  isFormToken({ form, id, secret }: FormBinding, token: string): boolean {
    return keysOf(this.keys.cookies).some((key) =>
      isSameText(token, csrfToken(key, form, id, secret)),
    );
  }

  /** Whether the token in the link of an authorisation is one that opens it. */
  isLinkToken({ resource, tokenHash }: Link, id: string, token: string): boolean {
    const { links } = this.keys;
    // The bank's own links have random tokens.
    return links === undefined || isOwnBusiness(resource)
      ? isLinkToken(token, tokenHash)
      : isLinkTokenOf(links, id, token);
  }
}

const CurrentRequest = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  context.switchToHttp().getRequest<FastifyRequest>(),
);

@Injectable()
class ReaderPipe implements PipeTransform<FastifyRequest, Reader> {
  constructor(private readonly site: Site) {}

  transform(request: FastifyRequest): Reader {
    return this.site.reader(request);
  }
}

@Injectable()
class BrowserPipe implements PipeTransform<FastifyRequest, Browser> {
  constructor(private readonly site: Site) {}

  transform(request: FastifyRequest): Browser {
    return this.site.browser(request);
  }
}

/** Parameter of a controller: the `Reader` of the request. */
export const CurrentReader = () => CurrentRequest(ReaderPipe);

/** Parameter of a controller: the `Browser` that sent the request. */
export const CurrentBrowser = () => CurrentRequest(BrowserPipe);
