import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { generationOf } from '@nordgate/contracts/rules';
import { isOver, minutesAfter } from '../../session/deadline.js';
import { isOverview } from '../../authorisation/same-challenge.js';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { Site } from '../frame/site.service.js';
import type { FormBinding } from '../frame/site.service.js';
import type { Browser } from '../security/browser.js';
import { hashOf } from '../security/tokens.js';
import { ownAuthorisation } from './visit.js';
import type { CustomerVisit } from './visit.js';
import { redirectTo } from '../frame/answer.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { RedirectError } from '../frame/site-error.js';
import { overviewPath } from '../frame/site-address.js';
import { expectedForm } from './csrf.guard.js';

/** A request of a browser whose PSU proved by SCA who they are, a few minutes ago. */
export interface OverviewVisit extends CustomerVisit {
  /** The time of the database. */
  readonly now: string;
  /** The token for the forms of the overview, and what it is bound to. */
  readonly csrf: string;
  readonly binding: FormBinding;
}

/** Finds out whether a browser may see an overview. */
@Injectable()
export class OverviewVisitService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
  ) {}

  /** The visit; undefined when there was no SCA in this browser, when it is too long ago,
   * or when the PSU has logged out. */
  async of(browser: Browser): Promise<OverviewVisit | undefined> {
    const id = browser.overviewId;
    if (id === undefined || !(await this.site.canServe(id))) return undefined;
    const secret = browser.secretFor(id);
    if (secret === undefined) return undefined;
    const { authorisation, now } = await this.authorisations.load(id);
    const own = ownAuthorisation(authorisation, hashOf(secret));
    if (own?.is !== 'finalised' || !isOverview(own.resource)) return undefined;
    if (own.endedAt !== undefined) return undefined;
    if (isOver(minutesAfter(own.outcome.at, this.site.approvalMinutes), now)) return undefined;
    const binding = { form: 'overview', id, secret } as const;
    const csrf = this.site.formToken('overview', id, secret);
    return { customerId: own.psu.customerId, generation: generationOf(id), now, csrf, binding };
  }
}

const currentOverview = new RequestValue<OverviewVisit>();

/** Parameter of a controller behind `OverviewGuard`: the `OverviewVisit`. */
export const CurrentOverview = currentOverview.parameter();

/** Marks a method that serves a request also when there is no visit: its parameter is undefined. */
export const VisitOptional = Reflector.createDecorator<true>();

/** Lets in the browsers that may see an overview. Sends any other to the start of the overview. */
@Injectable()
export class OverviewGuard implements CanActivate {
  constructor(
    private readonly site: Site,
    private readonly visits: OverviewVisitService,
    private readonly reflector: Reflector,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const visit = await this.visits.of(this.site.browser(request));
    if (visit !== undefined) {
      currentOverview.set(request, visit);
      expectedForm.set(request, { binding: visit.binding, again: overviewPath });
      return true;
    }
    const isOptional = this.reflector.get(VisitOptional, context.getHandler()) === true;
    if (!isOptional) throw new RedirectError(redirectTo(overviewPath));
    expectedForm.set(request, 'any');
    return true;
  }
}

/** Expects the form at the start of the overview, before anybody has logged in. */
@Injectable()
export class OverviewStartGuard implements CanActivate {
  constructor(private readonly site: Site) {}

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const secret = this.site.browser(request).visitorSecret;
    const binding =
      secret === undefined ? undefined : ({ form: 'overview', id: '', secret } as const);
    expectedForm.set(request, { binding, again: overviewPath });
    return true;
  }
}

/** Ends visits of the bank's own pages on the server, so that a copy of the cookies opens nothing. */
@Injectable()
export class VisitEndService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
  ) {}

  /** Ends the overview and the enrolment of this browser. Throws ServiceUnavailableError. */
  async logOut(browser: Browser): Promise<void> {
    await this.end(browser, browser.overviewId);
    await this.endEnrolment(browser);
  }

  /** Ends the enrolment of this browser. Throws ServiceUnavailableError. */
  endEnrolment(browser: Browser): Promise<void> {
    return this.end(browser, browser.enrolmentId);
  }

  /** Only the browser in which the PSU logged in can end the visit: the id alone is no secret. */
  private async end(browser: Browser, id: string | undefined): Promise<void> {
    if (id === undefined || !(await this.site.canServe(id))) return;
    const secret = browser.secretFor(id);
    if (secret === undefined) return;
    const { authorisation } = await this.authorisations.load(id);
    if (ownAuthorisation(authorisation, hashOf(secret))?.is !== 'finalised') return;
    await this.authorisations.execute(id, { type: 'EndVisit', data: {} });
  }
}
