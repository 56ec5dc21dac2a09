import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { redirectTo } from '../frame/answer.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { RedirectError } from '../frame/site-error.js';
import { overviewPath } from '../frame/site-path.js';
import { Site } from '../frame/site.service.js';
import { expectedForm } from './csrf.guard.js';
import { OverviewVisitService } from './overview-visit.service.js';
import type { OverviewVisit } from './overview-visit.service.js';

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
