import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BankProcess } from '@nordgate/demo/bank-process';
import { Cluster } from '@nordgate/local/cluster';
import {
  accountOf,
  approveAt,
  meetPsu,
  psuBrowser,
  setUpSandbox,
  uncheckedTpp,
} from '@nordgate/testing';
import type { BankAddresses } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { Agent } from 'undici';
import type { Callers } from './callers.js';
import type { BankChoice } from './options.js';
import type { WatchedProcess } from './soak/process-readings.js';

/** A bank under load. */
export interface LoadedBank {
  readonly callers: Callers;
  /** Those of a bank on Kafka that was started for the load. */
  readonly processes: readonly WatchedProcess[];
  /** Stops what was started for the load, and nothing else. */
  stop(): Promise<void>;
}

type Say = (line: string) => void;

/**
 * Starts the chosen bank, or uses the running one, and lets a PSU meet the TPP. The test data of a running
 * bank is reset.
 *
 * @throws Error when the bank does not start or does not answer
 */
export async function openBank(choice: BankChoice, say: Say): Promise<LoadedBank> {
  if (choice.is === 'running') {
    const { dataDir, ...addresses } = choice;
    const stop = () => Promise.resolve();
    const callers = await meet(addresses, [await uncheckedTpp(addresses, dataDir)]);
    return { callers, processes: [], stop };
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'nordgate-load-'));
  const stopping = [() => rm(dataDir, { recursive: true, force: true })];
  const stop = async () => {
    for (const one of stopping.splice(0).reverse()) await one();
  };
  try {
    const started =
      choice.is === 'kafka'
        ? await onKafka(choice, { dataDir, stopping, say })
        : await inOneProcess({ dataDir, stopping, say });
    return { ...started, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Starting {
  readonly dataDir: string;
  readonly stopping: (() => Promise<void>)[];
  readonly say: Say;
}

/** The access log would take as much processor time as the clients. */
const quiet = { LOG_LEVEL: 'error', ACCESS_LOG: 'off' };

type Started = Pick<LoadedBank, 'callers' | 'processes'>;

async function inOneProcess({ dataDir, stopping, say }: Starting): Promise<Started> {
  const bank = await BankProcess.start({ dataDir, env: quiet, say });
  stopping.push(() => bank.stop().then(() => undefined));
  const { addresses } = bank;
  const callers = await meet(addresses, [await uncheckedTpp(addresses, dataDir)]);
  return { callers, processes: [] };
}

async function onKafka(
  { brokers, gateways }: Extract<BankChoice, { is: 'kafka' }>,
  { dataDir, stopping, say }: Starting,
): Promise<Started> {
  const cluster = await Cluster.start({
    ...{ dataDir, brokers, say },
    replicas: { gateway: gateways },
    compiled: 'well',
    env: quiet,
  });
  stopping.push(() => cluster.stop());
  const identity = cluster.trust.demoTpp;
  const redirectUri = 'https://tpp.example/back';
  const tpps = cluster.gatewayUrls.map((baseUrl) => {
    const dispatcher = new Agent({ connections: 64 });
    stopping.push(() => dispatcher.close());
    return new TppClient({ baseUrl, identity, redirectUri, dispatcher });
  });
  const [gatewayUrl = ''] = cluster.gatewayUrls;
  const callers = await meet({ gatewayUrl, scaUrl: cluster.scaUrl }, tpps);
  return { callers, processes: cluster.apps };
}

async function meet(addresses: BankAddresses, tpps: readonly TppClient[]): Promise<Callers> {
  const [first, ...others] = tpps;
  if (first === undefined) throw new Error('the bank has no gateway');
  const narrator = { part: () => undefined, step: () => undefined };
  const worldOf = (tpp: TppClient) => ({ tpp, newBrowser: () => psuBrowser(addresses), narrator });
  const [psu, creditor] = await setUpSandbox(worldOf(first));
  if (psu === undefined) throw new Error('the sandbox has no customers');
  for (const tpp of tpps) await meetPsu(worldOf(tpp), psu);
  return {
    ...{ tpps: [first, ...others], scaUrl: addresses.scaUrl },
    from: accountOf(psu),
    to: accountOf(creditor),
    approve: (link) => approveAt(worldOf(first), link, psu),
  };
}
