import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { startEmbeddedServer } from '../postgres/embedded-server.js';
import { Clocks } from './clocks.js';

/** More than a start of the server takes, and less than the clock is wrong. */
const nearSeconds = 600;

it.each([3600, -3600])(
  'the clock of a running PostgreSQL is %i s away, and then right again',
  async (seconds) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'nordgate-clocks-'));
    const clocks = Clocks.in(dataDir);
    const server = await startEmbeddedServer({
      dataDir: join(dataDir, 'postgres'),
      durable: false,
      env: clocks.envOf('postgres'),
      log: () => undefined,
    });
    const client = new Client({ connectionString: server.url('postgres') });
    await client.connect();
    try {
      await untilAway(client, 0);
      clocks.set('postgres', seconds);
      await untilAway(client, seconds);
      clocks.set('postgres', 0);
      await untilAway(client, 0);
    } finally {
      await client.end();
      await server.stop();
      rmSync(dataDir, { recursive: true });
    }
  },
);

/** Resolves when the clock of the server differs from that of this process by about so many seconds. */
async function untilAway(client: Client, seconds: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now');
    const away = (rows[0]!.now.getTime() - Date.now()) / 1000;
    if (Math.abs(away - seconds) < nearSeconds) return;
    await pause(100);
  }
}
