import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import { Cluster } from '@nordgate/local/cluster';
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

/** A bank whose core moves the money: its apps as processes on Kafka, and the fake core as one more. */
export class CoreBank {
  private constructor(
    private readonly cluster: Cluster,
    private readonly core: ChildProcess,
  ) {}

  /** Resolves when all processes are ready. @throws Error when one is not; then everything is stopped */
  static async start({ dataDir, say }: CoreBankOptions): Promise<CoreBank> {
    const profile = join(dataDir, 'profile.yaml');
    const terms = { ...defaultProfile('sandbox'), execution: { executor: 'core' } };
    // JSON is YAML.
    await writeFile(profile, JSON.stringify(terms));
    const env = { NORDGATE_PROFILE: profile };
    const cluster = await Cluster.start({ dataDir, brokers: 1, env, say });
    try {
      return new CoreBank(cluster, await startCore(cluster.kafka.bootstrap, say));
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
    const code = await stopCore(this.core);
    await this.cluster.stop();
    return code;
  }
}

async function startCore(
  brokers: readonly string[],
  say: (line: string) => void,
): Promise<ChildProcess> {
  const args = [`--brokers=${brokers.join(',')}`, `--begin=${beginning}`];
  // The core notices the end of this process by the IPC channel.
  const core = spawn(process.execPath, [coreMain, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  return new Promise((resolve, reject) => {
    core.once('exit', (code) => reject(new Error(`the fake core ended with ${String(code)}`)));
    core.stdout?.setEncoding('utf8').on('data', (text: string) => {
      say(text.trimEnd());
      if (text.includes('is ready')) resolve(core);
    });
  });
}

async function stopCore(core: ChildProcess): Promise<number | null> {
  if (core.exitCode !== null || core.signalCode !== null) return core.exitCode;
  const gone = once(core, 'exit');
  core.kill('SIGTERM');
  const [code] = (await gone) as [number | null];
  return code;
}
