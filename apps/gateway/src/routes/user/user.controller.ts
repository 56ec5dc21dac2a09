import { Controller, Get } from '@nestjs/common';
import { GetSession } from '@nordgate/contracts/queries';
import type { UserReply } from '@nordgate/contracts/http';
import type { SessionAnswer } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { CurrentCaller, SignedRoute } from '../../access/route.js';
import { userReading } from '../../access/route-requirements.js';
import { Redirects } from '../../access/redirects.js';

/** GET /v1/user: the SCA flow for a PISP that is not an AISP (specification 4.4). */
@Controller('v1')
export class UserController {
  constructor(
    private readonly edge: Edge,
    private readonly redirects: Redirects,
  ) {}

  @Get('user')
  @SignedRoute(userReading, {
    id: 'getUser',
    summary: 'The PSU of the session, or the way to SCA',
    answers: { 200: { says: 'The session is live.', schema: 'UserReply' } },
    refuses: [401],
  })
  async user(@CurrentCaller() caller: Caller): Promise<UserReply> {
    const answer = await this.sessionOf(caller);
    if (answer.session === 'live') {
      const { psuId, corporateId, context, endsAt: sessionEndsAt } = answer;
      const psuCorporateId = corporateId && this.edge.agreementId(corporateId, caller);
      return { psuId, ...defined({ psuCorporateId }), context, sessionEndsAt };
    }
    const expired = answer.session === 'expired';
    throw await this.redirects.toAccess(
      caller,
      { method: 'GET', route: '/v1/user' },
      {
        code: expired ? 'SCA_EXPIRED' : 'SCA_NOT_FOUND',
        rule: expired ? 'sca.expired' : 'sca.needed',
      },
    );
  }

  private sessionOf({ tpp, psuId, tppSessionId, generation }: Caller): Promise<SessionAnswer> {
    return psuId === undefined || tppSessionId === undefined
      ? Promise.resolve({ session: 'none' })
      : this.edge.queries.ask(new GetSession(tpp, psuId, tppSessionId, generation));
  }
}
