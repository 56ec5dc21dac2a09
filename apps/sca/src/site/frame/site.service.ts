import { createParamDecorator, Inject, Injectable } from '@nestjs/common';
import type { ExecutionContext, PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { Environment, ScaSettings } from '../../sca.settings.js';
import { languageOf } from '../language/language-of.js';
import { textsOf } from '../language/texts.js';
import type { Texts } from '../language/texts.js';
import { Browser } from '../security/browser.js';
import { csrfToken } from '../security/tokens.js';
import type { FormName } from '../security/tokens.js';
import type { Frame } from './page-template.loader.js';
import { siteAddress } from './site-address.js';

/** Who reads a page: the language of the request and its texts, and the environment of the site. */
export interface Reader extends Frame {
  readonly t: Texts;
}

/** The settings of the site, and what follows from them for a request. */
@Injectable()
export class Site {
  readonly environment: Environment;
  readonly keys: ScaSettings['keys'];
  /** Minutes for which an SCA opens the pages of the PSU. */
  readonly approvalMinutes: number;
  /** Browsers reach the site over https. */
  readonly secure: boolean;

  constructor(@Inject(SCA_SETTINGS) settings: ScaSettings) {
    this.environment = settings.environment;
    this.keys = settings.keys;
    this.approvalMinutes = settings.timers.approvalMinutes;
    this.secure = siteAddress(settings, settings.port).protocol === 'https:';
  }

  reader({ headers }: FastifyRequest): Reader {
    const language = languageOf(headers['accept-language']);
    return { language, environment: this.environment, t: textsOf(language) };
  }

  browser({ cookies }: FastifyRequest): Browser {
    return new Browser(cookies, this.secure);
  }

  /** The CSRF token of a form: bound to an authorisation and to a secret of the browser. */
  formToken(form: FormName, authorisationId: string, browserSecret: string): string {
    return csrfToken(this.keys.cookies, form, authorisationId, browserSecret);
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
