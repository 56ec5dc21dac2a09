import { Injectable } from '@nestjs/common';
import { GetAccess, GetActingCustomer } from '@nordgate/contracts/queries';
import type {
  AccessAnswer,
  AccessRefusal,
  ActingContext,
  ViewableAccount,
} from '@nordgate/contracts/queries';
import type { TextKey } from '@nordgate/contracts/texts';
import type { Caller } from '../access/caller.js';
import { Edge } from '../access/edge.js';
import { Redirects } from '../access/redirects.js';
import { fault, Refused } from '../reply/refused.js';
import { grantedAccounts } from './granted-accounts.js';

/** What a TPP may read right now. */
export interface Readable {
  readonly context: ActingContext;
  readonly accounts: readonly ViewableAccount[];
}

/** How each refusal is worded. */
export const ruleOfRefusal: { readonly [Code in AccessRefusal]: TextKey } = {
  CONSENT_UNKNOWN: 'consent.unknown',
  CONSENT_INVALID: 'consent.ended',
  CONSENT_EXPIRED: 'consent.expired',
  SCA_NOT_FOUND: 'sca.none',
  SCA_EXPIRED: 'sca.expired',
};

/** Asks sca before every read of accounts: what the PSU revoked is refused from the next one on. */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly edge: Edge,
    private readonly redirects: Redirects,
  ) {}

  /**
   * The accounts that may be read. Throws Refused: 401 with a scaRedirect link, 401 without one for an
   * agreement that is not the PSU's, HTTP_HEADER_REQUIRED for a corporate user who named none; and
   * ServiceUnavailable when nobody can tell.
   */
  async demand(caller: Caller, route: string): Promise<Readable> {
    const answer = await this.ask(caller);
    // A PSU-ID that was never given would only lead the log-in to refuse whoever logs in.
    if (answer.access === 'unknown-psu') throw await this.refuse(asFirstContact(caller), route);
    const context = await this.contextOf(answer.customerId, caller);
    if (answer.access === 'allowed') {
      return { context, accounts: grantedAccounts(context, answer.accounts) };
    }
    if (answer.isCorporateOnly && caller.context !== 'PRIVATE') throw corporateIdRequired();
    throw await this.refuse(caller, route, answer.code);
  }

  private ask(caller: Caller): Promise<AccessAnswer> {
    const { tpp, psuId, corporateId = null, tppSessionId = '', psuIpAddress } = caller;
    if (psuId === undefined) return Promise.resolve({ access: 'unknown-psu' });
    const need = psuIpAddress === undefined ? 'unattended' : 'attended';
    return this.edge.queries.ask(new GetAccess(tpp, psuId, corporateId, tppSessionId, need));
  }

  /** The context that the request names. Throws Refused, PSU_CREDENTIALS_INVALID, if it is not theirs. */
  private async contextOf(customerId: string, { corporateId }: Caller): Promise<ActingContext> {
    const customer = await this.edge.queries.ask(new GetActingCustomer({ customerId }));
    const context = customer?.contexts.find((one) => one.corporateId === corporateId);
    if (context !== undefined) return context;
    const path = corporateId === undefined ? 'PSU-ID' : 'PSU-Corporate-ID';
    throw new Refused([fault('PSU_CREDENTIALS_INVALID', 'psu.notThatAgreement', path)]);
  }

  private refuse(caller: Caller, route: string, code: AccessRefusal = 'CONSENT_UNKNOWN') {
    const asking = { method: 'GET', route, asks: 'accounts' } as const;
    return this.redirects.toAccess(caller, asking, { code, rule: ruleOfRefusal[code] });
  }
}

/** The same request without the PSU-ID that this TPP was never given. */
export function asFirstContact({
  psuId: _psuId,
  corporateId: _corporateId,
  ...caller
}: Caller): Caller {
  return caller;
}

/** A corporate user has to name the agreement (specification 5.14). */
function corporateIdRequired(): Refused {
  return new Refused([
    fault('HTTP_HEADER_REQUIRED', 'psu.corporateIdRequired', 'PSU-Corporate-ID'),
  ]);
}
