import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RequestValue } from '../frame/request-value.decorator.js';
import { approvalPath } from '../frame/site-path.js';
import { expectedForm } from './csrf.guard.js';
import type { Visit } from './visit.js';
import { VisitService } from './visit.service.js';

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
