import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { SCA_SETTINGS } from '../../sca.settings.js';
import type { Environment, ScaSettings } from '../../sca.settings.js';
import { languageOf } from '../language/language-of.js';
import { textsOf } from '../language/texts.js';
import type { TextKey, Texts } from '../language/texts.js';
import { renderNotice } from '../notice/notice.page.js';
import type { NoticePage } from '../notice/notice.page.js';
import type { Frame } from '../frame/page-template.loader.js';
import type { WayBack } from '../redirect/exit.js';
import { contentSecurityPolicy } from '../security/security-headers.js';
import { siteAddress } from './site-address.js';

/** An HTML answer. */
export interface Page {
  readonly status: number;
  readonly html: string;
  /** The page loads itself again, without script: the bank's own time limit (WCAG 2.2.1, essential). */
  readonly refresh?: { readonly seconds: number; readonly url: string };
  /** The TPP's origin, when a form of the page may lead there. */
  readonly formTarget?: string | undefined;
  /** The page brings the site's script for passkeys. */
  readonly hasScript?: boolean;
}

/** A page that says something. */
export interface Notice extends Pick<NoticePage, 'again' | 'againText'> {
  readonly status: number;
  readonly title: TextKey;
  readonly text: TextKey;
  readonly wayBack?: WayBack | undefined;
}

/** How this site answers. */
@Injectable()
export class Site {
  readonly environment: Environment;
  readonly keys: ScaSettings['keys'];
  /** Browsers reach the site over https. */
  readonly secure: boolean;

  constructor(@Inject(SCA_SETTINGS) settings: ScaSettings) {
    this.environment = settings.environment;
    this.keys = settings.keys;
    this.secure = siteAddress(settings, settings.port).protocol === 'https:';
  }

  frame(request: FastifyRequest): Frame {
    return {
      language: languageOf(request.headers['accept-language']),
      environment: this.environment,
    };
  }

  /** What exits need to know of the site and the reader. */
  reader(request: FastifyRequest): { readonly environment: Environment; readonly t: Texts } {
    const t = textsOf(this.frame(request).language);
    return { environment: this.environment, t };
  }

  send(request: FastifyRequest, reply: FastifyReply, page: Page): void {
    const { language } = this.frame(request);
    const { formTarget, hasScript = false, refresh } = page;
    if (refresh !== undefined) {
      void reply.header('refresh', `${String(refresh.seconds)}; url=${refresh.url}`);
    }
    void reply
      .status(page.status)
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-language', language)
      .header('vary', 'accept-language')
      .header(
        'content-security-policy',
        contentSecurityPolicy({ hasScript, ...(formTarget === undefined ? {} : { formTarget }) }),
      )
      .send(page.html);
  }

  notice(request: FastifyRequest, reply: FastifyReply, notice: Notice): void {
    const { status, title, text, again, againText, wayBack } = notice;
    const html = renderNotice(
      this.frame(request),
      { key: title },
      {
        text,
        ...(again === undefined ? {} : { again }),
        ...(againText === undefined ? {} : { againText }),
        ...(wayBack === undefined ? {} : { wayBack }),
      },
    );
    this.send(request, reply, { status, html });
  }

  seeOther(reply: FastifyReply, location: string): void {
    void reply.status(303).header('location', location).send();
  }
}
