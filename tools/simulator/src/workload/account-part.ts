import {
  GetAccountAccess,
  GetConsent,
  GetReadableAccounts,
  GiveBackRead,
} from '@nordgate/contracts/queries';
import type { ConsentView } from '@nordgate/contracts/queries';
import { streams } from '@nordgate/contracts/rules';
import { ids } from '../bank/simulated-bank.js';
import { derivedIds, hashOf, tpp } from './derived-ids.js';
import type { GatewayPart } from './gateway-part.js';
import type { Gateways } from './gateways.js';

const consentsRoute = '/v1/consents';

/** A consent that the TPP has asked for, and the session that it belongs to. */
export interface AskedConsent {
  readonly consentId: string;
  readonly tppSessionId: string;
}

/** Which read of one account, and for whom. */
export interface AskedRead {
  readonly psuId: string;
  readonly tppSessionId: string;
  readonly kind: 'balances' | 'transactions';
  readonly need: 'attended' | 'unattended';
  readonly accountId: string;
}

/** How the gateway answers a read: 200, 429, 401 with a code, or 503. */
export type ReadAnswer =
  | { readonly is: 'answered'; readonly booked: string }
  | { readonly is: 'exceeded' }
  | { readonly is: 'refused'; readonly code: string }
  | { readonly is: 'unknown' };

/** What a gateway sends for consents and for reads of accounts. Each method is one request. */
export class AccountPart {
  constructor(
    private readonly gateways: Gateways,
    private readonly generation: number,
  ) {}

  /** POST of a consent. Undefined for what is answered with 503. */
  askConsent(requestId: string): Promise<AskedConsent | undefined> {
    return this.gateways.request((gateway) => this.#askConsent(requestId, gateway));
  }

  async #askConsent(requestId: string, gateway: GatewayPart): Promise<AskedConsent | undefined> {
    const created = { requestId, route: consentsRoute, kind: 'access' } as const;
    const { authorisationId: consentId } = derivedIds(created, this.generation);
    const stream = streams.authorisation.id(consentId);
    const initiator = gateway.initiatorOf(requestId);
    const data = {
      resource: { kind: 'access', asks: 'accounts', consentId },
      initiator,
      tokenHash: hashOf(consentId),
    };
    const command = { id: `${stream}/open`, type: 'OpenAuthorisation', stream, data };
    const read = () => gateway.ask(new GetConsent(tpp, consentId));
    const asked = await gateway.tell('sca.commands.v1', command as never, async () => {
      return (await read()) ?? undefined;
    });
    if (asked === undefined || (await read()) === null) return undefined;
    return { consentId, tppSessionId: initiator.tppSessionId };
  }

  /** GET of a consent. */
  consent(consentId: string): Promise<ConsentView | null> {
    return this.gateways.ask(new GetConsent(tpp, consentId));
  }

  /** DELETE of a consent. Answers whether it is acknowledged: the consent is over, by this request or before. */
  endConsent(consentId: string): Promise<boolean> {
    return this.gateways.request((gateway) => this.#endConsent(consentId, gateway));
  }

  async #endConsent(consentId: string, gateway: GatewayPart): Promise<boolean> {
    const read = () => gateway.ask(new GetConsent(tpp, consentId));
    let view = await read();
    // Twice, because the PSU may approve between the read and the command.
    for (let attempt = 0; attempt < 2 && isLive(view); attempt += 1) {
      const over = async () => {
        const after = await read();
        return isLive(after) ? undefined : after;
      };
      await gateway.tell('sca.commands.v1', endOf(consentId, view) as never, over);
      view = await read();
    }
    return view !== null && !isLive(view);
  }

  /** GET of an account. A read whose accounts cannot be shown is given back. */
  read(asked: AskedRead): Promise<ReadAnswer> {
    return this.gateways.request((gateway) => this.#read(asked, gateway));
  }

  async #read(asked: AskedRead, gateway: GatewayPart): Promise<ReadAnswer> {
    const { psuId, tppSessionId, kind, need, accountId } = asked;
    const answer = await gateway.ask(
      new GetAccountAccess(
        ...([tpp, psuId, null, tppSessionId, need, this.generation, ids.current] as const),
        { kind, of: 'accounts', ids: [accountId] },
      ),
    );
    if (answer.access === 'unknown-psu') return { is: 'refused', code: 'CONSENT_UNKNOWN' };
    if (answer.access === 'refused') return { is: 'refused', code: answer.code };
    if (answer.access === 'exceeded') return { is: 'exceeded' };
    try {
      const { customerId } = answer;
      const reader = { customerId, corporateId: null };
      const [account] = (await gateway.ask(new GetReadableAccounts(reader, [accountId]))) ?? [];
      if (account?.balances === undefined) throw new Error(`${accountId} is not shown`);
      return { is: 'answered', booked: account.balances.interimBooked };
    } catch (error) {
      const { permit } = answer;
      if (permit !== undefined) await gateway.ask(new GiveBackRead(permit)).catch(() => false);
      throw error;
    }
  }
}

function isLive(view: ConsentView | null): boolean {
  return view?.consentStatus === 'received' || view?.consentStatus === 'valid';
}

function endOf(consentId: string, view: ConsentView | null) {
  const grant = view?.grant;
  if (grant === undefined) {
    const stream = streams.authorisation.id(consentId);
    const data = { reason: 'withdrawn' };
    return { id: `${stream}/withdraw`, type: 'FailAuthorisation', stream, data };
  }
  const { stream } = grant;
  const data = { by: 'tpp', consentId };
  return { id: `${stream}/revoke/${consentId}`, type: 'RevokeAccess', stream, data };
}
