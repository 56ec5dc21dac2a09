import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { mountedText } from '@nordgate/service/settings';
import type { Command } from 'commander';
import { InvalidArgumentError, Option } from 'commander';
import { OperationRefused } from '../operations-client.js';
import { serviceArgument } from '../arguments.js';
import { openKubernetes } from './kubernetes-api.js';
import type { KubernetesObjects } from './kubernetes-api.js';
import { restoreDrill } from './restore-drill.js';
import type { CopyLogin, DrillPlace } from './restore-drill.js';

interface DrillOptions {
  readonly kubernetes: string;
  readonly kubernetesFolder: string;
  readonly scratch: string;
  readonly limitMinutes: number;
}

/** The ConfigMap with the results of all drills, in the component `restore-drill`. */
export const resultsName = 'restore-drill';
const pollMs = 5000;
const databasePort = 5432;

/** `restore drill`: what the CronJobs of the component `restore-drill` run. */
export function addDrillCommand(
  restore: Command,
  say: (text: string) => void,
  env: NodeJS.ProcessEnv,
): void {
  restore
    .command('drill')
    .description(
      'restore the newest backup of a service beside the bank, check the copy, remove it',
    )
    .addArgument(serviceArgument())
    .addOption(option('--kubernetes <url>', 'the API server').default(inCluster.url))
    .addOption(
      option('--kubernetes-folder <path>', 'has token, namespace and ca.crt').default(
        inCluster.folder,
      ),
    )
    .addOption(option('--scratch <path>', 'a folder that can be written').default('/tmp'))
    .addOption(
      option('--limit-minutes <number>', 'how long the drill may take before it removes its copy')
        .default(150)
        .argParser(minutesIn),
    )
    .action(async (service: string, options: DrillOptions) => {
      await drill(service, options, { say, env });
    });
}

const inCluster = {
  url: 'https://kubernetes.default.svc',
  folder: '/run/nordgate/kubernetes',
} as const;
const option = (flags: string, about: string) => new Option(flags, about);

function minutesIn(text: string): number {
  const minutes = Number(text);
  if (Number.isInteger(minutes) && minutes > 0) return minutes;
  throw new InvalidArgumentError('it has to be a number of minutes above 0.');
}

interface Around {
  readonly say: (text: string) => void;
  readonly env: NodeJS.ProcessEnv;
}

async function drill(
  service: string,
  { kubernetes: url, kubernetesFolder: folder, scratch, limitMinutes }: DrillOptions,
  { say, env }: Around,
): Promise<void> {
  const path = env['DATABASE_URL_FILE'];
  if (path === undefined) throw new OperationRefused('no database is named: DATABASE_URL_FILE');
  const { copyFacts, newestEventAt } = await import('@nordgate/event-store');
  const live = await mountedText(path, 'DATABASE_URL_FILE');
  const kubernetes = await openKubernetes({ url, folder });
  await untilSignal(async (signal) => {
    const place: DrillPlace = {
      kubernetes,
      newestEventAt: (limit) => newestEventAt(live, limit),
      copyFacts: async (login, limit) => copyFacts(await addressOf(login, scratch), limit),
      now: () => new Date(),
      wait: () => pause(signal),
      limitMs: limitMinutes * 60_000,
      signal,
    };
    await record(service, place, kubernetes, say);
  });
}

/** A pod gets SIGTERM at the deadline of its Job, and when its node is drained. A second signal ends the process at once. */
async function untilSignal(run: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => {
    stopping.abort();
  };
  process.once('SIGTERM', stop).once('SIGINT', stop);
  try {
    await run(stopping.signal);
  } finally {
    process.off('SIGTERM', stop).off('SIGINT', stop);
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await delay(pollMs, undefined, { signal }).catch(() => undefined);
}

/** The log line and the ConfigMap have the same; the end of the Job tells whether it was a success. */
async function record(
  service: string,
  place: DrillPlace,
  kubernetes: KubernetesObjects,
  say: (text: string) => void,
): Promise<void> {
  const keep = (data: Readonly<Record<string, string | null>>) =>
    kubernetes.merge('configmaps', resultsName, { data });
  try {
    const result = JSON.stringify(await restoreDrill(service, place));
    say(result);
    await keep({ [`${service}.json`]: result, [`${service}.failure.json`]: null });
  } catch (error) {
    const failure = { failedAt: place.now().toISOString(), fault: (error as Error).message };
    await keep({ [`${service}.failure.json`]: JSON.stringify(failure) });
    throw error;
  }
}

/** The address of the copy. The driver reads the authority from a file. */
async function addressOf({ host, user, password, ca }: CopyLogin, scratch: string) {
  const file = join(scratch, 'copy-ca.pem');
  await writeFile(file, ca);
  const url = new URL(`postgres://${host}:${String(databasePort)}/${user}`);
  url.username = user;
  url.password = password;
  url.searchParams.set('sslmode', 'verify-full');
  url.searchParams.set('sslrootcert', file);
  return url.href;
}
