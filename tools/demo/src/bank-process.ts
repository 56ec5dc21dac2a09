import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { heapOptions, stopInOrder } from '@nordgate/local/child-program';
import type { BankAddresses } from '@nordgate/testing';

interface BankProcessOptions {
  readonly dataDir: string;
  /** Default: any free port. */
  readonly gatewayPort?: number;
  readonly scaPort?: number;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each line that the bank prints. */
  readonly say?: (line: string) => void;
  /** Called with what the bank writes to its standard error. Default: it is passed on. */
  readonly complain?: (text: string) => void;
}

const main = join(import.meta.dirname, '..', '..', '..', 'apps', 'standalone', 'dist', 'main.js');

/** The one-process bank as a child process that can be killed. */
export class BankProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly addresses: BankAddresses,
  ) {}

  /** Resolves when the bank is ready. @throws Error when it ends before */
  static async start(options: BankProcessOptions): Promise<BankProcess> {
    const child = spawn(process.execPath, [...heapOptions, main], {
      stdio: ['ignore', 'pipe', options.complain === undefined ? 'inherit' : 'pipe'],
      env: {
        ...process.env,
        ...options.env,
        NORDGATE_DATA_DIR: options.dataDir,
        GATEWAY_PORT: String(options.gatewayPort ?? 0),
        SCA_PORT: String(options.scaPort ?? 0),
        OPERATIONS_PORT: '0',
        CONSOLE_PORT: '0',
        LOG_FORMAT: 'text',
      },
    });
    child.stderr?.on('data', (chunk: Buffer) => options.complain?.(chunk.toString('utf8')));
    try {
      return new BankProcess(child, await addressesOf(child, options.say));
    } catch (error) {
      child.kill('SIGKILL');
      throw error;
    }
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Ends the process at once, as a power cut does. */
  async kill9(): Promise<void> {
    const gone = once(this.child, 'exit');
    this.child.kill('SIGKILL');
    await gone;
  }

  /** Stops the bank in order. The exit code is 0 when all work in progress was finished; null after a kill. */
  stop(): Promise<number | null> {
    return stopInOrder(this.child);
  }

  /** Resolves when the process has ended. */
  async ended(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      await once(this.child, 'exit');
    }
  }
}

async function addressesOf(
  child: ChildProcess,
  say: (line: string) => void = () => undefined,
): Promise<BankAddresses> {
  if (child.stdout === null) throw new Error('the bank has no output');
  const lines = createInterface({ input: child.stdout });
  const found = new Map<string, string>();
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the bank ended with code ${String(code)}`)));
    lines.on('line', (line) => {
      say(line);
      const address = /^ {2}(interface for TPPs|approval site|health, metrics) +(\S+)/.exec(line);
      if (address?.[1] !== undefined) found.set(address[1], address[2] ?? '');
      if (address?.[1] === 'health, metrics') {
        const gatewayUrl = (found.get('interface for TPPs') ?? '').replace(/\/v1$/, '');
        resolve({ gatewayUrl, scaUrl: found.get('approval site') ?? '' });
      }
    });
  });
}
