import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import { BankProcess } from '@nordgate/demo/bank-process';

/** One TPP sends the whole load of a bench: the rates of the sandbox would turn most of it away. */
const profile = {
  ...defaultProfile('sandbox'),
  rates: {
    everyTpp: { readsPerSecond: 100_000, writesPerSecond: 100_000, linksPerSecond: 100_000 },
  },
};

/**
 * Starts the bank of a sandbox as a child process that limits no TPP.
 *
 * @param options the bank's data folder, which is made, and additional environment variables
 * @throws Error when the bank ends before it is ready
 */
export async function startUnlimitedBank(options: {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
}): Promise<BankProcess> {
  const { dataDir, env } = options;
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'profile.json');
  await writeFile(file, JSON.stringify(profile));
  return BankProcess.start({ dataDir, env: { ...env, NORDGATE_PROFILE: file } });
}
