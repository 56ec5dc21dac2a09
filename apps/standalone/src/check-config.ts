import { parseArgs } from 'node:util';
import { configFaults } from './config-check/config-faults.js';
import { apps, readEnvFiles } from './config-check/env-files.js';

/**
 * `npm run check:config -- <folder> [--root <folder>]`: whether the apps would start with the settings and
 * mounted files that `<app>.env` in the folder names. Exits with 1 after a line per fault.
 */
async function checkConfig(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { root: { type: 'string' } },
    allowPositionals: true,
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) {
    throw new Error('usage: npm run check:config -- <folder> [--root <folder>]');
  }
  const faults = await configFaults(await readEnvFiles(folder, values.root));
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  const checked = `${String(apps.length)} apps checked: ${apps.join(', ')}`;
  process.stdout.write(
    `${checked}; ${faults.length === 0 ? 'no' : String(faults.length)} faults\n`,
  );
  process.exitCode = faults.length === 0 ? 0 : 1;
}

try {
  await checkConfig();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
