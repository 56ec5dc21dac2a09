import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { SiteError } from '../frame/site-error.js';
import { exitOnError } from '../frame/site-error.filter.js';
import { Site } from '../frame/site.service.js';
import { failureExit } from '../leave/exit.js';
import { hashOf } from '../security/tokens.js';
import { TppAdmissionService } from './tpp-admission.service.js';
import { ownAuthorisation, ownerAfterEnd } from './visit.js';
import type { Visit } from './visit.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { approvalPath } from '../frame/site-address.js';
import { expectedForm } from './csrf.guard.js';

/** Finds the authorisation to which the PSU logged in, in this browser. */
@Injectable()
export class VisitService {
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
    private readonly admission: TppAdmissionService,
  ) {}

  /** The visit of the authorisation `id`. Throws SiteError for any other browser, and for a stopped TPP. */
  async of(request: FastifyRequest, id: string): Promise<Visit> {
    const visit = await this.visitOf(request, id);
    const { authorisation, reader } = visit;
    exitOnError.set(request, () => failureExit(authorisation, 'unavailable', reader));
    await this.admission.require(visit);
    return visit;
  }

  private async visitOf(request: FastifyRequest, id: string): Promise<Visit> {
    if (!(await this.site.canServe(id))) throw new SiteError('not-found');
    const browser = this.site.browser(request);
    const kept = browser.secretFor(id);
    const others = this.site.secretsAfterEnd(browser, id);
    if (kept === undefined && others.length === 0) throw new SiteError('other-browser');
    const { authorisation: found, now } = await this.authorisations.load(id);
    const secret = kept ?? ownerAfterEnd(found, others);
    if (secret === undefined) throw new SiteError('other-browser');
    const authorisation = ownAuthorisation(found, hashOf(secret));
    if (authorisation === undefined) throw new SiteError('other-browser');
    const csrf = this.site.formToken('decide', id, secret);
    return { id, authorisation, now, reader: this.site.reader(request), secret, csrf };
  }
}

/** The visit that `VisitGuard` found. */
export const currentVisit = new RequestValue<Visit>();

/** Parameter of a controller behind `VisitGuard`: the `Visit`. */
export const CurrentVisit = currentVisit.parameter();

/**
 * Lets only the browser in which the PSU logged in to the authorisation `:id`. Throws SiteError for
 * any other.
 */
@Injectable()
export class VisitGuard implements CanActivate {
  constructor(private readonly visits: VisitService) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest<{ Params: { readonly id: string } }>>();
    const visit = await this.visits.of(request, request.params.id);
    const { id, secret } = visit;
    currentVisit.set(request, visit);
    expectedForm.set(request, { binding: { form: 'decide', id, secret }, again: approvalPath(id) });
    return true;
  }
}
