import type {
  AccessNeed,
  AccountAccessAnswer,
  AccountRead,
  GetAccountAccess,
} from '@nordgate/contracts/queries';
import { accessAnswer } from './access-answer.js';
import type { AccessFacts } from './access-answer.js';
import { sessionAnswer } from '../session/session.js';
import type { NotedRead } from './last-reads.rows.js';

/** A read of accounts, and when it is made. */
export interface AccountAccessRequest {
  readonly tppSessionId: string;
  /** A TPP that confirms funds has no session. */
  readonly need: AccessNeed | 'funds';
  /** Null for a read that is not counted. */
  readonly read: AccountRead | null;
  /** ISO 8601 */
  readonly now: string;
  /** Whether the hour of the session does not count for a `recent` read. Default: it counts. */
  readonly isExempt?: boolean;
}

/** What consent and session say, before a read without the PSU is counted. */
export type AccountAccess =
  | Extract<AccountAccessAnswer, { readonly access: 'refused' }>
  | AllowedAccess;

/** The accounts and card accounts that may be read. */
export interface AllowedAccess {
  readonly access: 'allowed';
  readonly customerId: string;
  readonly accounts: readonly string[];
  readonly cardAccounts: readonly string[];
  /** The hour of the session is over, and the read is exempt from it. */
  readonly isSessionOver?: true;
}

/**
 * Whether granted accounts and card accounts may be read: consent before session (specification 5.10, 5.13,
 * 5.14, section 8). The count comes after them.
 */
export function accountAccess(facts: AccessFacts, request: AccountAccessRequest): AccountAccess {
  const answer = accessAnswer(facts, request);
  if (answer.access !== 'allowed') return answer;
  const { cardAccounts = [] } = facts.access.is === 'none' ? {} : facts.access;
  const exempted = isExempted(facts, request) ? ({ isSessionOver: true } as const) : {};
  return { ...answer, cardAccounts, ...exempted };
}

/** Whether the session would not serve the read without the exemption. */
function isExempted({ session }: AccessFacts, request: AccountAccessRequest): boolean {
  const { need, tppSessionId, now } = request;
  return need === 'recent' && sessionAnswer(session, tppSessionId, now).session !== 'live';
}

/** Ids of the granted accounts of a read. An id that is not granted is not counted. */
export function grantedOf(
  read: AccountRead,
  allowed: Pick<AllowedAccess, 'accounts' | 'cardAccounts'>,
): readonly string[] {
  const granted = allowed[read.of];
  if (read.ids === null) return granted;
  const wanted = new Set(read.ids);
  return granted.filter((id) => wanted.has(id));
}

/**
 * The granted accounts whose read counts: without the PSU at most four in 24 hours (specification section 8).
 * The gateway names a question about funds only where the PSU is absent.
 */
export function countedOf(
  { need, read }: Pick<AccountAccessRequest, 'need' | 'read'>,
  allowed: AllowedAccess,
): readonly string[] {
  const isCounted = need === 'unattended' || need === 'funds';
  return isCounted && read !== null ? grantedOf(read, allowed) : [];
}

/**
 * The reads of granted accounts that the PSU's overview shows, without the accounts whose reads are used up.
 * Details are part of the transactions.
 */
export function notedOf(
  query: Pick<GetAccountAccess, 'tpp' | 'corporateId' | 'generation' | 'need' | 'read'>,
  allowed: AllowedAccess,
  {
    now,
    exceeded = [],
  }: { readonly now: string; readonly exceeded?: readonly string[] | undefined },
): readonly NotedRead[] {
  const { tpp, corporateId, generation, need, read } = query;
  if (read === null || need === 'funds') return [];
  const { customerId } = allowed;
  const kind = read.kind === 'balances' ? 'balances' : 'transactions';
  const how = { kind, attended: need !== 'unattended', at: new Date(now) } as const;
  const whose = { customerId, generation, tpp, context: corporateId ?? 'PRIVATE' };
  return grantedOf(read, allowed)
    .filter((account) => !exceeded.includes(account))
    .map((account) => ({ ...whose, account, ...how }));
}
