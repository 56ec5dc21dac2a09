import { Controller, Get } from '@nestjs/common';
import type { AgreementsReply } from '@nordgate/contracts/http';
import { GetAccess, GetActingCustomer } from '@nordgate/contracts/queries';
import type { SessionRefusal } from '@nordgate/contracts/queries';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { SignedRoute } from '../../request/route.decorator.js';
import { CurrentCaller } from '../../access/verified-request.decorator.js';
import { agreementReading } from '../../request/route-requirements.js';
import { Redirects } from '../../access/redirects.service.js';
import type { RequestError } from '../../reply/request-error.js';
import { asFirstContact, ruleOfRefusal } from './access-refusals.js';

const route = '/v1/agreements';

/** GET /v1/agreements: the agreements of a known PSU (specification 4.4, 5.14). */
@Controller()
export class AgreementsController {
  constructor(
    private readonly edge: Edge,
    private readonly redirects: Redirects,
  ) {}

  /** Needs a live session, but no granted account: the PSU grants accounts after the agreement. */
  @Get(route)
  @SignedRoute(agreementReading, {
    id: 'getAgreements',
    summary: 'Whom the PSU may act for',
    answers: { 200: { says: 'The agreements.', schema: 'AgreementsReply' } },
    refuses: [401],
  })
  async agreements(@CurrentCaller() caller: Caller): Promise<AgreementsReply> {
    const customer = await this.edge.queries.ask(
      new GetActingCustomer({ customerId: await this.customerOf(caller) }),
    );
    const corporate = customer?.contexts ?? [];
    return {
      agreements: corporate.flatMap(({ corporateId, name, roles = [] }) =>
        corporateId === undefined
          ? []
          : [{ id: this.edge.agreementId(corporateId, caller), name, roles }],
      ),
    };
  }

  private async customerOf(caller: Caller): Promise<string> {
    const { tpp, psuId, tppSessionId = '', psuIpAddress, generation } = caller;
    if (psuId === undefined) throw await this.refuse(caller, 'CONSENT_UNKNOWN');
    const need = psuIpAddress === undefined ? 'unattended' : 'attended';
    const query = new GetAccess(tpp, psuId, null, tppSessionId, need, generation);
    const answer = await this.edge.queries.ask(query);
    if (answer.access === 'unknown-psu') {
      throw await this.refuse(asFirstContact(caller), 'CONSENT_UNKNOWN');
    }
    if (answer.access === 'allowed' || answer.session === undefined) return answer.customerId;
    throw await this.refuse(caller, answer.session);
  }

  private refuse(caller: Caller, code: SessionRefusal | 'CONSENT_UNKNOWN'): Promise<RequestError> {
    const rule = ruleOfRefusal[code];
    const asking = { method: 'GET', route, asks: 'accounts' } as const;
    return this.redirects.toAccess(caller, asking, { code, rule });
  }
}
