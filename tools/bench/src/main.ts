import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startUnlimitedBank } from './unlimited-bank.js';
import type { BankProcess } from '@nordgate/demo/bank-process';
import { openDatabase } from '@nordgate/event-store';
import type { Database } from '@nordgate/event-store';
import { testServerVariable } from '@nordgate/event-store/testing';
import { startEmbeddedServer } from '@nordgate/local/postgres';
import { openSandboxTrust } from '@nordgate/local/sandbox-trust';
import { runTool, say } from '@nordgate/local/tool';
import { services } from '@nordgate/standalone/config';
import { uncheckedTpp } from '@nordgate/testing';
import { balancesBench } from './accounts/balances.bench.js';
import { pagesBench } from './accounts/pages.bench.js';
import { batchAppendBench, groupCommitBench } from './append.bench.js';
import { bytesFigures } from './bytes/bytes.bench.js';
import { benches, usage } from './bench-list.js';
import { archiveFigures } from './execution/archive.bench.js';
import { executionBench, executionDatabases } from './execution/execution.bench.js';
import { memoryFigures } from './execution/memory.bench.js';
import { gatewayBench } from './gateway/gateway.bench.js';
import { tracingBench } from './gateway/tracing.bench.js';
import { tracedBankBench } from './peer/traced-bank.bench.js';
import { benchGrowth } from './growth/growth.bench.js';
import { getStatusBench } from './get/get-status.bench.js';
import { benchKafka, kafkaBenches } from './kafka/kafka.bench.js';
import { debtorsBench, knownStateBench } from './ledger/ledger.bench.js';
import { pageBench } from './page/page.bench.js';
import { peerFigures, peerRunOf } from './peer/peer.bench.js';
import { postBench } from './post.bench.js';
import { rebuildFigures } from './rebuild/rebuild.bench.js';
import { compare, describe } from './rounds.js';
import type { Comparison } from './rounds.js';
import { sealBench, sealCostBench, sealKinds } from './seal.bench.js';
import { benchStart } from './start.bench.js';
import { coldVerifyBench, verifyBench } from './verify.bench.js';

/** `npm run bench [-- name …]`: ratios to a baseline of the same run, as absolute rates are noisy. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  if (wanted.includes('--help')) return say(usage);
  const unknown = wanted.find((name) => !(name in benches));
  if (unknown !== undefined) {
    process.stderr.write(`there is no bench ${unknown}\n\n${usage}\n`);
    process.exitCode = 1;
    return;
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-bench-'));
  const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name);
  try {
    if (isWanted('start')) await benchStart(join(dataDir, 'start'));
    if (isWanted('verify')) {
      await run(await verifyBench());
      await run(await coldVerifyBench());
    }
    await benchEdge(dataDir, isWanted);
    if (isWanted('ledger')) await benchLedger(join(dataDir, 'ledger'));
    await benchRuns(dataDir, isWanted);
    await benchAccounts(dataDir, isWanted);
    if (['append', 'post', 'get'].some(isWanted)) await benchDatabase(dataDir, isWanted);
    if (isWanted('bytes')) for (const line of await bytesFigures(join(dataDir, 'bytes'))) say(line);
    if (Object.keys(kafkaBenches).some(isWanted)) await benchKafka(dataDir, isWanted, run);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function benchEdge(dataDir: string, isWanted: (name: string) => boolean): Promise<void> {
  if (isWanted('gateway')) await runMade(gatewayBench());
  if (isWanted('tracing')) {
    // The default of TRACES_PERCENT.
    await runMade(tracingBench(0.01, 0.95));
    // Without a target: it shows what the share saves.
    await runMade(tracingBench(1, 0));
  }
  if (isWanted('traced-bank')) {
    await runMade(tracedBankBench(join(dataDir, 'sent-traces'), 'sent'));
    await runMade(tracedBankBench(join(dataDir, 'kept-traces'), 'kept'));
  }
  if (isWanted('seal')) await benchSeal(join(dataDir, 'seal'));
  if (isWanted('peer')) await benchPeer(join(dataDir, 'peer'));
  if (isWanted('growth')) await benchGrowth(join(dataDir, 'growth'));
  if (isWanted('page')) await benchPage(join(dataDir, 'page'));
}

async function runMade(making: Promise<Comparison & { stop(): Promise<void> }>): Promise<void> {
  const bench = await making;
  await runAndStop(bench, bench);
}

async function benchSeal(dataDir: string): Promise<void> {
  await run(await sealCostBench());
  for (const kind of sealKinds) {
    const bench = await sealBench(dataDir, kind);
    await runAndStop(bench.comparison, bench);
  }
}

async function benchPeer(dataDir: string): Promise<void> {
  for (const line of await peerFigures(dataDir, peerRunOf(process.env))) say(line);
}

async function benchPage(dataDir: string): Promise<void> {
  const log = () => undefined;
  const server = await startEmbeddedServer({ dataDir: join(dataDir, 'postgres'), log });
  try {
    await server.ensureDatabase('bank_sca');
    const databaseUrl = server.url('bank_sca');
    const env = { DATABASE_URL_SCA: databaseUrl, RESPONSE_SEAL: 'off' };
    const bank = await startUnlimitedBank({ dataDir: join(dataDir, 'bank'), env });
    try {
      const bench = await pageBench(
        await uncheckedTpp(bank.addresses, join(dataDir, 'bank')),
        databaseUrl,
      );
      await runAndStop(bench, bench);
    } finally {
      await bank.stop();
    }
  } finally {
    await server.stop();
  }
}

/** A server for one service: the events of its neighbours are in databases beside its own. */
async function startServerOfService(dataDir: string) {
  const server = await startEmbeddedServer({ dataDir, log: () => undefined });
  process.env[testServerVariable] = server.url('postgres');
  return server;
}

