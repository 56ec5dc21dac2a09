import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { BankProfile } from '@nordgate/contracts/profile';
import { writePrivateFile } from '@nordgate/service/settings';
import { stopInOrder } from '../host/child-program.js';
import { fakeAcr, fakeDetailsType } from './provider-configuration.js';

const main = join(import.meta.dirname, '..', '..', 'dist', 'fake-provider', 'main.js');

/** The bank beside which a fake provider runs. */
export interface BankBeside {
  readonly dataDir: string;
  /** The address of its site, without a path. */
  readonly site: string;
}

/** A fake provider as a process, and the files with which a sandbox bank uses it. */
export class ProviderProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly issuer: string,
    /** The profile for the bank: the method oidc, then passkeys. */
    readonly profileFile: string,
  ) {}

  /** Resolves when the provider listens, before the start of the bank. @throws Error when it ends before */
  static async startBeside({ dataDir, site }: BankBeside): Promise<ProviderProcess> {
    const profileFile = join(dataDir, 'profile-with-provider.yaml');
    await writeClientKey(join(dataDir, 'secrets'));
    // The provider notices the end of this process by the IPC channel.
    const child = spawn(process.execPath, [main, `--site=${site}`], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    const issuer = await issuerOf(child);
    // JSON is YAML.
    await writeFile(profileFile, JSON.stringify(profileWith(issuer)));
    return new ProviderProcess(child, issuer, profileFile);
  }

  /** Stops the provider. The bank goes on without it. */
  async stop(): Promise<void> {
    await stopInOrder(this.child);
  }
}

/** The key of the bank as a client, where the bank mounts its secrets. */
async function writeClientKey(secrets: string): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  await mkdir(secrets, { recursive: true, mode: 0o700 });
  await writePrivateFile(join(secrets, 'oidc-client.key.pem'), pem);
}

function profileWith(issuer: string): BankProfile {
  return {
    ...defaultProfile('sandbox'),
    sca: {
      methods: ['oidc', 'passkey'],
      provider: {
        ...{ name: 'TestID', issuer, clientId: 'nordgate', acrValues: [fakeAcr], amr: ['pop'] },
        ...{ maxAgeSeconds: 300, customerClaim: 'pid', customerClaimHolds: 'customer-number' },
        ...{ dynamicLinking: 'authorization-details', detailsType: fakeDetailsType },
      },
    },
  };
}

function issuerOf(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the fake provider has no output');
  const lines = createInterface({ input: child.stdout });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => {
      reject(new Error(`the fake provider ended with ${String(code)}`));
    });
    lines.on('line', (line) => {
      const [, issuer] = /^ {2}identity provider +(\S+)/.exec(line) ?? [];
      if (issuer !== undefined) resolve(issuer);
    });
  });
}
