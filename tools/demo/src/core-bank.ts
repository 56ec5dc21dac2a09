import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import { ChildProgram } from '@nordgate/local/child-program';
import { Cluster } from '@nordgate/local/cluster';
import { freePorts } from '@nordgate/local/free-ports';
import type { BankAddresses } from '@nordgate/testing';

interface CoreBankOptions {
  readonly dataDir: string;
  /** Called with each line that a server or the core prints. */
  readonly say: (line: string) => void;
}

const root = join(import.meta.dirname, '..', '..', '..');
const coreMain = join(root, 'tools', 'local', 'dist', 'fake-core', 'main.js');

/** The customers and accounts that the core reports at its start. */
const beginning = join(root, 'examples', 'core-bank', 'core.json');

const noAddress: Readonly<Record<string, string>> = {};

/**
 * A bank whose core moves the money and has the books that TPPs read: its apps as processes on Kafka, and the fake core as one
 * more. The core reports no entries.
 */
export class CoreBank {
  private constructor(
    private readonly cluster: Cluster,
    private readonly core: ChildProgram,
  ) {}

  /** Resolves when all processes are ready. @throws Error when one is not; then everything is stopped */
  static async start({ dataDir, say }: CoreBankOptions): Promise<CoreBank> {
    const profile = join(dataDir, 'profile.yaml');
    const read = { execution: { executor: 'core' }, accounts: { read: 'core' } };
    const terms = { ...defaultProfile('sandbox'), ...read };
    // JSON is YAML.
    await writeFile(profile, JSON.stringify(terms));
    const [readPort] = await freePorts(1);
    const env = { NORDGATE_PROFILE: profile };
    const address = { CORE_READ_URL: `http://127.0.0.1:${String(readPort)}` };
    const envOf = (instance: string) => (instance.startsWith('accounts') ? address : noAddress);
    const cluster = await Cluster.start({ dataDir, brokers: 1, env, envOf, say });
    try {
      const brokers = `--brokers=${cluster.kafka.bootstrap.join(',')}`;
      const approvals = `--approvals=${join(dataDir, 'secrets')}`;
      const readBooks = `--read-port=${String(readPort)}`;
      const args = [brokers, `--begin=${beginning}`, approvals, readBooks];
      return new CoreBank(cluster, await ChildProgram.start({ file: coreMain, args, say }));
    } catch (error) {
      await cluster.stop();
      throw error;
    }
  }

  get addresses(): BankAddresses {
    return { gatewayUrl: this.cluster.gatewayUrls[0] ?? '', scaUrl: this.cluster.scaUrl };
  }

  /** Stops the core, then the bank. @returns the exit code of the core: 0 after a stop in order */
  async stop(): Promise<number | null> {
    const code = await this.core.stop();
    await this.cluster.stop();
    return code;
  }
}
