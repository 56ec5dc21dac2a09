import { Inject, Injectable } from '@nestjs/common';
import { GetAccountAccess, GetReadableAccounts } from '@nordgate/contracts/queries';
import type {
  AccessRefusal,
  AccountAccessAnswer,
  AccountRead,
  ReadableAccount,
  ReadableCardAccount,
} from '@nordgate/contracts/queries';
import type { TextKey } from '@nordgate/contracts/texts';
import { LOG } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.js';
import { Redirects } from '../../access/redirects.js';
import type { Asking } from '../../access/redirects.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { ReadPermits } from './read-permits.js';

/** Reads of an account in 24 hours without the PSU (specification section 8). */
export const readsWithoutPsu = 4;

/** The accounts of each kind, as the bank's services know them. */
interface Kinds {
  readonly accounts: ReadableAccount;
  readonly cardAccounts: ReadableCardAccount;
}

/** A read of accounts, as a route asks for it. */
export interface AskedRead<Of extends keyof Kinds> {
  readonly of: Of;
  readonly route: string;
  /** The public id of one account; without it all that are granted. */
  readonly id?: string;
  /** What counts without the PSU: nothing for a list without balances and for a later page. */
  readonly counts: readonly AccountRead['kind'][];
}

/** An account that the caller may read now. */
export interface Read<Of extends keyof Kinds> {
  readonly account: Kinds[Of];
  /** The account's id as this TPP knows it. */
  readonly resourceId: string;
}

/** The text of each refusal. */
export const ruleOfRefusal: { readonly [Code in AccessRefusal]: TextKey } = {
  CONSENT_UNKNOWN: 'consent.unknown',
  CONSENT_INVALID: 'consent.ended',
  CONSENT_EXPIRED: 'consent.expired',
  SCA_NOT_FOUND: 'sca.none',
  SCA_EXPIRED: 'sca.expired',
};

/** HEAD spends no read: its answer has no content. */
const countedBy = <Of extends keyof Kinds>({ request }: FastifyReply, asked: AskedRead<Of>) =>
  request.method === 'HEAD' ? { ...asked, counts: [] } : asked;

/** Asks sca before every read of accounts, so a revocation holds from the next read on (ADR 31). */
@Injectable()
export class AccountAccess {
  constructor(
    private readonly edge: Edge,
    private readonly redirects: Redirects,
    @Inject(LOG) private readonly log: Log,
  ) {}

  /**
   * Answers a read from the accounts that the caller may read: those of the consent that the PSU can
   * still view. A counted read that does not end in 200 is given back. Throws RequestError: 404 for an id
   * that was not made for this TPP, 403 for an account that is not granted, 401 with a scaRedirect link
   * without access, 401 without a link for another PSU's agreement, 429 when the reads without the PSU
   * are used up. Throws ServiceUnavailableError when sca or accounts does not answer.
   */
  async read<Of extends keyof Kinds, Reply>(
    caller: Caller,
    reply: FastifyReply,
    asked: AskedRead<Of>,
    answered: (found: readonly Read<Of>[]) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const id = asked.id === undefined ? undefined : this.accountIdOf(asked.id, asked.of, caller);
    const permits = new ReadPermits(this.edge.queries, this.log, reply.raw);
    try {
      return await answered(await this.readable(caller, countedBy(reply, asked), id, permits));
    } catch (error) {
      // Before the answer, so that the TPP's next read finds the count right.
      await permits.giveBack();
      throw error;
    }
  }

  /** The same for one account. */
  readOne<Of extends keyof Kinds, Reply>(
    caller: Caller,
    reply: FastifyReply,
    asked: AskedRead<Of> & { readonly id: string },
    answered: (found: Read<Of>) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    return this.read(caller, reply, asked, ([found]) => {
      if (found === undefined) throw notGranted();
      return answered(found);
    });
  }

  /** The answer to a request that sca does not allow. */
  async refusalOf(
    answer: Exclude<AccountAccessAnswer, { readonly access: 'allowed' }>,
    caller: Caller,
    asking: Pick<Asking, 'method' | 'route'>,
  ): Promise<RequestError> {
    if (answer.access === 'exceeded') return exceeded(answer.until);
    // With a PSU-ID that was never issued, the log-in would reject every PSU.
    if (answer.access === 'unknown-psu')
      return this.redirect(asFirstContact(caller), asking, 'CONSENT_UNKNOWN');
    // Another PSU's agreement has no consent either, but no consent is going to help.
    if (caller.corporateId !== undefined) await this.accountsOf(answer.customerId, caller, []);
    return this.redirect(caller, asking, answer.code);
  }

  /** The error with a link to a new consent. */
  redirect(
    caller: Caller,
    { method, route }: Pick<Asking, 'method' | 'route'>,
    code: AccessRefusal,
  ): Promise<RequestError> {
    const asking = { method, route, asks: 'accounts' } as const;
    return this.redirects.toAccess(caller, asking, { code, rule: ruleOfRefusal[code] });
  }

