import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { AuthorisationService } from '../bank/authorisation.service.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { SiteError } from '../frame/site-error.js';
import { exitOnError } from '../frame/site-error.filter.js';
import { approvalPath } from '../frame/site-path.js';
import { Site } from '../frame/site.service.js';
import { failureExit } from '../redirect/exit.js';
import { hashOf } from '../security/tokens.js';
import { expectedForm } from './csrf.guard.js';
import { TppAdmissionService } from './tpp-admission.service.js';
import { ownAuthorisation } from './visit.js';
import type { Visit } from './visit.js';

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
  constructor(
    private readonly site: Site,
    private readonly authorisations: AuthorisationService,
    private readonly admission: TppAdmissionService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest<{ Params: { readonly id: string } }>>();
    const visit = await this.visitOf(request, request.params.id);
    const { authorisation, id, reader, secret } = visit;
    currentVisit.set(request, visit);
    expectedForm.set(request, {
      binding: { form: 'decide', id, secret },
      again: approvalPath(id),
    });
    exitOnError.set(request, () => failureExit(authorisation, 'unavailable', reader));
    await this.admission.require(visit);
    return true;
  }

  private async visitOf(request: FastifyRequest, id: string): Promise<Visit> {
    if (!(await this.site.canServe(id))) throw new SiteError('not-found');
    const secret = this.site.browser(request).secretFor(id);
    if (secret === undefined) throw new SiteError('other-browser');
    const { authorisation: found, now } = await this.authorisations.load(id);
    const authorisation = ownAuthorisation(found, hashOf(secret));
    if (authorisation === undefined) throw new SiteError('other-browser');
    const csrf = this.site.formToken('decide', id, secret);
    return { id, authorisation, now, reader: this.site.reader(request), secret, csrf };
  }
}
