import { Controller, Get } from '@nestjs/common';
import { GetConsentInForce, GetSession } from '@nordgate/contracts/queries';
import type { UserReply } from '@nordgate/contracts/http';
import { defined } from '@nordgate/decider';
import { ServiceUnavailableError } from '@nordgate/service';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { userReading } from '../../request/route-requirements.js';
import { Redirects } from '../../access/redirects.service.js';
import type { RequestError } from '../../reply/request-error.js';
import { asFirstContact } from '../accounts/access-refusals.js';

/** GET /v1/user: the SCA flow for a PISP that is not an AISP (specification 4.4). */
@Controller('v1')
export class UserController {
  constructor(
    private readonly edge: Edge,
    private readonly redirects: Redirects,
  ) {}

  /**
   * The context is the one that the request names: a session is that of TPP and PSU, whatever the context
   * in which it began (rulings on identity).
   */
  @Get('user')
  @SignedRoute(userReading, {
    id: 'getUser',
    summary: 'The PSU of the session, or the way to SCA',
    answers: {
      200: {
        says: 'The session is live; the consent is the one in the context of the request.',
        schema: 'UserReply',
      },
    },
    refuses: [401],
  })
  async user(@CurrentCaller() caller: Caller): Promise<UserReply> {
    const { tpp, psuId, corporateId, tppSessionId, generation } = caller;
    if (psuId === undefined || tppSessionId === undefined) throw await this.toSca(caller, 'none');
    const [session, found] = await Promise.all([
      this.edge.queries.ask(new GetSession(tpp, psuId, tppSessionId, generation)),
      this.consentOf(caller, psuId),
    ]);
    if (session.session !== 'live') throw await this.toSca(caller, session.session);
    const inForce = found?.consent?.consentId;
    const psuCorporateId = corporateId && this.edge.agreementId(corporateId, caller);
    return {
      psuId: session.psuId,
      ...defined({ psuCorporateId }),
      context: corporateId === undefined ? 'PRIVATE' : 'CORPORATE',
      sessionEndsAt: session.endsAt,
      ...defined({ consentId: inForce && this.edge.publicId('consent', inForce, caller) }),
    };
  }

  /** Null while sca cannot say, as in a rollout: the answer goes on without the consent. */
  private consentOf({ tpp, corporateId, generation }: Caller, psuId: string) {
    const query = new GetConsentInForce(tpp, psuId, corporateId ?? null, generation);
    return this.edge.queries.ask(query).catch((error: unknown) => {
      if (error instanceof ServiceUnavailableError) return null;
      throw error;
    });
  }

  /** With a PSU-ID that was never issued, the log-in would reject every PSU. */
  private toSca(
    caller: Caller,
    session: 'none' | 'expired' | 'unknown-psu',
  ): Promise<RequestError> {
    const asking = { method: 'GET', route: '/v1/user' } as const;
    const whose = session === 'unknown-psu' ? asFirstContact(caller) : caller;
    return session === 'expired'
      ? this.redirects.toAccess(whose, asking, { code: 'SCA_EXPIRED', rule: 'sca.expired' })
      : this.redirects.toAccess(whose, asking, { code: 'SCA_NOT_FOUND', rule: 'sca.needed' });
  }
}
