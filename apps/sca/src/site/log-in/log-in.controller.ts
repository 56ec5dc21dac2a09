import { Injectable, Body, Get, Post, Query, UseGuards } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { redirectTo } from '../frame/answer.js';
import type { Answer } from '../frame/answer.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { RedirectError } from '../frame/site-error.js';
import { linkPath } from '../frame/site-address.js';
import { expectedForm, CsrfGuard } from '../visit/csrf.guard.js';
import type { FollowedLink } from './link-answer.js';
import { logInPage, waitingPage } from './link-answer.js';
import { LinkService } from './link.service.js';
import type { LinkParameters } from './link.service.js';
import { PageController } from '../frame/answer.interceptor.js';
import { FormPipe } from '../frame/form.pipe.js';
import type { FormOf } from '../frame/form.pipe.js';
import { CurrentBrowser } from '../frame/site.service.js';
import { siteErrorsOf } from '../oidc/provider-failure.js';
import { ProviderVisitService } from '../oidc/provider-visit.service.js';
import type { Browser } from '../security/browser.js';
import { CurrentAddress, GuessService } from '../limits/guess.service.js';
import { LogInService } from './log-in.service.js';

const currentLink = new RequestValue<FollowedLink>();

/** Parameter of a controller behind `LinkGuard`: the `FollowedLink`. */
const CurrentLink = currentLink.parameter();

/** Follows the link of a request. Throws as `LinkService.follow`. */
@Injectable()
class LinkGuard implements CanActivate {
  constructor(private readonly links: LinkService) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest<{ Params: LinkParameters }>>();
    const link = await this.links.follow(request, request.params);
    const { id, state, token, visitor } = link;
    const again = linkPath(id, token);
    if (state.is === 'not-open-yet' && request.method === 'POST') {
      throw new RedirectError(redirectTo(again));
    }
    currentLink.set(request, link);
    // A browser without the cookie has never shown the form.
    const isNew = visitor.cookies.length > 0;
    const { secret } = visitor;
    const binding = isNew ? undefined : ({ form: 'log-in', id, secret } as const);
    expectedForm.set(request, { binding, again });
    return true;
  }
}

const queryFields = { waited: 'text' } as const;
const formFields = { customerNumber: 'text' } as const;

/** The length of the field. */
const typedMax = 20;

/** `/sign/<id>/<token>`: the link that the TPP sends the PSU to. */
@PageController('sign/:id/:token')
@UseGuards(LinkGuard)
export class LogInController {
  constructor(
    private readonly logIns: LogInService,
    private readonly guesses: GuessService,
    private readonly providerVisits: ProviderVisitService,
  ) {}

  @Get()
  async show(
    @CurrentLink() link: FollowedLink,
    @Query(new FormPipe(queryFields)) { waited }: FormOf<typeof queryFields>,
  ): Promise<Answer> {
    const { state } = link;
    switch (state.is) {
      case 'not-open-yet':
        return waitingPage(link, waited);
      case 'ended':
        return this.logIns.ended(link, state);
      case 'open':
        return logInPage(link, state.authorisation);
    }
  }

  @Post()
  @UseGuards(CsrfGuard)
  async logIn(
    @CurrentLink() link: FollowedLink,
    @Body(new FormPipe(formFields)) { customerNumber: typed }: FormOf<typeof formFields>,
    @CurrentAddress() address: string,
    @CurrentBrowser() browser: Browser,
  ): Promise<Answer> {
    const { state } = link;
    if (state.is === 'not-open-yet') throw new Error('LinkGuard redirects this request');
    if (state.is === 'ended') return this.logIns.comesLate(link, state.authorisation);
    const received = state.authorisation;
    if (link.provider !== undefined) return this.goToProvider(link, browser);
    const customerNumber = customerNumberOf(typed);
    if (customerNumber === undefined) {
      return logInPage(link, received, { error: 'logIn.form', typed: typed.slice(0, typedMax) });
    }
    return this.guesses.logIn(address, () => this.logIns.attempt(link, received, customerNumber));
  }

  private goToProvider({ id, reader, token }: FollowedLink, browser: Browser): Promise<Answer> {
    const use = { is: 'log-in', id, token } as const;
    return siteErrorsOf(linkPath(id, token), undefined, () =>
      this.providerVisits.start(use, { browser, reader }),
    );
  }
}

const digits = /^\d{11}$/;

/** The customer number of a person, without blanks, dots and dashes; undefined for any other text. */
export function customerNumberOf(typed: string): string | undefined {
  const number = typed.replaceAll(/[\s.-]/g, '');
  return digits.test(number) ? number : undefined;
}
