import { Controller, Get, Param, Post, Res } from '@nestjs/common';
import type {
  AuthorisationList,
  ScaStatusReply,
  StartedAuthorisation,
} from '@nordgate/contracts/http';
import type { ConsentView } from '@nordgate/contracts/queries';
import type { FastifyReply } from 'fastify';
import { consentsPath, deprecatedConsentsPath, asDeprecated } from '../../access/links.js';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { consentChange, consentReading } from '../../request/route-requirements.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { findConsent } from '../consents/find-consent.js';
import type { Authorisable } from './authorisation-list.js';
import { describes, listAuthorisations, readScaStatus } from './authorisation-list.js';
import { startAuthorisation } from './start-authorisation.js';

const described = describes('Consent', 'a consent');
const asBefore = describes('Consent', 'a consent', 'AsBefore');

/** Authorisations of a consent (Berlin Group framework 1.3), also under the former path of consents. */
@Controller()
export class ConsentAuthorisationsController {
  constructor(private readonly edge: Edge) {}

  @Post(`${deprecatedConsentsPath}/:id/authorisations`)
  @SignedRoute(consentChange, asBefore.start)
  startAsBefore(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedAuthorisation> {
    return this.start(id, asDeprecated(caller), reply);
  }

  @Get(`${deprecatedConsentsPath}/:id/authorisations`)
  @SignedRoute(consentReading, asBefore.list)
  listAsBefore(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
  ): Promise<AuthorisationList> {
    return this.list(id, asDeprecated(caller));
  }

  @Get(`${deprecatedConsentsPath}/:id/authorisations/:authorisationId`)
  @SignedRoute(consentReading, asBefore.status)
  statusAsBefore(
    @Param('id') id: string,
    @Param('authorisationId') authorisationId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ScaStatusReply> {
    return this.status(id, authorisationId, asDeprecated(caller));
  }

  @Post(`${consentsPath}/:id/authorisations`)
  @SignedRoute(consentChange, described.start)
  async start(
    @Param('id') id: string,
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StartedAuthorisation> {
    const { authorisable, view } = await this.consent(id, caller);
    const started = await startAuthorisation(this.edge, caller, authorisable, () => {
      if (view.consentStatus === 'received') return;
      throw new RequestError([fault('CONFLICT', 'consent.notOpen')]);
    });
    reply.headers({
      location: `${authorisable.path}/${started.authorisationId}`,
      'aspsp-sca-approach': 'REDIRECT',
    });
    return started;
  }

  @Get(`${consentsPath}/:id/authorisations`)
  @SignedRoute(consentReading, described.list)
  async list(@Param('id') id: string, @CurrentCaller() caller: Caller): Promise<AuthorisationList> {
    const { authorisable } = await this.consent(id, caller);
    return listAuthorisations(this.edge, caller, authorisable);
  }

  @Get(`${consentsPath}/:id/authorisations/:authorisationId`)
  @SignedRoute(consentReading, described.status)
  async status(
    @Param('id') id: string,
    @Param('authorisationId') authorisationId: string,
    @CurrentCaller() caller: Caller,
  ): Promise<ScaStatusReply> {
    const { authorisable } = await this.consent(id, caller);
    return readScaStatus(this.edge, caller, authorisable, authorisationId);
  }

  private async consent(
    id: string,
    caller: Caller,
  ): Promise<{ readonly authorisable: Authorisable; readonly view: ConsentView }> {
    const { consentId, view } = await findConsent(this.edge, caller, id);
    const authorisable: Authorisable = {
      kind: 'access',
      resourceId: consentId,
      paymentIds: [],
      initiator: view.initiator,
      firstAuthorisationId: consentId,
      path: `${consentsPath}/${id}/authorisations`,
      statusPath: `${consentsPath}/${id}/status`,
    };
    return { authorisable, view };
  }
}