async function benchLedger(dataDir: string): Promise<void> {
  const server = await startServerOfService(dataDir);
  try {
    await server.ensureDatabase('ledger_debtors');
    const debtors = await debtorsBench(server.url('ledger_debtors'));
    await runAndStop(debtors.comparison, debtors);
    await server.ensureDatabase('ledger_known');
    const known = await knownStateBench(server.url('ledger_known'));
    try {
      await run(known.comparison);
      const seconds = await known.seconds();
      say(`known state: ${seconds.toFixed(1)} s until its transactions are listed (target < 3)`);
    } finally {
      await known.stop();
    }
  } finally {
    await server.stop();
  }
}

async function benchRuns(dataDir: string, isWanted: (name: string) => boolean): Promise<void> {
  if (isWanted('execution')) await benchExecution(join(dataDir, 'execution'));
  if (isWanted('memory')) await benchMemory(join(dataDir, 'memory'));
  if (isWanted('archive')) await benchArchive(join(dataDir, 'archive'));
  if (isWanted('rebuild'))
    for (const line of await rebuildFigures(join(dataDir, 'rebuild'), process.env)) say(line);
}

async function benchExecution(dataDir: string): Promise<void> {
  const server = await startEmbeddedServer({ dataDir, log: () => undefined });
  try {
    for (const name of executionDatabases) await server.ensureDatabase(name);
    const bench = await executionBench((name) => server.url(name));
    try {
      await run(bench.comparison);
      for (const line of await bench.figures()) say(line);
    } finally {
      await bench.stop();
    }
  } finally {
    await server.stop();
  }
}

async function benchMemory(dataDir: string): Promise<void> {
  const server = await startEmbeddedServer({ dataDir, log: () => undefined });
  try {
    for (const name of executionDatabases) await server.ensureDatabase(name);
    const { runs, ratio } = await memoryFigures((name) => server.url(name));
    const heaps = runs.map(
      ({ payments, heapMib }) => `${heapMib.toFixed(0)} MiB after ${String(payments)} payments`,
    );
    say(`memory of three services: ${heaps.join(', ')}, ratio ${ratio.toFixed(2)} (target <= 1.2)`);
  } finally {
    await server.stop();
  }
}

async function benchArchive(dataDir: string): Promise<void> {
  const server = await startEmbeddedServer({ dataDir, log: () => undefined });
  try {
    for (const name of executionDatabases) await server.ensureDatabase(name);
    const files = join(dataDir, 'files');
    for (const line of await archiveFigures((name) => server.url(name), files)) say(line);
  } finally {
    await server.stop();
  }
}

async function benchAccounts(dataDir: string, isWanted: (name: string) => boolean): Promise<void> {
  if (isWanted('balances')) await benchBalances(join(dataDir, 'balances'));
  if (isWanted('transactions')) await benchTransactions(join(dataDir, 'transactions'));
}

async function benchBalances(dataDir: string): Promise<void> {
  const bench = await balancesBench(dataDir);
  await runAndStop(bench, bench);
}

async function benchTransactions(dataDir: string): Promise<void> {
  const server = await startServerOfService(dataDir);
  try {
    await server.ensureDatabase('transactions');
    const bench = await pagesBench(server.url('transactions'));
    try {
      await run(bench.comparison);
      say(`   pages of the database, ${await bench.buffers()} (target: at most 2 more)`);
    } finally {
      await bench.stop();
    }
  } finally {
    await server.stop();
  }
}

async function benchDatabase(dataDir: string, isWanted: (name: string) => boolean): Promise<void> {
  const server = await startEmbeddedServer({
    dataDir: join(dataDir, 'postgres'),
    log: () => undefined,
  });
  try {
    await server.ensureDatabase('bench');
    const database = await openDatabase({
      url: server.url('bench'),
      applicationName: 'nordgate-bench',
      migrations: [],
      poolMax: 32,
    });
    if (isWanted('append')) {
      await run(groupCommitBench(database));
      await run(batchAppendBench(database));
    }
    if (isWanted('post') || isWanted('get')) {
      for (const service of services) {
        await server.ensureDatabase(`bank_${service}`);
        process.env[`DATABASE_URL_${service.toUpperCase()}`] = server.url(`bank_${service}`);
      }
      // The bench `seal` measures the price of seals.
      const bank = await startUnlimitedBank({ dataDir, env: { RESPONSE_SEAL: 'off' } });
      try {
        await benchOneProcess(bank, dataDir, database, isWanted);
      } finally {
        await bank.stop();
      }
    }
    await database.close();
  } finally {
    await server.stop();
  }
}

async function benchOneProcess(
  { addresses }: BankProcess,
  dataDir: string,
  database: Database,
  isWanted: (name: string) => boolean,
): Promise<void> {
  const tpp = await uncheckedTpp(addresses, dataDir);
  if (isWanted('post')) {
    await run(await postBench(tpp, database, 'one-process bank', { target: 0.25 }));
  }
  if (isWanted('get')) {
    tpp.actFor({ psuId: '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10', tppSessionId: 'bench' });
    const paymentsUrl = process.env['DATABASE_URL_PAYMENTS'] ?? '';
    const { ca } = await openSandboxTrust(dataDir, new Date());
    const asked = { way: 'in one process', tpp, paymentsUrl, ca: ca.certificate } as const;
    const bench = await getStatusBench(asked);
    await runAndStop(bench, bench);
  }
}

async function run(comparison: Comparison): Promise<void> {
  say(describe(await compare(comparison)));
}

async function runAndStop(
  comparison: Comparison,
  bench: { readonly stop: () => Promise<void> },
): Promise<void> {
  try {
    await run(comparison);
  } finally {
    await bench.stop();
  }
}

runTool(main);
