import { Injectable } from '@nestjs/common';
import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { generationOf } from '@nordgate/contracts/rules';
import type { FastifyRequest } from 'fastify';
import { isOver, minutesAfter } from '../../session/deadline.js';
import { isSpent } from '../../passkeys/passkeys.js';
import { isEnrolment } from '../../authorisation/same-challenge.js';
import { redirectTo } from '../frame/answer.js';
import { RequestValue } from '../frame/request-value.decorator.js';
import { RedirectError } from '../frame/site-error.js';
import { enrolmentPath, overviewPath } from '../frame/site-address.js';
import { Site } from '../frame/site.service.js';
import type { FormBinding } from '../frame/site.service.js';
import { PasskeyService } from '../passkey/passkey.service.js';
import { expectedForm } from '../visit/csrf.guard.js';
import { currentVisit } from '../visit/visit.guard.js';
import type { CustomerVisit } from '../visit/visit.js';

/** A request of a browser whose PSU proved by SCA that they want to add a passkey. */
export interface EnrolmentVisit extends CustomerVisit {
  /** The id of the authorisation. It allows one passkey. */
  readonly id: string;
  /** The passkey of the authorisation is added. */
  readonly isDone: boolean;
  /** The token for the forms of the page, and what it is bound to. */
  readonly csrf: string;
  readonly binding: FormBinding;
}

const currentEnrolment = new RequestValue<EnrolmentVisit>();

/** Parameter of a controller behind `EnrolmentGuard`: the `EnrolmentVisit`. */
export const CurrentEnrolment = currentEnrolment.parameter();

/**
 * Stands behind `VisitGuard`. Lets in a browser for some minutes after the SCA, until the PSU cancels
 * or logs out. Sends any other to the overview.
 */
@Injectable()
export class EnrolmentGuard implements CanActivate {
  constructor(
    private readonly site: Site,
    private readonly passkeys: PasskeyService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const visit = await this.visitOf(request);
    if (visit === undefined) throw new RedirectError(redirectTo(overviewPath));
    currentEnrolment.set(request, visit);
    expectedForm.set(request, { binding: visit.binding, again: enrolmentPath(visit.id) });
    return true;
  }

  private async visitOf(request: FastifyRequest): Promise<EnrolmentVisit | undefined> {
    const visit = currentVisit.get(request);
    if (visit === undefined) throw new Error('VisitGuard has to run before EnrolmentGuard');
    const { authorisation, id, now, secret } = visit;
    if (this.site.browser(request).enrolmentId !== id) return undefined;
    if (authorisation.is !== 'finalised' || !isEnrolment(authorisation.resource)) return undefined;
    if (authorisation.endedAt !== undefined) return undefined;
    const end = minutesAfter(authorisation.outcome.at, this.site.approvalMinutes);
    if (isOver(end, now)) return undefined;
    const { customerId } = authorisation.psu;
    const generation = generationOf(id);
    const isDone = isSpent(await this.passkeys.of({ customerId, generation }), id);
    const binding = { form: 'passkey', id, secret } as const;
    const csrf = this.site.formToken('passkey', id, secret);
    return { id, customerId, generation, isDone, csrf, binding };
  }
}
