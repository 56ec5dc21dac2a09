import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { redirectTo } from '../frame/answer.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { RedirectError } from '../frame/site-error.js';
import { linkPath } from '../frame/site-path.js';
import { expectedForm } from '../visit/csrf.guard.js';
import type { FollowedLink } from './link-answer.js';
import { LinkService } from './link.service.js';
import type { LinkParameters } from './link.service.js';

const currentLink = new RequestValue<FollowedLink>();

/** Parameter of a controller behind `LinkGuard`: the `FollowedLink`. */
export const CurrentLink = currentLink.parameter();

/** Follows the link of a request. Throws as `LinkService.follow`. */
@Injectable()
export class LinkGuard implements CanActivate {
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
