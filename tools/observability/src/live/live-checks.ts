import { setTimeout as pause } from 'node:timers/promises';
import type { Checked } from '../check-report.js';
import { asSent, metricsIn } from '../expressions.js';
import { declaredLabels, scrapeLabels } from '../labels.js';
import { readPanels, readRules } from '../rule-files.js';
import {
  alertsOnSpeed,
  alwaysFiring,
  emptyWhenHealthy,
  labelsInMaintenance,
} from './expected-empty.js';
import type { ActiveAlert, Prometheus } from './prometheus.js';

const pollMs = 500;

/**
 * Every query of every panel returns a finite number. One that does not is asked again until `withinMs`: what it shows may
 * have happened after the last measurement.
 */
export async function checkPanels(
  prometheus: Pick<Prometheus, 'query'>,
  withinMs: number,
): Promise<readonly Checked[]> {
  const deadline = performance.now() + withinMs;
  const checked: Checked[] = [];
  for (const { dashboard, expressions, title } of readPanels()) {
    for (const [at, expr] of expressions.entries()) {
      const what = `${dashboard}: ${title} ${String(at + 1)}`;
      let fault = await faultOfQuery(prometheus, asSent(expr));
      while (fault !== undefined && performance.now() < deadline) {
        await pause(pollMs);
        fault = await faultOfQuery(prometheus, asSent(expr));
      }
      checked.push({ what, fault });
    }
  }
  return checked;
}

/** Every recording rule has recorded something, and no rule has failed. */
export async function checkRecordings(prometheus: Prometheus): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  for (const { labels = {}, record } of readRules().recordings) {
    const { slo } = labels;
    const series = slo === undefined ? record : `${record}{slo="${slo}"}`;
    checked.push({ what: series, fault: await faultOfQuery(prometheus, series) });
  }
  const faults = await prometheus.ruleFaults();
  return [
    ...checked,
    { what: 'the evaluation of all rules', fault: faults.join('; ') || undefined },
  ];
}

/** The series of every metric have the labels of docs/reference/telemetry.md, and no others; some only in maintenance. */
export async function checkLabels(
  prometheus: Pick<Prometheus, 'query'>,
): Promise<readonly Checked[]> {
  const checked: Checked[] = [];
  for (const [name, { labels }] of declaredLabels()) {
    const samples = await prometheus.query(`{__name__=~"${name}(_count)?"}`);
    const found = new Set(samples.flatMap(({ metric }) => Object.keys(metric)));
    const own = [...found].filter((label) => !fromScrape.has(label)).sort();
    const expected = [...labels].filter(
      (label) => found.has(label) || labelsInMaintenance.get(name) !== label,
    );
    const wanted = samples.length === 0 ? [] : expected.sort();
    const fault = `has the labels ${own.join(', ')}, and not ${wanted.join(', ')}`;
    checked.push({ what: `labels of ${name}`, ...(own.join() !== wanted.join() && { fault }) });
  }
  return checked;
}

/** Labels that Prometheus and the exporter of OpenTelemetry add. */
const fromScrape: ReadonlySet<string> = new Set(['__name__', 'otel_scope_name', ...scrapeLabels]);

const calmWithinMs = 20_000;

/**
 * No alert is active in the healthy bank, but those that always fire. A condition that holds for a moment may
 * pass first.
 */
export async function checkSilence(prometheus: Prometheus): Promise<readonly Checked[]> {
  const deadline = performance.now() + calmWithinMs;
  let active: readonly ActiveAlert[];
  do {
    active = (await prometheus.activeAlerts()).filter(({ name }) => !alertsOnSpeed.has(name));
    if (active.every(({ name }) => alwaysFiring.has(name))) break;
    await pause(pollMs);
  } while (performance.now() < deadline);
  return readRules()
    .alerts.filter(({ alert }) => !alertsOnSpeed.has(alert))
    .map(({ alert }) => {
      const found = active.find(({ name }) => name === alert);
      if (alwaysFiring.has(alert))
        return { what: alert, fault: found ? undefined : 'does not fire' };
      const fault = found && `is ${found.state} in a healthy bank: ${found.summary}`;
      return { what: alert, fault };
    });
}

/** The alert fires within the time. */
export async function checkFires(
  prometheus: Prometheus,
  alert: string,
  withinMs: number,
): Promise<Checked> {
  const deadline = performance.now() + withinMs;
  const what = `${alert} after a message was parked`;
  for (;;) {
    const active = await prometheus.activeAlerts();
    if (active.some(({ name, state }) => name === alert && state === 'firing')) return { what };
    if (performance.now() > deadline) return { what, fault: 'does not fire' };
    await pause(pollMs);
  }
}

/** Undefined when a query returns at least one finite number, or has a reason not to in a healthy bank. */
export async function faultOfQuery(
  prometheus: Pick<Prometheus, 'query'>,
  expr: string,
): Promise<string | undefined> {
  const reason = metricsIn(expr)
    .map((name) => emptyWhenHealthy[name])
    .find(Boolean);
  try {
    const samples = await prometheus.query(expr);
    // Panels without calls divide zero by zero: NaN is a series, but shows nothing.
    const isShown = samples.some(({ value }) => Number.isFinite(Number(value)));
    if (isShown || reason !== undefined) return undefined;
    return `returns ${samples.length === 0 ? 'nothing' : 'no finite number'}: ${expr}`;
  } catch (error) {
    return `${(error as Error).message}: ${expr}`;
  }
}
