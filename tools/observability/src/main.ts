import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@nordgate/local/free-ports';
import { runTool, say } from '@nordgate/local/tool';
import { measuredEveryMs } from '@nordgate/telemetry';
import { reportChecks } from './check-report.js';
import type { Checked } from './check-report.js';
import { BankUnderLoad } from './live/bank-under-load.js';
import { alertsOnSpeed } from './live/expected-empty.js';
import {
  checkFires,
  checkLabels,
  checkPanels,
  checkRecordings,
  checkSilence,
} from './live/live-checks.js';
import { Prometheus } from './live/prometheus.js';

/** After a background measurement, two scrapes show that a value is there to stay. */
const measuredWithinMs = measuredEveryMs + 3_000;
const parkedWithinMs = 40_000;

/**
 * The stage `live` of `npm run test:observability`: the bank as in production on this machine, under load and
 * scraped by a real Prometheus. Every query of the dashboards has to return data, and every alert has to be
 * silent; then a message is parked, and its alert has to fire.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-observability-'));
  const bank = await BankUnderLoad.start(folder);
  say('the bank is ready');
  let checked: readonly Checked[];
  try {
    const [port = 0] = await freePorts(1);
    const prometheus = await Prometheus.start(folder, port, bank.targets);
    try {
      checked = await checkLive(bank, prometheus);
    } finally {
      await prometheus.stop();
    }
  } finally {
    await bank.stop();
  }
  if (reportChecks('live', checked, say) === 0) {
    return rmSync(folder, { recursive: true, force: true });
  }
  say(`the logs of the bank are in ${bank.logs}`);
  process.exitCode = 1;
}

async function checkLive(bank: BankUnderLoad, prometheus: Prometheus): Promise<readonly Checked[]> {
  await bank.work();
  say('the load is done');
  await pause(measuredWithinMs);
  const panels = await checkPanels(prometheus, measuredWithinMs);
  const recordings = await checkRecordings(prometheus);
  const labels = await checkLabels(prometheus);
  const silence = await checkSilence(prometheus);
  for (const { name, state, summary } of await prometheus.activeAlerts()) {
    if (alertsOnSpeed.has(name)) say(`${name} is ${state} on this machine: ${summary}`);
  }
  await bank.parkMessage();
  const fires = await checkFires(prometheus, 'MessagesParked', parkedWithinMs);
  return [...panels, ...recordings, ...labels, ...silence, fires];
}

runTool(main, 'the live check failed');
