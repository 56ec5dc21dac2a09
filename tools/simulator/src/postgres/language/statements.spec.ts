import { readFileSync } from 'node:fs';
import { accountsMigrations } from '@nordgate/accounts/accounts.module';
import { eventStoreMigrations } from '@nordgate/event-store/testing';
import type { QueryRunner } from 'typeorm';
import { definitions } from '../../bank/simulated-bank.js';
import { services } from '../../bank/service-names.js';
import { Session } from '../session/session.js';
import { statementsOf } from '../session/parse.js';
import { Cluster } from '../storage/cluster.js';
import { language } from './language.js';

/** The statements that the services and their tests sent in a run of all suites, one of each form. */
const file = new URL('testing/golden/statements.json', import.meta.url);
const sent = JSON.parse(readFileSync(file, 'utf8')) as string[];

/** A session with each database of the bank, migrated on the model. */
async function databases(): Promise<Session[]> {
  return Promise.all(
    services.map(async (service) => {
      const cluster = new Cluster({ language, clock: () => BigInt(Date.now()) * 1000n });
      const session = new Session(cluster, {
        database: 'postgres',
        settings: [],
        onTerminated: () => undefined,
      });
      // The simulated bank has no console, which has its tables in the database of accounts.
      const { migrations } =
        service === 'accounts' ? { migrations: accountsMigrations } : definitions[service];
      const runner = { query: (text: string) => session.query(text) } as unknown as QueryRunner;
      for (const Migration of [...eventStoreMigrations, ...migrations]) {
        await new Migration().up(runner);
      }
      await session.query('begin; select 1');
      return session;
    }),
  );
}

/** Why no database of the bank can prepare a statement; nothing when one can. */
function refusal(text: string, sessions: readonly Session[]): string | undefined {
  const [statement] = statementsOf(text);
  const reasons = sessions.map(({ storage }) => {
    try {
      storage.startStatement();
      language.prepare(statement?.node, storage);
      return undefined;
    } catch (error) {
      return (error as Error).message;
    }
  });
  if (reasons.includes(undefined)) return undefined;
  return `${[...new Set(reasons)].join(', ')}: ${text}`;
}

describe('the language of the model', () => {
  it('prepares every statement that the services send', async () => {
    const sessions = await databases();
    const refused = sent.flatMap((text) => refusal(text, sessions) ?? []);
    for (const session of sessions) session.end();
    expect(refused).toEqual([]);
  });
});
