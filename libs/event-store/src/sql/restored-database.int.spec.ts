import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { migratedTestDatabase } from '../testing/test-database.js';
import { restoredDatabase } from './restored-database.js';

describe('the sessions of a database that is restored', () => {
  let url: string;
  let drop: () => Promise<void>;
  let other: Client;
  beforeEach(async () => {
    ({ url, drop } = await migratedTestDatabase('sessions', []));
    other = new Client({ connectionString: url, application_name: 'a replica' });
    await other.connect();
  });
  afterEach(() => drop());

  it('are those that stay', async () => {
    expect((await restoredDatabase(url)).sessions).toEqual(['a replica']);
    await other.end();
  });

  it('are without one that is leaving, as that of a replica that was just stopped', async () => {
    const looked = restoredDatabase(url);
    await sleep(200);
    await other.end();
    expect((await looked).sessions).toEqual([]);
  });
});
