import { Inject, Injectable } from '@nestjs/common';
import { accountTermsOf, readsOf } from '@nordgate/contracts/profile';
import { GetAccountAccess, GetReadableAccounts } from '@nordgate/contracts/queries';
import type {
  AccessNeed,
  AccessRefusal,
  AccountAccessAnswer,
  AccountRead,
  ReadableAccount,
  ReadableCardAccount,
} from '@nordgate/contracts/queries';
import { readsWithoutPsu } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { LOG } from '@nordgate/service';
import type { Log } from '@nordgate/telemetry';
import type { FastifyReply } from 'fastify';
import { inGeneration, withoutGeneration } from '@nordgate/contracts/rules';
import type { Caller } from '../../access/caller.js';
import { Edge } from '../../access/edge.service.js';
import { Redirects } from '../../access/redirects.service.js';
import type { Asking } from '../../access/redirects.service.js';
import { fault, RequestError } from '../../reply/request-error.js';
import { asFirstContact, exceeded, notGranted, ruleOfRefusal } from './access-refusals.js';
import type { UnattendedLimit } from './access-refusals.js';
import { ReadPermits } from './read-permits.js';

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
  readonly counts: readonly ReadKind[];
  /** Transactions older than 90 days are asked for: with the PSU the hour of the session is needed. */
  readonly isOld?: boolean;
}

type ReadKind = Exclude<AccountRead['kind'], 'funds'>;

/** An account that the caller may read now. */
export interface Read<Of extends keyof Kinds> {
  readonly account: Kinds[Of];
  /** The account's id as this TPP knows it. */
  readonly resourceId: string;
  /**
   * Of a list with balances: the reads of this account without the PSU are used up, and one of the accounts
   * is free again from then on, ISO 8601.
   */
  readonly exceededUntil?: string;
}

/** The session of a read that is allowed. */
export interface ReadSession {
  /** The bank exempts the read from the hour, which is over: nothing older than 90 days is shown. */
  readonly isOver: boolean;
}

