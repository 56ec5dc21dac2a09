import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { formField } from '../frame/form.pipe.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { SiteError } from '../frame/site-error.js';
import { Site } from '../frame/site.service.js';
import type { FormBinding } from '../frame/site.service.js';

/** The form that a POST has to come from. */
export type ExpectedForm =
  | {
      /** What its token is bound to; undefined when this browser cannot have the form. */
      readonly binding: FormBinding | undefined;
      /** Where the PSU gets the form. */
      readonly again: string;
    }
  /** The POST changes nothing that belongs to a PSU. */
  | 'any';

/** The guard that recognises the browser sets it, before `CsrfGuard` runs. */
export const expectedForm = new RequestValue<ExpectedForm>();

/** Throws SiteError unless the form is one of this site that was made for this browser. */
@Injectable()
export class CsrfGuard implements CanActivate {
  constructor(private readonly site: Site) {}

  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const expected = expectedForm.get(request);
    if (expected === undefined) throw new Error('a guard before CsrfGuard has to expect a form');
    if (expected === 'any') return true;
    const { binding, again } = expected;
    const token = formField(request.body, 'csrf');
    if (binding === undefined || !this.site.isFormToken(binding, token))
      throw new SiteError('form', again);
    return true;
  }
}
