import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import type {
  AuthorisationList,
  ScaStatusReply,
  StartedAuthorisation,
} from '@nordgate/contracts/http';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { SignedRoute } from '../../request/route.js';
import { CurrentCaller } from '../../access/verified-request.js';
import { paymentChange, paymentReading } from '../../request/route-requirements.js';
import { ofEveryService, CurrentPaymentPath } from '../payment-products/payment-route.js';
import type { PaymentPath } from '../payment-products/payment-route.js';
import { describes } from './described.js';
import { paymentWith, requireOpenPayment } from './authorisable-payment.js';
import { listAuthorisations, readScaStatus } from './read-authorisations.js';
import { startAuthorisation } from './start-authorisation.js';

const described = describes('Payment', 'a payment');

/** Authorisations of a payment, in every service (Berlin Group framework 1.3). */
@Controller('v1')
export class PaymentAuthorisationsController {
  constructor(private readonly edge: Edge) {}

  @Post(ofEveryService('/authorisations'))
  @SignedRoute(paymentChange, described.start)
  async start(
    @CurrentPaymentPath() path: PaymentPath,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedAuthorisation> {
    const payment = await paymentWith('authorisations', this.edge, caller, path);
    const started = await startAuthorisation(this.edge, caller, payment, () =>
      requireOpenPayment('authorisations', this.edge, payment),
    );
    reply.headers({
      location: `${payment.path}/${started.authorisationId}`,
      'aspsp-sca-approach': 'REDIRECT',
    });
    return started;
  }

  @Get(ofEveryService('/authorisations'))
  @SignedRoute(paymentReading, described.list)
  async list(
    @CurrentPaymentPath() path: PaymentPath,
    @CurrentCaller() caller: Caller,
  ): Promise<AuthorisationList> {
    const payment = await paymentWith('authorisations', this.edge, caller, path);
    return listAuthorisations(this.edge, caller, payment);
  }

  @Get(ofEveryService('/authorisations/:authorisationId'))
  @SignedRoute(paymentReading, described.status)
  async status(
    @CurrentPaymentPath() path: PaymentPath,
    @Param('authorisationId') authorisationId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ScaStatusReply> {
    const payment = await paymentWith('authorisations', this.edge, caller, path);
    return readScaStatus(this.edge, caller, payment, authorisationId);
  }
}
