import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeAbandoned, runFolderPrefix } from './abandoned-runs.mjs';

const variable = 'NORDGATE_TEST_POSTGRES';
/** What test files of one run share may lie in this folder, which goes with the server. */
const folderVariable = 'NORDGATE_TEST_RUN_FOLDER';

/** Jest's global set-up: one PostgreSQL server for the whole run, however many projects ask for it. */
export default async function startPostgres() {
  if (process.env[variable]) return;
  const { startEmbeddedServer, removeEmbeddedServer } = await builtServer();
  await removeAbandoned(runFolderPrefix, (dataDir) =>
    removeEmbeddedServer({ dataDir, log: () => undefined }),
  );
  const dataDir = mkdtempSync(join(tmpdir(), runFolderPrefix));
  const lines = [];
  const log = (line) => lines.push(line);
  try {
    const server = await startEmbeddedServer({ dataDir, durable: false, log });
    process.env[variable] = server.url('postgres');
    process.env[folderVariable] = dataDir;
    globalThis.nordgateTestPostgres = { server, dataDir };
  } catch (cause) {
    throw new Error(`the test server did not start: ${lines.join('; ')}`, { cause });
  }
}

async function builtServer() {
  try {
    return await import('@nordgate/local/postgres');
  } catch (cause) {
    throw new Error('the test server needs a build first: npm run build', { cause });
  }
}
