import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Link } from '../../domain/authorisation.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { redirectTo } from '../frame/answer.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { RedirectError, SiteError } from '../frame/site-error.js';
import { exitOnError } from '../frame/site-error.filter.js';
import { canBeId, canBeToken, linkPath } from '../frame/site-path.js';
import { Site } from '../frame/site.service.js';
import { addressOf, GuessService } from '../limits/guess.service.js';
import { failureExit } from '../redirect/exit.js';
import { logInCookie } from '../security/cookies.js';
import { newSecret } from '../security/random.source.js';
import { expectedForm } from '../visit/csrf.guard.js';
import { TppAdmissionService } from '../visit/tpp-admission.service.js';
import type { FollowedLink, LogInVisitor } from './link-answer.js';
import { linkState } from './link-state.js';
import type { LinkState } from './link-state.js';
import { unopenedLogIn } from './unopened-log-in.js';

const currentLink = new RequestValue<FollowedLink>();

/** Parameter of a controller behind `LinkGuard`: the `FollowedLink`. */
export const CurrentLink = currentLink.parameter();

const notOpenYet: LinkState = { is: 'not-open-yet' };

interface LinkParameters {
  readonly id: string;
  readonly token: string;
}

/**
 * Finds out where a link leads. Throws SiteError when no link can have this id or token. A link of an older
 * generation, and one with a wrong token, are followed like one whose event has not arrived yet.
 */
@Injectable()
export class LinkGuard implements CanActivate {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
    private readonly admission: TppAdmissionService,
    private readonly guesses: GuessService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest<{ Params: LinkParameters }>>();
    const { visitor, isNew } = this.visitorOf(request);
    const link = await this.follow(request, visitor);
    const { id, reader, state, token } = link;
    const isPost = request.method === 'POST';
    if (state.is === 'not-open-yet' && isPost) {
      throw new RedirectError(redirectTo(linkPath(id, token)));
    }
    currentLink.set(request, link);
    // A browser without the cookie has never shown the form.
    const { secret } = visitor;
    const binding = isNew ? undefined : ({ form: 'log-in', id, secret } as const);
    expectedForm.set(request, { binding, again: linkPath(id, token) });
    if (state.is !== 'not-open-yet') {
      const { authorisation } = state;
      exitOnError.set(request, () => failureExit(authorisation, 'unavailable', reader));
      await this.admission.require({ id, authorisation, now: link.now });
    }
    return true;
  }

  private async follow(
    request: FastifyRequest<{ Params: LinkParameters }>,
    visitor: LogInVisitor,
  ): Promise<FollowedLink> {
    const { id, token } = request.params;
    if (!canBeToken(token) || !canBeId(id)) {
      await this.guesses.wrongLink(addressOf(request));
      throw new SiteError('not-found');
    }
    const isServed = await this.site.canServe(id);
    const { authorisation: stored, now } = await this.authorisations.load(id);
    const browser = this.site.browser(request);
    const isStored = stored.is !== 'none';
    const unopened = unopenedLogIn(this.site.keys.cookies, browser.unopened(id), { id, token });
    const known = isStored ? stored : (unopened ?? stored);
    const isOwn = (link: Link) => this.site.isLinkToken(link, id, token);
    const state = isServed ? linkState(known, isOwn, now) : notOpenYet;
    // A wrong token counts like an unknown id: the limit must not tell them apart either.
    if (state.is === 'not-open-yet') await this.guesses.earlyLink(addressOf(request));
    const owner = browser.secretFor(id);
    const reader = this.site.reader(request);
    return { id, token, state, isStored, now, reader, visitor, owner };
  }

  private visitorOf(request: FastifyRequest<{ Params: LinkParameters }>): {
    readonly visitor: LogInVisitor;
    readonly isNew: boolean;
  } {
    const known = this.site.browser(request).visitorSecret;
    const secret = known ?? newSecret();
    const csrf = this.site.formToken('log-in', request.params.id, secret);
    const isNew = known === undefined;
    const cookies = isNew ? [{ name: logInCookie, value: secret }] : [];
    return { visitor: { secret, csrf, cookies }, isNew };
  }
}
