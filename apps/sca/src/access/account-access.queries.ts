import { Inject } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { GetAccountAccess, GiveBackRead, GetAccess } from '@nordgate/contracts/queries';
import type { AccountAccessAnswer, AccessAnswer } from '@nordgate/contracts/queries';
import { defaultAccountTerms } from '@nordgate/contracts/profile';
import type { AccountTerms } from '@nordgate/contracts/profile';
import { readsWithoutPsu } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import { EventStore } from '@nordgate/event-store';
import { AccessFactsReader } from './access-facts.rows.js';
import type { FoundAccess } from './access-facts.rows.js';
import { accountAccess, countedOf, notedOf } from './account-access.js';
import type { AllowedAccess } from './account-access.js';
import { FirstIdKeys, otherLetters } from './first-id-keys.rows.js';
import { SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import { LastReads } from './last-reads.service.js';
import { UnattendedReads } from './unattended-reads.rows.js';
import type { TakenRead } from './unattended-reads.rows.js';
import { DatabaseClock } from '../session/database-clock.rows.js';
import { accessStream, accessStreamId } from './access.js';
import { sessionStream, sessionStreamId } from '../session/session.js';
import { customerOfPsu } from '../session/session-view.queries.js';
import { accessAnswer } from './access-answer.js';

/**
 * Decides a read of accounts. With the PSU present this is one round trip that writes nothing, except at
 * the first read of an account. Without the PSU a second statement counts the read. What was read last is
 * noted for the PSU and written later.
 */
@QueryHandler(GetAccountAccess)
export class GetAccountAccessHandler implements IQueryHandler<GetAccountAccess> {
  private readonly terms: AccountTerms;

  constructor(
    private readonly facts: AccessFactsReader,
    private readonly reads: UnattendedReads,
    private readonly idKeys: FirstIdKeys,
    private readonly lastReads: LastReads,
    @Inject(SCA_SETTINGS) settings: Pick<ScaSettings, 'accountTerms'>,
  ) {
    this.terms = settings.accountTerms ?? defaultAccountTerms;
  }

  async execute(query: GetAccountAccess): Promise<AccountAccessAnswer> {
    const found = await this.facts.of(query);
    if (found === undefined) return { access: 'unknown-psu' };
    const { tppSessionId, need, read } = query;
    const isExempt = this.terms.attendedReadsAfterSession === 'exempt';
    const allowed = accountAccess(found, { tppSessionId, need, read, now: found.now, isExempt });
    if (allowed.access !== 'allowed') return allowed;
    const taken = await this.take(query, allowed);
    const { customerId } = allowed;
    if (taken.is === 'exceeded') return { access: 'exceeded', customerId, until: taken.until };
    const idKeys = await this.lettersOf(query, allowed, found);
    const { permit, exceeded } = taken.is === 'taken' ? taken : {};
    this.lastReads.note(notedOf(query, allowed, { now: found.now, exceeded: exceeded?.ids }));
    return { ...allowed, idKeys, ...defined({ permit, exceeded }) };
  }

  private async take(query: GetAccountAccess, allowed: AllowedAccess): Promise<TakenRead> {
    const accounts = countedOf(query, allowed);
    if (query.read === null || accounts.length === 0) return { is: 'covered' };
    const { tpp, generation } = query;
    const { customerId } = allowed;
    const { kind, ids } = query.read;
    const max = kind === 'funds' ? this.terms.fundsQuestionsWithoutPsu : readsWithoutPsu;
    // A list shows the accounts that can be read; a read of one account is that account.
    const each = ids === null;
    return this.reads.take({ tpp, customerId, generation, kind, accounts, max, each });
  }

  /** A confirmation of funds shows no id to the TPP. */
  private async lettersOf(
    query: GetAccountAccess,
    allowed: AllowedAccess,
    found: FoundAccess,
  ): Promise<Readonly<Record<string, string>>> {
    if (query.need === 'funds') return otherLetters(found.letters, query.idKey);
    return this.idKeys.lettersOf(query, allowed, found);
  }
}

@QueryHandler(GiveBackRead)
export class GiveBackReadHandler implements IQueryHandler<GiveBackRead> {
  constructor(private readonly reads: UnattendedReads) {}

  execute({ permit }: GiveBackRead): Promise<boolean> {
    return this.reads.giveBack(permit);
  }
}

@QueryHandler(GetAccess)
export class GetAccessHandler implements IQueryHandler<GetAccess> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: DatabaseClock,
  ) {}

  async execute(query: GetAccess): Promise<AccessAnswer> {
    const { tpp, corporateId, tppSessionId, need, generation } = query;
    const customerId = await customerOfPsu(this.store.database, query);
    if (customerId === undefined) return { access: 'unknown-psu' };
    const stream = accessStreamId(generation, tpp, customerId, {
      context: corporateId === null ? 'PRIVATE' : 'CORPORATE',
      ...defined({ corporateId: corporateId ?? undefined }),
    });
    const [{ state: access }, { state: session }, now] = await Promise.all([
      this.store.state(accessStream, stream),
      this.store.state(sessionStream, sessionStreamId(generation, tpp, customerId)),
      this.clock.now(generation),
    ]);
    const facts = { customerId, session, access };
    return accessAnswer(facts, { tppSessionId, need, now });
  }
}
