import { Injectable } from '@nestjs/common';
import { GetAccess, GetActingCustomer } from '@nordgate/contracts/queries';
import type {
  AccessAnswer,
  AccessRefusal,
  ActingContext,
  ViewableAccount,
} from '@nordgate/contracts/queries';
import type { TextKey } from '@nordgate/contracts/texts';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { Redirects } from '../../access/redirects.js';
import { fault, RequestError } from '../../reply/request-error.js';

/** The accounts that a TPP may read now. */
export interface Readable {
  readonly context: ActingContext;
  readonly accounts: readonly ViewableAccount[];
}

/** The text of each refusal. */
export const ruleOfRefusal: { readonly [Code in AccessRefusal]: TextKey } = {
  CONSENT_UNKNOWN: 'consent.unknown',
  CONSENT_INVALID: 'consent.ended',
  CONSENT_EXPIRED: 'consent.expired',
  SCA_NOT_FOUND: 'sca.none',
  SCA_EXPIRED: 'sca.expired',
};

/** Asks sca before every read of accounts, so a revocation holds from the next read on. */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly edge: Edge,
    private readonly redirects: Redirects,
  ) {}

  /**
   * The accounts that the caller may read. Throws RequestError: 401 with a scaRedirect link without
   * access, 401 without a link for another PSU's agreement. Throws ServiceUnavailableError when sca or accounts does not answer.
   */
  async readable(caller: Caller, route: string): Promise<Readable> {
    const answer = await this.ask(caller);
    // With a PSU-ID that was never issued, the log-in would reject every PSU.
    if (answer.access === 'unknown-psu') throw await this.refuse(asFirstContact(caller), route);
    const context = await this.contextOf(answer.customerId, caller);
    if (answer.access === 'allowed') {
      return { context, accounts: grantedAccounts(context, answer.accounts) };
    }
    throw await this.refuse(caller, route, answer.code);
  }

  private ask(caller: Caller): Promise<AccessAnswer> {
    const { tpp, psuId, corporateId = null, tppSessionId = '', psuIpAddress, generation } = caller;
    if (psuId === undefined) return Promise.resolve({ access: 'unknown-psu' });
    const need = psuIpAddress === undefined ? 'unattended' : 'attended';
    const query = new GetAccess(tpp, psuId, corporateId, tppSessionId, need, generation);
    return this.edge.queries.ask(query);
  }

  /** The context of the request. Throws RequestError, PSU_CREDENTIALS_INVALID, for another PSU's. */
  private async contextOf(customerId: string, { corporateId }: Caller): Promise<ActingContext> {
    const customer = await this.edge.queries.ask(new GetActingCustomer({ customerId }));
    const context = customer?.contexts.find((one) => one.corporateId === corporateId);
    if (context !== undefined) return context;
    const path = corporateId === undefined ? 'PSU-ID' : 'PSU-Corporate-ID';
    throw new RequestError([fault('PSU_CREDENTIALS_INVALID', 'psu.notThatAgreement', path)]);
  }

  private refuse(caller: Caller, route: string, code: AccessRefusal = 'CONSENT_UNKNOWN') {
    const asking = { method: 'GET', route, asks: 'accounts' } as const;
    return this.redirects.toAccess(caller, asking, { code, rule: ruleOfRefusal[code] });
  }
}

/** The caller without its PSU-ID, which was never issued to this TPP. */
export function asFirstContact({
  psuId: _psuId,
  corporateId: _corporateId,
  ...caller
}: Caller): Caller {
  return caller;
}

/** The granted accounts that the customer can still view. Closed accounts are left out. */
export function grantedAccounts(
  context: ActingContext | undefined,
  granted: readonly string[],
): readonly ViewableAccount[] {
  return context?.viewable.filter(({ accountId }) => granted.includes(accountId)) ?? [];
}
