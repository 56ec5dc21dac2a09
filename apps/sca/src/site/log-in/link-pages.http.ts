import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOpen } from '../../domain/authorisation.js';
import type { Received } from '../../domain/authorisation.js';
import { SiteRefusal } from '../frame/site-refusal.js';
import { Site } from '../frame/site.http.js';
import type { TextKey } from '../language/texts.js';
import { renderLogIn } from '../log-in/log-in.page.js';
import { pageKindOf } from '../frame/page-kind.js';
import { renderWaiting } from '../log-in/log-in.page.js';
import { failureExit } from '../redirect/exit.js';
import { csrfToken, hashOf } from '../security/tokens.js';
import { ownAuthorisation } from '../visit/own-authorisation.js';
import { Visits } from '../visit/visits.http.js';
import type { LinkState } from './link-state.js';

/** The link that a request came by. */
export interface FollowedLink {
  readonly id: string;
  readonly token: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** So often the waiting page comes again, a second apart (design: SCA). */
const waitsMax = 10;

/** What a link shows. */
@Injectable()
export class LinkPages {
  constructor(
    private readonly site: Site,
    private readonly visits: Visits,
  ) {}

  /** The page before the authorisation is open here; gives up after ten seconds. */
  wait({ id, token, request, reply }: FollowedLink): void {
    const { waited } = request.query as { readonly waited?: unknown };
    const before = typeof waited === 'string' && /^\d{1,2}$/.test(waited) ? Number(waited) : 0;
    if (before >= waitsMax) throw new SiteRefusal('unknown-link');
    const url = `/sign/${id}/${token}?waited=${String(before + 1)}`;
    const html = renderWaiting(this.site.frame(request), { key: 'waiting.title' }, {});
    this.site.send(request, reply, { status: 200, html, refresh: { seconds: 1, url } });
  }

  /** The log-in form. `browser` is the secret that its CSRF token is bound to. */
  logIn(
    { id, token, request, reply }: FollowedLink,
    authorisation: Received,
    { browser, now, error }: { browser: string; now: string; error?: TextKey },
  ): void {
    const { initiator, resource, expiresAt } = authorisation;
    const action = `/sign/${id}/${token}`;
    const cancel = failureExit(authorisation, 'aborted', this.site.reader(request));
    const html = renderLogIn(
      this.site.frame(request),
      { key: 'logIn.title' },
      {
        kind: pageKindOf(resource),
        tppName: initiator.tppName,
        action,
        csrf: csrfToken(this.site.keys.cookies, 'log-in', id, browser),
        ...(error === undefined ? {} : { error }),
        ...(cancel === undefined ? {} : { cancel: cancel.href }),
      },
    );
    const status = error === undefined ? 200 : 422;
    // When the link ends the page says so by itself.
    const refresh = { seconds: secondsUntil(expiresAt, now), url: action };
    this.site.send(request, reply, { status, html, refresh, formTarget: cancel?.origin });
  }

  /** A link that leads no further: the owner's browser goes on, any other reads why. */
  ended(
    { id, request, reply }: FollowedLink,
    { authorisation, why }: Extract<LinkState, { readonly is: 'ended' }>,
  ): void {
    const secret = this.visits.browserSecret(request, id);
    const own = ownAuthorisation(authorisation, secret === undefined ? undefined : hashOf(secret));
    if (own !== undefined) {
      return isOpen(own)
        ? this.site.seeOther(reply, `/sign/${id}`)
        : this.visits.leave(request, reply, own);
    }
    const wayBack = failureExit(authorisation, why, this.site.reader(request));
    const text = `failed.${why}` as const;
    this.site.notice(request, reply, { status: 410, title: 'page.ended', text, wayBack });
  }
}

/** Whole seconds, at least one. */
export function secondsUntil(deadline: string, now: string): number {
  return Math.max(1, Math.ceil((Date.parse(deadline) - Date.parse(now)) / 1000));
}
