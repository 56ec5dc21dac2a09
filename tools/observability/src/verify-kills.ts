import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runTool, say } from '@nordgate/local/tool';
import { reportChecks } from './check-report.js';
import type { Checked } from './check-report.js';
import { Alertmanager } from './kills/alertmanager.js';
import type { Notification } from './kills/alertmanager.js';
import { bankSeries } from './kills/bank-series.js';
import { firingAlerts } from './kills/firing-alerts.js';
import type { Firing } from './kills/firing-alerts.js';
import { kills } from './kills/kills.js';
import type { Kill } from './kills/kills.js';
import { momentsOf } from './kills/series.js';

/** A minute of the replay takes half a second. */
const speed = 120;
const stepSeconds = 30;
const notificationsMax = 3;

/**
 * The stage `kills` of `npm run test:observability`: replays the metrics of a bank while a system is killed, through the
 * real rules (promtool) and a real Alertmanager with the bank's file. People get at most three notifications, and the
 * first names the cause.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nordgate-kills-'));
  const fired = await Promise.all(kills.map((kill) => evaluate(kill, join(folder, kill.killed))));
  // Nothing else takes the processors from here on: the times of an Alertmanager are real.
  const checked = await Promise.all(fired.map((one) => replay(one)));
  if (reportChecks('kills', checked.flat(), say) === 0) rmSync(folder, { recursive: true });
  else process.exitCode = 1;
}

/** The alerts of a kill by the seconds of the replay. */
interface Evaluated {
  readonly kill: Kill;
  readonly folder: string;
  readonly times: readonly number[];
  readonly fired: ReadonlyMap<number, readonly Firing[]>;
}

async function evaluate(kill: Kill, folder: string): Promise<Evaluated> {
  mkdirSync(folder);
  const { healthyMinutes, outageMinutes, recoveryMinutes } = kill.timing;
  const first = (healthyMinutes - 1) * 60;
  const steps = ((outageMinutes + recoveryMinutes) * 60) / stepSeconds;
  const times = Array.from({ length: steps }, (_, step) => first + step * stepSeconds);
  const series = bankSeries(kill.killed, momentsOf(kill.timing));
  return { kill, folder, times, fired: await firingAlerts(folder, series, times) };
}

async function replay({ fired, folder, kill, times }: Evaluated): Promise<readonly Checked[]> {
  const alertmanager = await Alertmanager.start(folder, speed);
  try {
    await play(alertmanager, times, fired);
    return judge(kill, [...fired.values()].flat(), alertmanager.notifications);
  } finally {
    await alertmanager.stop();
  }
}

/** Gives every step at its time, so a slow machine shortens nothing. */
async function play(
  alertmanager: Alertmanager,
  times: readonly number[],
  fired: ReadonlyMap<number, readonly Firing[]>,
): Promise<void> {
  const startMs = performance.now();
  let before: readonly Firing[] = [];
  for (const [step, at] of times.entries()) {
    const firing = fired.get(at) ?? [];
    const names = new Set(firing.map(nameOf));
    const ended = before.filter((one) => !names.has(nameOf(one)));
    // Prometheus lets an alert end by itself after four evaluations.
    await alertmanager.give(firing, ended, new Date(Date.now() + 10_000));
    before = firing;
    const dueMs = startMs + ((step + 1) * stepSeconds * 1000) / speed;
    await pause(Math.max(dueMs - performance.now(), 0));
  }
}

const nameOf = (labels: Firing) => JSON.stringify(Object.entries(labels).sort());

function judge(
  { cause, killed }: Kill,
  fired: readonly Firing[],
  notifications: readonly Notification[],
): readonly Checked[] {
  const names = new Set(fired.map(({ alertname = '' }) => alertname));
  const told = notifications.map(
    ({ alerts, receiver, status }) => `${receiver} ${status}: ${alerts.join(', ')}`,
  );
  const count = `${String(names.size)} alerts fired, ${String(told.length)} notifications`;
  say(`${killed}: ${count}\n  fired: ${[...names].sort().join(', ')}\n  ${told.join('\n  ')}`);
  const [first] = notifications;
  const isNamed = first?.alerts.join() === cause && first.receiver === 'person-on-duty';
  const isFew = told.length <= notificationsMax;
  return [
    {
      what: `the kill of ${killed}`,
      fault: isNamed ? undefined : `is first named by ${told[0] ?? 'nobody'}`,
    },
    { what: `the kill of ${killed}`, fault: isFew ? undefined : `gives ${count}` },
  ];
}

runTool(main, 'the replay of the kills failed');
