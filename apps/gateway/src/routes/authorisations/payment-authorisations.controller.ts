import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import type {
  AuthorisationList,
  ScaStatusReply,
  StartedAuthorisation,
} from '@nordgate/contracts/http';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { paymentChange, paymentReading } from '../../request/route-requirements.js';
import { ofEveryService, CurrentPaymentPath } from '../payment-products/payment-route.decorator.js';
import type { PaymentPath } from '../payment-products/payment-route.decorator.js';
import { describes, listAuthorisations, readScaStatus } from './authorisation-list.js';
import { paymentWith, requireOpenPayment } from './authorisable-payment.js';
import type { PaymentList } from './authorisable-payment.js';
import { startAuthorisation } from './start-authorisation.js';

/** The routes of one of the two lists of a payment's authorisations, in every service. */
function authorisationsOf(list: PaymentList, described: ReturnType<typeof describes>): Type {
  @Controller('v1')
  class AuthorisationsOfList {
    constructor(private readonly edge: Edge) {}

    @Post(ofEveryService(`/${list}`))
    @SignedRoute(paymentChange, described.start)
    async start(
      @CurrentPaymentPath() path: PaymentPath,
      @CurrentCaller() caller: Caller,
      @Res({ passthrough: true }) reply: FastifyReply,
    ): Promise<StartedAuthorisation> {
      const payment = await paymentWith(list, this.edge, caller, path);
      const started = await startAuthorisation(this.edge, caller, payment, () =>
        requireOpenPayment(list, this.edge, payment),
      );
      reply.headers({
        location: `${payment.path}/${started.authorisationId}`,
        'aspsp-sca-approach': 'REDIRECT',
      });
      return started;
    }

    @Get(ofEveryService(`/${list}`))
    @SignedRoute(paymentReading, described.list)
    async list(
      @CurrentPaymentPath() path: PaymentPath,
      @CurrentCaller() caller: Caller,
    ): Promise<AuthorisationList> {
      const payment = await paymentWith(list, this.edge, caller, path);
      return listAuthorisations(this.edge, caller, payment);
    }

    @Get(ofEveryService(`/${list}/:authorisationId`))
    @SignedRoute(paymentReading, described.status)
    async status(
      @CurrentPaymentPath() path: PaymentPath,
      @Param('authorisationId') authorisationId: string,
      @CurrentCaller() caller: Caller,
    ): Promise<ScaStatusReply> {
      const payment = await paymentWith(list, this.edge, caller, path);
      return readScaStatus(this.edge, caller, payment, authorisationId);
    }
  }
  return AuthorisationsOfList;
}

/** Authorisations of a payment (Berlin Group framework 1.3). */
export const PaymentAuthorisationsController = authorisationsOf(
  'authorisations',
  describes('Payment', 'a payment'),
);

/** Authorisations of the cancellation of a payment. */
export const CancellationAuthorisationsController = authorisationsOf(
  'cancellation-authorisations',
  describes('Cancellation', 'the cancellation of a payment'),
);
