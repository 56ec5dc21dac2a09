import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { formField } from '../frame/form.pipe.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { SiteError } from '../frame/site-error.js';
import { isSameText } from '../security/tokens.js';

/** The form that a POST has to come from. */
export type ExpectedForm =
  | {
      /** The token of the form; undefined when this browser cannot have the form. */
      readonly token: string | undefined;
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
  canActivate(context: ExecutionContext): true {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const expected = expectedForm.get(request);
    if (expected === undefined) throw new Error('a guard before CsrfGuard has to expect a form');
    if (expected === 'any') return true;
    const { token, again } = expected;
    const isOurs = token !== undefined && isSameText(formField(request.body, 'csrf'), token);
    if (!isOurs) throw new SiteError('form', again);
    return true;
  }
}
