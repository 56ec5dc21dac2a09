import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@nordgate/event-store';
import { accountOf, grantAt, scaRedirectOf } from '@nordgate/testing';
import {
  consents,
  dayAgo,
  get,
  seen,
  startReadBank,
  transactionsOf,
} from './testing/account-reader.js';
import type { Reader, ReadBank } from './testing/account-reader.js';

const sandbox = join(import.meta.dirname, '../../../libs/contracts/profiles/sandbox.yaml');

/** Ends the hour of every session that a PSU has completed: the bank's clock cannot be moved. */
async function endHours({ test }: ReadBank): Promise<void> {
  const plain = { applicationName: 'test', migrations: [], poolMax: 1 };
  const database = await openDatabase({ url: test.databaseUrl('sca'), ...plain });
  const past = JSON.stringify(new Date(Date.now() - 60_000).toISOString());
  await database.pool.query(
    `update es.stream set state = jsonb_set(state, '{current,endsAt}', $1::jsonb)
      where stream_type = 'session' and state->>'is' = 'completed'`,
    [past],
  );
  await database.close();
}

/** The reads of an account with the PSU, and whether they are older than the last 90 days. */
const reads = {
  list: () => '/v1/accounts',
  'list with balances': () => '/v1/accounts?withBalance=true',
  balances: ({ accounts }: Reader) => accounts[0]?._links.balances.href ?? '',
  'transactions of the last 90 days': ({ accounts }: Reader) =>
    transactionsOf(accounts[0], `bookingStatus=both&dateFrom=${dayAgo(90)}`),
  'transactions of the first day of the last 90': ({ accounts }: Reader) =>
    transactionsOf(accounts[0], `bookingStatus=both&dateFrom=${dayAgo(90)}&dateTo=${dayAgo(90)}`),
} as const;
const older = {
  'transactions from 91 days ago': ({ accounts }: Reader) =>
    transactionsOf(accounts[0], `bookingStatus=both&dateFrom=${dayAgo(91)}`),
  'transactions of the day 91 days ago': ({ accounts }: Reader) =>
    transactionsOf(accounts[0], `bookingStatus=both&dateFrom=${dayAgo(91)}&dateTo=${dayAgo(91)}`),
  'transactions of the year': ({ accounts }: Reader) =>
    transactionsOf(accounts[0], `bookingStatus=both&dateFrom=${dayAgo(365)}`),
} as const;
const all = { ...reads, ...older };

describe.each(['exempt', 'sca'] as const)(
  'reads with the PSU after the session hour, where the bank profile says %s',
  (rule) => {
    let folder: string;
    let bank: ReadBank;
    let reader: Reader;
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'nordgate-attended-'));
      const profileFile = join(folder, 'bank.yaml');
      const profile = await readFile(sandbox, 'utf8');
      await writeFile(profileFile, `${profile}\nattendedReadsAfterSession: ${rule}\n`);
      bank = await startReadBank({ profileFile });
      reader = await bank.reader();
    });
    afterAll(async () => {
      await bank.stop();
      await rm(folder, { recursive: true });
    });

    it('are answered within the hour', async () => {
      for (const path of Object.values(all)) {
        expect(seen(await get(reader.world, path(reader)))).toEqual([200]);
      }
    });

    const served = rule === 'exempt' ? [200] : [401, 'SCA_EXPIRED'];
    it.each(Object.entries(reads))(
      `are ${served.join(' ')} with the last session: %s`,
      async (_n, path) => {
        await endHours(bank);
        expect(seen(await get(reader.world, path(reader)))).toEqual(served);
      },
    );

    it.each(Object.entries(older))('need the hour: %s', async (_name, path) => {
      await endHours(bank);
      expect(seen(await get(reader.world, path(reader)))).toEqual([401, 'SCA_EXPIRED']);
    });

    it('are 401 with a session that was never completed', async () => {
      await endHours(bank);
      for (const path of Object.values(all)) {
        const answer = await get(reader.world, path(reader), { 'tpp-session-id': randomUUID() });
        expect(seen(answer)).toEqual([401, 'SCA_NOT_FOUND']);
      }
    });

    it('are 401 with a session that another has replaced', async () => {
      const replaced = await bank.reader();
      const { tpp } = replaced.world;
      const next = { 'tpp-session-id': randomUUID() };
      const asked = await tpp.call({ method: 'POST', path: consents, headers: next });
      const choice = { bbans: [accountOf(bank.person)] };
      await grantAt(replaced.world, scaRedirectOf(asked.json as object), bank.person, choice);
      await endHours(bank);
      for (const path of Object.values(all)) {
        const answer = await get(replaced.world, path(replaced));
        expect(seen(answer)).toEqual([401, 'SCA_EXPIRED']);
      }
      expect(seen(await get(replaced.world, reads.balances(replaced), next))).toEqual(served);
    });
  },
);
