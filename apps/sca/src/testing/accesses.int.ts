import { createSecretKey } from 'node:crypto';
import { GetAccountAccess } from '@nordgate/contracts/queries';
import type { AccountAccessAnswer, AccountRead } from '@nordgate/contracts/queries';
import type { AccountTerms } from '@nordgate/contracts/profile';
import { defined, fold } from '@nordgate/decider';
import { EventStore, openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { createLog } from '@nordgate/telemetry';
import { AccessFactsReader } from '../access/access-facts.rows.js';
import { GetAccountAccessHandler } from '../access/account-access.queries.js';
import { FirstIdKeys } from '../access/first-id-keys.rows.js';
import { UnattendedReads } from '../access/unattended-reads.rows.js';
import { accessStream, accessStreamId } from '../access/access.js';
import { psuStream, psuStreamId } from '../session/psu.js';
import { sessionStream, sessionStreamId } from '../session/session.js';
import { LastReads } from '../access/last-reads.service.js';
import { realClocks } from '@nordgate/service';
import { scaApp } from '../sca.module.js';
import { aDecision, completed, granted } from './an-access.js';

const { tpp } = aDecision();

/** One process of sca, as far as reads of accounts go. */
export interface AccessInstance {
  /** The database. */
  readonly url: string;
  readonly database: Database;
  readonly reads: UnattendedReads;
  readonly lastReads: LastReads;
  ask(change: Partial<GetAccountAccess>): Promise<AccountAccessAnswer>;
}

/** Opens an instance on a database, which may have others. */
export async function openInstance(
  url: string,
  letters: readonly string[] = ['A', 'B'],
  accountTerms?: AccountTerms,
): Promise<AccessInstance> {
  const { migrations } = scaApp;
  const database = await openDatabase({ url, applicationName: 'test', migrations });
  const store = new EventStore(database, [psuStream, sessionStream, accessStream]);
  const key = createSecretKey(Buffer.alloc(32));
  const ids = { current: 'A', keys: Object.fromEntries(letters.map((letter) => [letter, key])) };
  const reads = new UnattendedReads(store, realClocks);
  const lastReads = new LastReads(
    store,
    createLog({ app: 'test', destination: { write: () => true } }),
  );
  const facts = new AccessFactsReader(store, realClocks);
  const handler = new GetAccountAccessHandler(
    facts,
    reads,
    new FirstIdKeys(store, { keys: { ids } }),
    lastReads,
    defined({ accountTerms }),
  );
  return {
    url,
    database,
    reads,
    lastReads,
    ask: (change) => handler.execute({ ...aQuestion(), ...change }),
  };
}

/** A read of the balances of the first account, without the PSU. */
function aQuestion(): GetAccountAccess {
  const read: AccountRead = { kind: 'balances', of: 'accounts', ids: ['acc-1'] };
  return new GetAccountAccess(tpp, aDecision().psuId, null, 'one', 'unattended', 0, 'A', read);
}

/** Lets a customer have granted accounts to a TPP in a session that began with it: just now, unless `at` says when. */
export async function giveAccess(
  { pool }: Database,
  change: Partial<ReturnType<typeof aDecision>> & { readonly generation?: number } = {},
): Promise<void> {
  const { generation = 0, ...decision } = change;
  const data = aDecision({ at: new Date().toISOString(), ...decision });
  const { customerId, psuId } = data;
  const session = completed('one', data.at);
  const states = [
    [
      psuStreamId(generation, data.tpp, customerId),
      'psu',
      1,
      recognised(data.tpp, customerId, psuId),
    ],
    [
      sessionStreamId(generation, data.tpp, customerId),
      'session',
      sessionStream.stateVersion,
      fold(sessionStream, [session]),
    ],
    [
      accessStreamId(generation, data.tpp, customerId, data),
      'access',
      accessStream.stateVersion,
      fold(accessStream, [granted(data)]),
    ],
  ] as const;
  for (const [id, type, version, state] of states) {
    await pool.query(
      `insert into es.stream (stream_id, stream_type, version, last_tx, state_version, state)
       values ($1, $2, 1, '3', $3, $4)`,
      [id, type, version, JSON.stringify(state)],
    );
  }
}

const recognised = (of: string, customerId: string, psuId: string) =>
  ({ is: 'recognised', tpp: of, customerId, psuId }) as const;
