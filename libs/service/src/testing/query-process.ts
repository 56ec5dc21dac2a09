import { generateKeyPairSync } from 'node:crypto';
import type { QueryBus } from '@nestjs/cqrs';
import type { QueriedService } from '@nordgate/contracts/queries';
import { defined } from '@nordgate/decider';
import { createLog, Health } from '@nordgate/telemetry';
import type { Telemetry } from '@nordgate/telemetry';
import type { TlsFiles } from '../edge/mounted-tls.js';
import { startInternalServer } from '../host/internal-server.js';
import type { InternalServer } from '../host/internal-server.js';
import { HttpQueries } from '../queries/http/http-queries.js';
import type { SigningKey } from '../host/secrets/key-pairs.js';
import { callers, TokenCheck } from '../queries/http/tokens.js';
import type { BearerKeys, Caller } from '../queries/http/tokens.js';

const testPairs = callers.map((bearer) => ({ bearer, ...generateKeyPairSync('ed25519') }));

/** The key that signs an app's tokens in a test. */
export function testKeyOf(app: Caller): SigningKey {
  const key = testPairs.find(({ bearer }) => bearer === app)?.privateKey;
  if (key === undefined) throw new Error(`there is no app ${app}`);
  return { id: `${app}-1`, key };
}

/** The keys that verify the tokens of every app in a test. */
export const testBearerKeys: BearerKeys = new Map(
  testPairs.map(({ bearer, publicKey }) => [`${bearer}-1`, { bearer, key: publicKey }]),
);

/** Telemetry that measures nothing. */
export const noTelemetry: Telemetry = {
  scrape: () => Promise.resolve('# nothing\n'),
  stop: () => Promise.resolve(),
};

/** The answering side of a process, on a free port of loopback. */
export interface QueryProcess {
  readonly queries: HttpQueries;
  readonly server: InternalServer;
  close(): Promise<void>;
}

export interface QueryProcessOptions {
  readonly keys?: BearerKeys;
  readonly log?: ReturnType<typeof createLog>;
  readonly health?: Health;
  readonly tls?: TlsFiles;
}

/** A process of one service that answers with this bus. Without a bus it has not started yet. */
export async function startQueryProcess(
  service: QueriedService,
  bus?: QueryBus,
  { keys = testBearerKeys, log, health = new Health(), tls }: QueryProcessOptions = {},
): Promise<QueryProcess> {
  const queries = new HttpQueries({ caller: service, key: testKeyOf(service), addresses: {} });
  if (bus !== undefined) queries.register(service, bus);
  const silent = createLog({ app: 'query-test', level: 'silent' });
  const server = await startInternalServer({
    host: '127.0.0.1',
    port: 0,
    health,
    log: silent,
    telemetry: noTelemetry,
    ...defined({ tls: tls && { files: tls } }),
    service: {
      name: service,
      tokens: new TokenCheck({ audience: service, keys }),
      answer: (query, from) => queries.answer(query, from),
      log: log ?? silent,
    },
  });
  return {
    queries,
    server,
    async close() {
      await server.stop();
      await queries.close();
    },
  };
}
