import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProductionBank } from '@nordgate/standalone/production-bank';
import { mountedAt, profilePaths } from '@nordgate/standalone/production-files';
import { registerOf } from '@nordgate/standalone/production-neighbours';
import { tppId } from './bank-customers.js';
import { builtRelease, programOf } from './built-release.js';
import { meetNeeds, needsOf } from './meet-needs.js';
import { playUpgrade } from './play-upgrade.js';
import type { UpgradeResult } from './play-upgrade.js';
import { readUpgradeOptions, usage } from './upgrade-options.js';
import type { UpgradeOptions } from './upgrade-options.js';
import { reportOnUpgrade } from './upgrade-report.js';

const started = performance.now();

function say(line: string): void {
  const seconds = ((performance.now() - started) / 1000).toFixed(0).padStart(4);
  process.stdout.write(`${seconds} s  ${line}\n`);
}

/** What has to end or to be removed after the rehearsal, the last first. */
const endings: (() => Promise<void>)[] = [];

let ended: Promise<void> | undefined;
/** A signal and the fault that it causes wait for the same end. */
const end = () => (ended ??= endAll());

async function endAll(): Promise<void> {
  for (let ending = endings.pop(); ending !== undefined; ending = endings.pop()) await ending();
}

/** How long both releases run, from the start of the bank on. */
const upgradeMs = 2 * 3_600_000;

/** `npm run rehearse:upgrade`: a bank of an earlier release in production is upgraded to this tree under load. */
async function main(): Promise<void> {
  const options = readUpgradeOptions(process.argv.slice(2));
  if (options === 'help') return void process.stdout.write(`${usage}\n`);
  const old = await builtRelease(options.from, { say, endings });
  const root = await mkdtemp(join(tmpdir(), 'nordgate-upgrade-'));
  process.env['NODE_COMPILE_CACHE'] ??= join(root, 'compiled');
  const { rows, evidence } = await upgradeOf(root, old, options);
  await end();
  const { text, passed, failed } = reportOnUpgrade(rows, evidence);
  process.stdout.write(`\n${text}\n\n`);
  if (failed === 0) await rm(root, { recursive: true, force: true });
  else process.stdout.write(`the logs are in ${join(root, 'logs')}\n`);
  process.stdout.write(`${String(passed)} held, ${String(failed)} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** Starts a bank with the old release, and plays the upgrade. */
async function upgradeOf(
  root: string,
  old: string,
  { needs: named, order, turns }: UpgradeOptions,
): Promise<UpgradeResult> {
  const needs = needsOf(old, named);
  for (const { reason } of needs) say(`the old release: ${reason}`);
  const prepared = {
    ...{ run: mountedAt(root, ''), profiles: profilePaths, register: registerOf([tppId]) },
    until: new Date(Date.now() + upgradeMs).toISOString(),
  };
  say(`start the bank in ${root}`);
  const bank = await ProductionBank.start(root, [tppId], {
    programOf: (app) => ({ file: programOf(old, app), env: {} }),
    prepare: (environments) => meetNeeds(needs, environments, prepared),
    takesUnsealedOrders: needs.some(({ takesUnsealedOrders = false }) => takesUnsealedOrders),
  });
  endings.push(() => bank.stop());
  say('the bank is ready');
  return playUpgrade({ bank, old, order, turns, say });
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    void end().finally(() => process.exit(1));
  });
}
await main().catch(async (error: unknown) => {
  process.stderr.write(
    `${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
  );
  await end();
  process.stdout.write('0 held, 1 failed\n');
  process.exitCode = 1;
});
process.exit();