type Allowed = Extract<AccountAccessAnswer, { readonly access: 'allowed' }>;

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
   * still view. A counted read whose answer does not begin as 200 is given back. Throws RequestError: 404 for an id
   * that was not made for this TPP, 403 for an account that is not granted, 401 with a scaRedirect link
   * without access, 401 without a link for another PSU's agreement, 429 when the reads without the PSU
   * are used up. Throws ServiceUnavailableError when sca or accounts does not answer.
   */
  async read<Of extends keyof Kinds, Reply>(
    caller: Caller,
    reply: FastifyReply,
    asked: AskedRead<Of>,
    answered: (found: readonly Read<Of>[], session: ReadSession) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    const id = asked.id === undefined ? undefined : this.accountIdOf(asked.id, asked.of, caller);
    const permits = new ReadPermits(this.edge.queries, this.log, reply.raw);
    try {
      const needsFigures = asked.counts.includes('balances');
      const counted = { ...countedBy(reply, asked), needsFigures };
      const { found, session } = await this.readable(caller, counted, id, permits);
      return await answered(found, session);
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
    answered: (found: Read<Of>, session: ReadSession) => Reply | Promise<Reply>,
  ): Promise<Reply> {
    return this.read(caller, reply, asked, ([found], session) => {
      if (found === undefined) throw notGranted();
      return answered(found, session);
    });
  }

  /**
   * Whether the TPP may ask about the funds of an account, by its grant alone. Without the PSU the question
   * counts if it is answered with 200; `accountId` is undefined for a question that cannot be answered.
   * Throws RequestError: 401 with a link without access to the account, 429 when the questions are used up.
   */
  async requireFundsAccess(
    caller: Caller,
    reply: FastifyReply,
    asking: Pick<Asking, 'method' | 'route'>,
    { accountId, isAnswered }: { readonly accountId?: string; readonly isAnswered: boolean },
  ): Promise<void> {
    const permits = new ReadPermits(this.edge.queries, this.log, reply.raw);
    const counts = isAnswered && accountId !== undefined && caller.psuIpAddress === undefined;
    const read = { kind: 'funds', of: 'accounts', ids: [accountId ?? ''] } as const;
    const answer = await this.ask(caller, 'funds', counts ? read : null, permits);
    if (answer.access !== 'allowed') {
      const max = accountTermsOf(this.edge.settings.profile).fundsQuestionsWithoutPsu;
      throw await this.refusalOf(answer, caller, asking, { rule: 'funds.exceeded', max });
    }
    if (accountId !== undefined && answer.accounts.includes(accountId)) return;
    // The same for an account that the bank does not have: the TPP does not learn which accounts exist.
    throw await this.redirect(caller, asking, 'CONSENT_UNKNOWN');
  }

  /** The answer to a request that sca does not allow. */
  private async refusalOf(
    answer: Exclude<AccountAccessAnswer, { readonly access: 'allowed' }>,
    caller: Caller,
    asking: Pick<Asking, 'method' | 'route'>,
    limit: UnattendedLimit,
  ): Promise<RequestError> {
    if (answer.access === 'exceeded') return exceeded(answer.until, limit, this.edge.now(caller));
    // With a PSU-ID that was never issued, the log-in would reject every PSU.
    if (answer.access === 'unknown-psu')
      return this.redirect(asFirstContact(caller), asking, 'CONSENT_UNKNOWN');
    // Another PSU's agreement has no consent either, but no consent is going to help.
    if (caller.corporateId !== undefined) {
      await this.accountsOf(answer.customerId, caller, { ids: [], needsFigures: false });
    }
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
    asked: AskedRead<Of> & { readonly needsFigures: boolean },
    id: string | undefined,
    permits: ReadPermits,
  ): Promise<{ readonly found: readonly Read<Of>[]; readonly session: ReadSession }> {
    const { of, needsFigures } = asked;
    const answer = await this.allowed(caller, asked, id, permits);
    const ids = id === undefined ? answer[of] : answer[of].filter((one) => one === id);
    if (id !== undefined && ids.length === 0) throw notGranted();
    const accounts = await this.accountsOf(answer.customerId, caller, { ids, needsFigures });
    const found = accounts.filter(isOf(of)).map((account) => ({
      account,
      resourceId: this.resourceIdOf(account, answer.idKeys, caller),
      ...defined({ exceededUntil: exceededUntil(account, answer) }),
    }));
    return { found, session: { isOver: answer.isSessionOver === true } };
  }

  /** Asks sca once for each count, and keeps the permits. Throws RequestError when sca refuses. */
  private async allowed(
    caller: Caller,
    { of, route, counts, isOld = false }: AskedRead<keyof Kinds>,
    id: string | undefined,
    permits: ReadPermits,
  ): Promise<Allowed> {
    const ids = id === undefined ? null : [id];
    const [first = null, ...others] = counts.map((kind) => ({ kind, of, ids }));
    const need = needOf(caller, isOld);
    let answer = await this.ask(caller, need, first, permits);
    for (const read of others) {
      if (answer.access === 'allowed') answer = await this.ask(caller, need, read, permits);
    }
    if (answer.access === 'allowed') return answer;
    const limit = { rule: 'access.exceeded', max: readsWithoutPsu } as const;
    throw await this.refusalOf(answer, caller, { method: 'GET', route }, limit);
  }

  private async ask(
    caller: Caller,
    need: GetAccountAccess['need'],
    read: AccountRead | null,
    permits: ReadPermits,
  ): Promise<AccountAccessAnswer> {
    const { tpp, psuId, corporateId = null, tppSessionId = '', generation } = caller;
    if (psuId === undefined) return { access: 'unknown-psu' };
    const letter = this.edge.settings.ids.current;
    const answer = await this.edge.queries.ask(
      new GetAccountAccess(tpp, psuId, corporateId, tppSessionId, need, generation, letter, read),
    );
    if (answer.access === 'allowed') await permits.take(answer.permit);
    return answer;
  }

  /** Throws RequestError, PSU_CREDENTIALS_INVALID, for an agreement that is not the PSU's. */
  private async accountsOf(
    customerId: string,
    caller: Caller,
    { ids, needsFigures }: { readonly ids: readonly string[]; readonly needsFigures: boolean },
  ) {
    const { corporateId = null } = caller;
    // A copy has the figures at hand, and its releases before 0.3 do not know the field.
    const isCopied = readsOf(this.edge.settings.profile) === 'copy';
    const figures = needsFigures || isCopied ? [] : ([true] as const);
    const query = new GetReadableAccounts({ customerId, corporateId }, ids, ...figures);
    const accounts = await this.edge.queries.ask(query);
    if (accounts !== null) return accounts;
    const path = 'PSU-Corporate-ID';
    throw new RequestError([fault('PSU_CREDENTIALS_INVALID', 'psu.notThatAgreement', path)]);
  }

  /** Throws RequestError, RESOURCE_UNKNOWN, for an id that was not made for this TPP. */
  private accountIdOf(id: string, of: keyof Kinds, caller: Caller): string {
    const named = this.edge.readId(id, caller);
    if (named?.kind === kindOf[of]) return inGeneration(uuidOf(named.streamId), caller.generation);
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
    const digits = withoutGeneration(id).replaceAll('-', '');
    return this.edge.publicId(kind, digits, caller, idKeys[id]);
  }
}

const kindOf = { accounts: 'account', cardAccounts: 'card-account' } as const;

function isOf<Of extends keyof Kinds>(of: Of) {
  return (account: ReadableAccount | ReadableCardAccount): account is Kinds[Of] =>
    account.kind === kindOf[of];
}

function needOf({ psuIpAddress }: Caller, isOld: boolean): AccessNeed {
  if (psuIpAddress === undefined) return 'unattended';
  return isOld ? 'attended' : 'recent';
}

function exceededUntil(
  account: ReadableAccount | ReadableCardAccount,
  { exceeded: used }: Allowed,
): string | undefined {
  const id = account.kind === 'account' ? account.accountId : account.cardAccountId;
  return used?.ids.includes(id) === true ? used.until : undefined;
}

/** The UUID of 32 hexadecimal digits. */
function uuidOf(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/u, '$1-$2-$3-$4-');
}