  private async readable<Of extends keyof Kinds>(
    caller: Caller,
    asked: AskedRead<Of>,
    id: string | undefined,
    permits: ReadPermits,
  ): Promise<readonly Read<Of>[]> {
    const { of } = asked;
    const answer = await this.allowed(caller, asked, id, permits);
    const ids = id === undefined ? answer[of] : answer[of].filter((one) => one === id);
    if (id !== undefined && ids.length === 0) throw notGranted();
    const accounts = await this.accountsOf(answer.customerId, caller, ids);
    return accounts.filter(isOf(of)).map((account) => ({
      account,
      resourceId: this.resourceIdOf(account, answer.idKeys, caller),
    }));
  }

  /** Asks sca once for each count, and keeps the permits. Throws RequestError when sca refuses. */
  private async allowed(
    caller: Caller,
    { of, route, counts }: AskedRead<keyof Kinds>,
    id: string | undefined,
    permits: ReadPermits,
  ) {
    const ids = id === undefined ? null : [id];
    const [first = null, ...others] = counts.map((kind) => ({ kind, of, ids }));
    let answer = await this.ask(caller, first, permits);
    for (const read of others) {
      if (answer.access === 'allowed') answer = await this.ask(caller, read, permits);
    }
    if (answer.access === 'allowed') return answer;
    throw await this.refusalOf(answer, caller, { method: 'GET', route });
  }

  private async ask(
    caller: Caller,
    read: AccountRead | null,
    permits: ReadPermits,
  ): Promise<AccountAccessAnswer> {
    const { tpp, psuId, corporateId = null, tppSessionId = '', psuIpAddress, generation } = caller;
    if (psuId === undefined) return { access: 'unknown-psu' };
    const need = psuIpAddress === undefined ? 'unattended' : 'attended';
    const letter = this.edge.settings.ids.current;
    const answer = await this.edge.queries.ask(
      new GetAccountAccess(
        ...([tpp, psuId, corporateId, tppSessionId, need, generation, letter, read] as const),
      ),
    );
    if (answer.access === 'allowed') await permits.take(answer.permit);
    return answer;
  }

  /** Throws RequestError, PSU_CREDENTIALS_INVALID, for an agreement that is not the PSU's. */
  private async accountsOf(customerId: string, caller: Caller, ids: readonly string[]) {
    const { corporateId = null } = caller;
    const query = new GetReadableAccounts({ customerId, corporateId }, ids);
    const accounts = await this.edge.queries.ask(query);
    if (accounts !== null) return accounts;
    const path = 'PSU-Corporate-ID';
    throw new RequestError([fault('PSU_CREDENTIALS_INVALID', 'psu.notThatAgreement', path)]);
  }

  /** Throws RequestError, RESOURCE_UNKNOWN, for an id that was not made for this TPP. */
  private accountIdOf(id: string, of: keyof Kinds, caller: Caller): string {
    const named = this.edge.readId(id, caller);
    if (named?.kind === kindOf[of]) return uuidOf(named.streamId);
    throw new RequestError([fault('RESOURCE_UNKNOWN', 'resource.unknown')]);
  }

  private resourceIdOf(
    account: ReadableAccount | ReadableCardAccount,
    idKeys: Readonly<Record<string, string>>,
    caller: Caller,
  ): string {
    const { kind } = account;
    const id = kind === 'account' ? account.accountId : account.cardAccountId;
    // A UUID has as many hexadecimal digits as a stream id.
    return this.edge.publicId(kind, id.replaceAll('-', ''), caller, idKeys[id]);
  }
}

const kindOf = { accounts: 'account', cardAccounts: 'card-account' } as const;

function isOf<Of extends keyof Kinds>(of: Of) {
  return (account: ReadableAccount | ReadableCardAccount): account is Kinds[Of] =>
    account.kind === kindOf[of];
}

/** The UUID of 32 hexadecimal digits. */
function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}

function notGranted(): RequestError {
  return new RequestError([fault('RESOURCE_UNKNOWN', 'account.notGranted')], { status: 403 });
}

/** 429 with the time of the next possible read, which is rounded up to a second. */
function exceeded(until: string): RequestError {
  const seconds = Math.ceil(Date.parse(until) / 1000);
  const wait = Math.max(1, seconds - Math.floor(Date.now() / 1000));
  const params = {
    max: readsWithoutPsu,
    until: new Date(seconds * 1000).toISOString().replace('.000Z', 'Z'),
  };
  return new RequestError([fault('ACCESS_EXCEEDED', 'access.exceeded', '', params)], {
    headers: { 'retry-after': String(wait) },
  });
}

/** The caller without its PSU-ID, which was never issued to this TPP. */
export function asFirstContact({
  psuId: _psuId,
  corporateId: _corporateId,
  ...caller
}: Caller): Caller {
  return caller;
}
