import { metricNames, startTelemetry } from '@nordgate/telemetry';
import { alwaysFiring, silentAlerts } from './live/expected-empty.js';
import { declaredName, metricsIn } from './expressions.js';
import { platformMetrics } from './platform-metrics.js';
import { readExpectations, readPanels, readRules } from './rule-files.js';
import type { ExpectedAlerts } from './rule-files.js';
import { runbookSections } from './runbooks.js';

const { alerts, recordings } = readRules();
const panels = readPanels();

describe('the metrics of a PromQL expression', () => {
  it.each([
    ['up{job="nordgate"} == 0', ['up']],
    ['sum by (app, le) (rate(a_total{x=~"b|c"}[5m])) or vector(0)', ['a_total']],
    ['max by (g) (max_over_time(lag[1h] offset 10m)) unless on (g) other', ['lag', 'other']],
    ['1 - nordgate:slo:ratio{slo="a"} > (14.4 * 0.01)', ['nordgate:slo:ratio']],
    ['rate(a_bucket{le="+Inf"}[$__rate_interval]) * 1e3', ['a_bucket']],
  ])('of %s are found', (expr, metrics) => {
    expect(metricsIn(expr)).toEqual(metrics);
  });
});

/** Whether a case of a promtool test expects that the alert does not fire. */
function isSilent({ alertname, exp_alerts }: ExpectedAlerts, alert: string): boolean {
  return alertname === alert && exp_alerts.length === 0;
}

describe('the alerts for a bank', () => {
  it('are many enough, with different names', () => {
    const names = alerts.map(({ alert }) => alert);
    expect(names.length).toBeGreaterThan(30);
    expect(names).toEqual([...new Set(names)]);
  });

  it('fire in one promtool test and are silent in another one, unless they always fire', () => {
    const expectations = readExpectations();
    const tested = (isFiring: boolean) =>
      new Set(
        expectations
          .filter(({ exp_alerts }) => exp_alerts.length > 0 === isFiring)
          .map(({ alertname }) => alertname),
      );
    const [firing, silent] = [tested(true), tested(false)];
    const names = alerts.map(({ alert }) => alert);
    expect(names.filter((name) => !firing.has(name))).toEqual([]);
    expect(names.filter((name) => !silent.has(name))).toEqual([...alwaysFiring]);
    const unknown = [...firing, ...silent].filter((name) => !names.includes(name));
    expect(unknown).toEqual([]);
  });

  it('have a test of each window, where they compare a long and a short one', () => {
    const tests = readExpectations();
    const burning = alerts.filter(({ alert }) => alert.includes('BudgetBurns'));
    expect(burning).toHaveLength(15);
    const cases = ['for a short spike', 'after a recovery'];
    const missing = burning.flatMap(({ alert }) =>
      cases
        .map((one) => `${alert} is silent ${one}`)
        .filter((name) => !tests.some((one) => isSilent(one, alert) && one.test.startsWith(name))),
    );
    expect(missing).toEqual([]);
  });

  it('have a severity, a summary and a section of the runbook that names them', () => {
    const sections = new Map(runbookSections().map((one) => [one.anchor, one]));
    const faults = alerts.filter(({ alert, annotations, labels }) => {
      const [page, anchor = ''] = (annotations['runbook_url'] ?? '').split('#');
      const section = sections.get(anchor);
      const isNamed = section?.heading === alert || section?.alerts.includes(alert);
      const grades = silentAlerts.has(alert) ? ['none'] : ['page', 'ticket'];
      const isGraded = grades.includes(labels['severity'] ?? '');
      return !(
        page === 'docs/operations/incidents.md' &&
        isNamed &&
        isGraded &&
        annotations['summary']
      );
    });
    expect(faults.map(({ alert }) => alert)).toEqual([]);
  });
});

describe('the rules and dashboards', () => {
  const expressions = [
    ...alerts.map(({ alert, expr }) => [alert, expr] as const),
    ...recordings.map(({ expr, record }) => [record, expr] as const),
    ...panels.flatMap(({ expressions: all, title }) => all.map((expr) => [title, expr] as const)),
    ...runbookSections().flatMap(({ heading, queries }) =>
      queries.map((expr) => [`runbook ${heading}`, expr] as const),
    ),
  ];
  const recorded = new Set(recordings.map(({ record }) => record));

  it('use only metrics that the processes or the platform have, or that a rule records', async () => {
    const telemetry = startTelemetry({ service: 'test', version: '0' });
    const scraped = [...(await telemetry.scrape()).matchAll(/^# TYPE (\S+)/gm)];
    await telemetry.stop();
    const known = new Set<string>([
      ...Object.values(metricNames),
      ...scraped.map(([, name = '']) => name),
      ...recorded,
      ...Object.keys(platformMetrics),
      ...['up', 'ALERTS'],
    ]);
    const unknown = expressions.flatMap(([where, expr]) =>
      metricsIn(expr)
        .filter((name) => !known.has(name) && !known.has(declaredName(name)))
        .map((name) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('use every metric of the platform that is listed', () => {
    const used = new Set(expressions.flatMap(([, expr]) => metricsIn(expr)));
    expect(Object.keys(platformMetrics).filter((name) => !used.has(name))).toEqual([]);
  });

  it('show every metric of the bank on a dashboard', () => {
    const recordedFrom = recordings.flatMap(({ expr, record }) =>
      metricsIn(expr).map((name) => [record, name] as const),
    );
    const shown = new Set(panels.flatMap((panel) => panel.expressions.flatMap(metricsIn)));
    for (const [record, name] of recordedFrom) if (shown.has(record)) shown.add(name);
    const names = [...shown].map(declaredName);
    const missing = Object.values(metricNames).filter(
      (name) => !shown.has(name) && !names.includes(name),
    );
    expect(missing).toEqual([]);
  });
});
