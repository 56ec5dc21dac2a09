import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from '@nordgate/chaos/chance';
import type { Fault } from '@nordgate/chaos/fault';
import { startFaultyCluster } from '@nordgate/chaos/machine';
import { makeTrouble } from '@nordgate/chaos/trouble';
import { defaultProfile } from '@nordgate/contracts/profile';
import { BankProcess } from '@nordgate/demo/bank-process';
import { openSandboxTrust } from '@nordgate/local/sandbox-trust';
import { issueTppSeal } from '@nordgate/signature/issue';
import type { IssuedPem } from '@nordgate/signature/issue';
import { listedCustomers, PsuBrowser } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { recordHistories } from './histories.js';
import { HttpCalls } from './http-calls.js';
import { Recorder } from './recorder.js';
import type { Operation } from './recorder.js';
import { untilKnown } from './scene.js';

/** A refusal by a rate would stand in the histories as one of the bank's rules. */
const profile = {
  ...defaultProfile('sandbox'),
  rates: {
    everyTpp: { readsPerSecond: 100_000, writesPerSecond: 100_000, linksPerSecond: 100_000 },
  },
};
const hourMs = 3_600_000;
const redirectUri = 'https://tpp.example/back';

/** Where the clients of a history reach a bank. */
interface RecordedAt {
  readonly gatewayUrls: readonly string[];
  readonly scaUrl: string;
  readonly ca: IssuedPem;
  readonly isFaulty: boolean;
  readonly stop: () => Promise<void>;
}

/** A real bank, whose clients write histories. */
export class RecordedBank {
  private constructor(private readonly at: RecordedAt) {}

  /** A bank in one process, which nothing disturbs. Resolves when it is ready. @throws Error when it ends before */
  static async inOneProcess(): Promise<RecordedBank> {
    const folder = await mkdtemp(join(tmpdir(), 'nordgate-linearisability-'));
    const dataDir = join(folder, 'bank');
    await mkdir(dataDir);
    const bank = await BankProcess.start({ dataDir, env: await envIn(folder) });
    const { ca } = await openSandboxTrust(dataDir, new Date());
    const { gatewayUrl, scaUrl } = bank.addresses;
    const stop = async () => {
      await bank.stop();
      await rm(folder, { recursive: true, force: true });
    };
    return new RecordedBank({ gatewayUrls: [gatewayUrl], scaUrl, ca, isFaulty: false, stop });
  }

  /**
   * A bank of a process for each app, two gateways, on Kafka, which faults of chaos strike one after another until it is stopped. `stop`
   * rejects when a part did not come up again.
   */
  static async underFaults({ faults, brokers, chance, say }: Disturbed): Promise<RecordedBank> {
    const folder = await mkdtemp(join(tmpdir(), 'nordgate-linearisability-'));
    const dataDir = join(folder, 'bank');
    await mkdir(dataDir);
    const started = { dataDir, brokers, gateways: 2, faults, env: await envIn(folder), say };
    const { cluster, machine, stop: stopCluster } = await startFaultyCluster(started);
    let isOver = false;
    const disturb = async () => {
      while (!isOver) await makeTrouble({ cluster, machine, faults, chance, seconds: 0, say });
    };
    const disturbed = disturb().catch((error: unknown) => error);
    const stop = async () => {
      isOver = true;
      const failure = await disturbed;
      await stopCluster();
      await rm(folder, { recursive: true, force: true });
      if (failure instanceof Error) throw failure;
    };
    const { gatewayUrls, scaUrl, trust } = cluster;
    return new RecordedBank({ gatewayUrls, scaUrl, ca: trust.ca, isFaulty: true, stop });
  }

  stop(): Promise<void> {
    return this.at.stop();
  }

  /**
   * The history of one seed: clients of a new TPP, in its own world. The seed decides what each client does; when its answers
   * come, the machine decides.
   */
  async record(seed: number): Promise<readonly Operation[]> {
    const { gatewayUrls, scaUrl, isFaulty } = this.at;
    const identity = await this.newIdentity(seed);
    const [first, ...others] = gatewayUrls.map((baseUrl) => {
      return new TppClient({ baseUrl, identity, redirectUri });
    });
    if (first === undefined) throw new Error('the bank has no gateway');
    const persons = await untilKnown(() => {
      const listed = listedCustomers(first);
      return isFaulty ? listed.catch(() => undefined) : listed;
    });
    const [debtor, creditor] = persons.filter(({ customerType }) => customerType === 'PRIVATE');
    if (debtor === undefined || creditor === undefined) throw new Error('nobody pays or is paid');
    const newBrowser = () => new PsuBrowser(scaUrl);
    const parties = { tpps: [first, ...others], newBrowser, debtor, creditor, isFaulty } as const;
    return recordHistories({
      recorder: new Recorder(seed),
      chance: new Chance(seed),
      calls: new HttpCalls(parties),
    });
  }

  private newIdentity(seed: number): Promise<IssuedPem> {
    return issueTppSeal({
      validFrom: new Date(Date.now() - hourMs),
      validTo: new Date(Date.now() + hourMs),
      ca: this.at.ca,
      commonName: 'A recorded TPP',
      organisation: 'A recorded TPP AS',
      organizationIdentifier: `PSDNO-FSA-${String(500_000_000 + seed)}`,
      roles: ['PSP_PI', 'PSP_AI'],
    });
  }
}

/** Which faults strike a bank, and when. */
interface Disturbed {
  readonly faults: readonly Fault[];
  readonly brokers: 1 | 3;
  readonly chance: Chance;
  readonly say: (line: string) => void;
}

async function envIn(folder: string) {
  const file = join(folder, 'profile.json');
  await writeFile(file, JSON.stringify(profile));
  return { NORDGATE_PROFILE: file, LOG_LEVEL: 'error' };
}
