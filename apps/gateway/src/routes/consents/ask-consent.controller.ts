import { Controller, Post, Res } from '@nestjs/common';
import type { Initiator } from '@nordgate/contracts/events';
import { ConsentCreated } from '@nordgate/contracts/http';
import type { Fault } from '@nordgate/contracts/http';
import { GetConsent } from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { Redirects } from '../../access/redirects.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { consentCreation } from '../../request/route-requirements.js';
import { fault, RequestError, unavailable } from '../../reply/request-error.js';
import { warningsOf } from '../../reply/tpp-messages.js';
import { consentsPath, deprecatedConsentsPath } from '../../access/links.js';
import { createdHeaders } from '../../request/not-offered.hook.js';

const asked = {
  says: 'The consent is asked for: send the PSU to scaRedirect.',
  schema: 'ConsentCreated',
  headers: createdHeaders,
} as const;

/**
 * Requests for a consent (specification 4.4, 5.10). The PSU picks the accounts at the bank. The id of a
 * consent is that of its first authorisation.
 */
@Controller()
export class AskConsentController {
  constructor(
    private readonly edge: Edge,
    private readonly redirects: Redirects,
  ) {}

  @Post(consentsPath)
  @SignedRoute(consentCreation, {
    id: 'askConsent',
    summary: 'Ask for a consent; the PSU picks the accounts at the bank',
    answers: { 201: asked },
    refuses: [409],
  })
  ask(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConsentCreated> {
    return this.open(caller, reply, consentsPath, []);
  }

  /** The same under its former name. The body is not read. */
  @Post(deprecatedConsentsPath)
  @SignedRoute(consentCreation, {
    id: 'askConsentAsBefore',
    deprecated: true,
    summary: 'The same under its former name (deprecated); the body is not read',
    answers: { 201: asked },
    refuses: [409],
  })
  askAsBefore(
    @CurrentCaller() caller: Caller,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConsentCreated> {
    const warning = fault('FORMAT_ERROR', 'consent.deprecated');
    return this.open(caller, reply, deprecatedConsentsPath, [warning]);
  }

  /**
   * Opens the consent. A repeat of the request gets the same consent with its current status. Throws
   * RequestError: CONFLICT when the X-Request-ID belongs to another request, 503 while the consent is
   * not opened yet.
   */
  private async open(
    caller: Caller,
    reply: FastifyReply,
    route: string,
    warnings: readonly Fault[],
  ): Promise<ConsentCreated> {
    const asking = { method: 'POST', route, asks: 'accounts' } as const;
    const { authorisation, href } = await this.redirects.open(caller, asking);
    const query = new GetConsent(caller.tpp, authorisation.id);
    const view: ConsentView | null = await this.edge.queries.ask(query);
    if (view === null) throw unavailable();
    if (!isSameRequest(view.initiator, caller)) {
      throw new RequestError([fault('CONFLICT', 'request.idReused', 'X-Request-ID')]);
    }
    const { consentId, links } = this.redirects.consentOf(caller, authorisation.id);
    reply.headers({ location: links.self.href, 'aspsp-sca-approach': 'REDIRECT' });
    return {
      consentStatus: view.consentStatus,
      consentId,
      ...defined({ scaStatus: view.scaStatus }),
      ...warningsOf([...caller.warnings, ...warnings], caller.language),
      _links: {
        scaRedirect: { href, verbs: ['GET'] },
        ...links,
      },
    };
  }
}

/** Compares all but the TPP-Session-ID, which the gateway mints at first contact. */
function isSameRequest(first: Initiator, { redirectUri = '', ...caller }: Caller): boolean {
  return (
    first.redirectUri === redirectUri &&
    first.nokRedirectUri === caller.nokRedirectUri &&
    first.psuId === caller.psuId &&
    first.corporateId === caller.corporateId &&
    first.context === caller.context
  );
}
