import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@nordgate/standalone/config';
import { ProviderProcess } from '@nordgate/local/provider-process';
import { say } from '@nordgate/local/tool';
import { freePorts } from '@nordgate/local/free-ports';
import {
  demoTpp,
  JourneyError,
  psuBrowser,
  runJourney,
  seeClock,
  strangerTpp,
} from '@nordgate/testing';
import type { BankAddresses, Narrator, World } from '@nordgate/testing';
import color from 'picocolors';
import { BankProcess } from './bank-process.js';
import { CoreBank } from './core-bank.js';
import { runCoreJourney } from './core-journey.js';
import { surviveKill } from './power-cut.js';
import { findBank } from './running-bank.js';

/**
 * `npm run demo`: a TPP's whole journey, at the running bank of the data folder or at a bank that the demo
 * starts. With `-- --core` the demo starts a bank on Kafka whose core moves the money, and runs the execution
 * of payments there. With `-- --oidc` PSUs log in and approve at an identity provider, which the demo starts
 * beside its bank.
 */
async function main(): Promise<void> {
  if (process.argv.includes('--core')) return withCore();
  const stay = process.argv.includes('--stay');
  if (process.argv.includes('--oidc')) return withProvider(stay);
  const config = readConfig(process.env);
  const { HOST: host, GATEWAY_PORT: gatewayPort, SCA_PORT: scaPort } = config;
  const found = await findBank({ host, gatewayPort, scaPort, dataDir: config.NORDGATE_DATA_DIR });
  if (found.is !== 'ours') {
    if (found.is === 'other') say(`${found.gatewayUrl} is not the bank of this data folder`);
    say('starting a bank on free ports');
    return inNewFolder(stay, (dataDir) => withOwnBank({ dataDir, stay }));
  }
  const { addresses } = found;
  say(`your bank answers at ${addresses.gatewayUrl}: the journey uses it`);
  const world = await worldOf(addresses, config.NORDGATE_DATA_DIR);
  await runJourney(world, await strangerTpp(addresses));
  say('\nThe kill -9 part is left out: this bank was not started by the demo.');
}

/** The folder of the data goes in the end, unless it has to stay. */
async function inNewFolder(stay: boolean, run: (dataDir: string) => Promise<void>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-demo-'));
  say(`the data of the bank is in ${dataDir}`);
  try {
    await run(dataDir);
  } finally {
    if (!stay) await rm(dataDir, { recursive: true, force: true });
  }
}

interface OwnBank {
  readonly dataDir: string;
  readonly stay: boolean;
  /** The identity provider beside the bank, and the port of the site that it knows. */
  readonly beside?: { readonly provider: ProviderProcess; readonly scaPort: number };
}

async function withOwnBank({ beside, dataDir, stay }: OwnBank): Promise<void> {
  const { provider, scaPort = 0 } = beside ?? {};
  const env: Record<string, string> = provider ? { NORDGATE_PROFILE: provider.profileFile } : {};
  const log = logBeside(dataDir);
  const options = { dataDir, env, say: log.note };
  const sayToo = (line: string) => {
    log.note(line);
    if (!log.isQuiet) say(`   ${line}`);
  };
  let bank = await BankProcess.start({ ...options, scaPort, say: sayToo });
  log.isQuiet = true;
  try {
    const addresses = { ...bank.addresses, providerUrl: provider?.issuer };
    say('every answer is compared with /v1/openapi.json');
    const world = await worldOf(addresses, dataDir);
    await runJourney(world, await strangerTpp(addresses));
    world.narrator.part('kill -9 in the middle, and what was acknowledged');
    bank = await surviveKill(world, bank, () =>
      BankProcess.start({ ...options, ...portsOf(addresses) }),
    );
    world.narrator.part('The clock of the sandbox: a standing order, two months on');
    await seeClock(world);
    say('\nThe whole journey went as promised.');
    if (stay) await stayUntilStopped(bank, dataDir);
  } finally {
    say(`What the bank logged is in ${log.file}`);
    await bank.stop();
  }
}

/**
 * The file for what the bank logs: the journey asks for much that a bank refuses, and each refusal is a
 * warning that would stand between the steps. It stays when the data go.
 */
function logBeside(dataDir: string) {
  const file = `${dataDir}.log`;
  const stream = createWriteStream(file, { flags: 'a' });
  return { file, isQuiet: false, note: (line: string) => void stream.write(`${line}\n`) };
}

async function withProvider(stay: boolean): Promise<void> {
  const [scaPort = 0] = await freePorts(1);
  say('starting a bank and an identity provider for its PSUs');
  await inNewFolder(stay, async (dataDir) => {
    const site = `http://localhost:${String(scaPort)}`;
    const provider = await ProviderProcess.startBeside({ dataDir, site });
    say(`PSUs log in and approve at ${provider.issuer}: any customer number is a person there`);
    try {
      await withOwnBank({ dataDir, stay, beside: { provider, scaPort } });
    } finally {
      await provider.stop();
    }
  });
}

async function withCore(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-demo-core-'));
  say(`starting a bank on Kafka and its core with their data in ${dataDir}`);
  const bank = await CoreBank.start({ dataDir, say: (line) => say(`   ${line}`) });
  try {
    await runCoreJourney(await worldOf(bank.addresses, dataDir));
    say('\nThe core has executed everything as promised.');
  } finally {
    await bank.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function stayUntilStopped(bank: BankProcess, dataDir: string): Promise<void> {
  const { gatewayUrl, scaUrl } = bank.addresses;
  say(`The bank stays: ${gatewayUrl}/v1 and ${scaUrl}, demo TPP in ${join(dataDir, 'sandbox')}`);
  say('Ctrl-C stops it.');
  await bank.ended();
}

async function worldOf(addresses: BankAddresses, dataDir: string): Promise<World> {
  const tpp = await demoTpp(addresses, dataDir);
  return { tpp, newBrowser: () => psuBrowser(addresses), narrator: terminalNarrator() };
}

function portsOf({ gatewayUrl, scaUrl }: BankAddresses) {
  return { gatewayPort: Number(new URL(gatewayUrl).port), scaPort: Number(new URL(scaUrl).port) };
}

main().catch((error: unknown) => {
  const reason = error instanceof JourneyError ? error.message : describe(error);
  process.stderr.write(`\nThe demo failed: ${reason}\n`);
  process.exitCode = 1;
});

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Prints the steps of a journey. */
function terminalNarrator(): Narrator {
  let parts = 0;
  return {
    part(title) {
      process.stdout.write(`\n${color.bold(`${String(parts)}. ${title}`)}\n`);
      parts += 1;
    },
    step(what, result) {
      process.stdout.write(`   ${color.green('✓')} ${what} ${color.dim('→')} ${result}\n`);
    },
  };
}
