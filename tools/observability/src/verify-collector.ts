import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '@nordgate/local/tool';
import { reportChecks } from './check-report.js';
import type { Checked } from './check-report.js';
import {
  arrived,
  erroneous,
  keptTraces,
  markedTraces,
  otherTraces,
  redactionChecks,
  samplingChecks,
} from './collector/collector-checks.js';
import { collectorFile, loginFile } from './collector/collector-config.js';
import { CollectorProcess, configFault } from './collector/collector-process.js';
import { collectorProgram } from './collector/collector-program.js';
import { exportOf } from './collector/spans.js';
import { TokenFolder } from './collector/token-folder.js';
import { TracesBackend } from './collector/traces-backend.js';

const arrivesWithinMs = 20_000;
const pollMs = 100;
/** Twice the time after which the Collector decides about a trace here. */
const laterMs = 2000;

/**
 * `npm run verify:collector`: a real Collector of the pinned version validates the files of `deploy/observability` and runs
 * with them. Spans with planted account numbers are sent, and what the Collector exports is searched.
 */
async function main(): Promise<void> {
  const { buildSeconds, path: program, version } = await collectorProgram(say, process.env);
  if (buildSeconds !== undefined) say(`built in ${buildSeconds.toFixed(0)} s`);
  say(`the Collector ${version}`);
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-collector-'));
  const checked = [...validations(program), ...(await running(program, folder))];
  if (reportChecks('collector', checked, say) === 0) {
    return rmSync(folder, { recursive: true, force: true });
  }
  say(`the log of the Collector is in ${folder}`);
  process.exitCode = 1;
}

function validations(program: string): readonly Checked[] {
  return [[collectorFile], [collectorFile, loginFile]].map((files) => ({
    what: `validate ${files.map((file) => basename(file)).join(' with ')}`,
    fault: configFault(program, files),
  }));
}

async function running(program: string, folder: string): Promise<readonly Checked[]> {
  const backend = await TracesBackend.start();
  try {
    const token = randomBytes(24).toString('base64url');
    const mounted = new TokenFolder(join(folder, 'traces-backend'), token);
    const collector = await CollectorProcess.start({
      ...{ program, folder, backend: backend.url, tokenFile: mounted.path },
    });
    try {
      return [
        ...(await exportChecks(collector, backend)),
        ...(await loginChecks(collector, backend, mounted, token)),
      ];
    } finally {
      await collector.stop();
    }
  } finally {
    await backend.stop();
  }
}

async function exportChecks(
  collector: CollectorProcess,
  backend: TracesBackend,
): Promise<readonly Checked[]> {
  const kept = [...markedTraces, ...keptTraces];
  await collector.send(exportOf([...otherTraces, ...kept], Date.now()));
  await until(() => arrived(backend.text, kept).length === kept.length);
  await pause(laterMs);
  const metrics = await collector.scrape();
  const names = ['otelcol_receiver_accepted_spans', 'otelcol_exporter_sent_spans'];
  return [
    ...redactionChecks(backend.text),
    ...samplingChecks(backend.text),
    ...names.map((name) => ({
      what: `the metric ${name}`,
      fault: new RegExp(`^${name}(_total)?\\{`, 'm').test(metrics) ? undefined : 'is missing',
    })),
  ];
}

/** Every export has the token of the file. After a change of the file, exports have the new one without a restart. */
async function loginChecks(
  collector: CollectorProcess,
  backend: TracesBackend,
  mounted: TokenFolder,
  token: string,
): Promise<readonly Checked[]> {
  const used = () => new Set(backend.received.map(({ authorization }) => authorization));
  const first = [...used()].join(', ');
  const next = randomBytes(24).toString('base64url');
  mounted.change(next);
  let sent = 0;
  await until(async () => {
    sent += 1;
    await collector.send(
      exportOf([erroneous(`after the change ${String(sent)}`, 'x')], Date.now()),
    );
    return used().has(`Bearer ${next}`);
  });
  const last = backend.received.at(-1)?.authorization;
  const log = collector.log();
  const isLogged = [token, next].some((one) => log.includes(one));
  return [
    {
      what: 'every export has the token of the file',
      fault: first === `Bearer ${token}` ? undefined : first,
    },
    {
      what: 'the token of the changed file is used',
      fault: last === `Bearer ${next}` ? undefined : last,
    },
    { what: 'no token is in the log', fault: isLogged ? 'is there' : undefined },
  ];
}

/** Waits until something holds. After the limit it returns as well: the checks say what has not arrived. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + arrivesWithinMs;
  while (!(await holds()) && performance.now() < deadline) await pause(pollMs);
}

main().catch((error: unknown) => {
  process.stderr.write(`the Collector was not checked: ${String(error)}\n`);
  process.exitCode = 1;
});
