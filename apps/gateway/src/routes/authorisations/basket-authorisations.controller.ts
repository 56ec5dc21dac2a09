import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import type {
  AuthorisationList,
  ScaStatusReply,
  StartedAuthorisation,
} from '@nordgate/contracts/http';
import type { BasketView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { paymentChange, paymentReading } from '../../request/route-requirements.js';
import { findLiveBasket } from '../baskets/find-basket.js';
import { fault, RequestError, undecided } from '../../reply/request-error.js';
import type { Authorisable } from './authorisation-list.js';
import { describes, listAuthorisations, readScaStatus } from './authorisation-list.js';
import { startAuthorisation } from './start-authorisation.js';

const described = describes('Basket', 'a signing basket');

/** Authorisations of a signing basket (Berlin Group framework 1.3). */
@Controller('v1/signing-baskets/:id/authorisations')
export class BasketAuthorisationsController {
  constructor(private readonly edge: Edge) {}

  @Post()
  @SignedRoute(paymentChange, described.start)
  async start(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedAuthorisation> {
    const { authorisable, view } = await this.basket(id, caller);
    const started = await startAuthorisation(this.edge, caller, authorisable, () => {
      if (!view.isOpen) throw new RequestError([fault('CONFLICT', 'basket.notOpen')]);
    });
    reply.headers({
      location: `${authorisable.path}/${started.authorisationId}`,
      'aspsp-sca-approach': 'REDIRECT',
    });
    return started;
  }

  @Get()
  @SignedRoute(paymentReading, described.list)
  async list(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AuthorisationList> {
    const { authorisable } = await this.basket(id, caller);
    return listAuthorisations(this.edge, caller, authorisable);
  }

  @Get(':authorisationId')
  @SignedRoute(paymentReading, described.status)
  async status(
    @Param('id') id: string,
    @Param('authorisationId') authorisationId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ScaStatusReply> {
    const { authorisable } = await this.basket(id, caller);
    return readScaStatus(this.edge, caller, authorisable, authorisationId);
  }

  private async basket(
    id: string,
    caller: Caller,
  ): Promise<{ readonly authorisable: Authorisable; readonly view: BasketView }> {
    const { basketId, view } = await findLiveBasket(this.edge, caller, id);
    if (view === undefined) throw undecided();
    const { initiator, paymentIds, authorisationId: first } = view;
    const basket = `/v1/signing-baskets/${id}`;
    const authorisable: Authorisable = {
      kind: 'basket',
      resourceId: basketId,
      paymentIds,
      initiator,
      path: `${basket}/authorisations`,
      statusPath: `${basket}/status`,
      ...defined({
        firstAuthorisationId: first,
        isSignedOnce: view.signedBy === undefined ? undefined : (true as const),
      }),
    };
    return { authorisable, view };
  }
}
