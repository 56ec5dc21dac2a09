import { instrumentsOf, metricNames, startTelemetry } from '@nordgate/telemetry';
import { asSent, declaredName } from './expressions.js';
import {
  declaredLabels,
  groupingIn,
  labelsOf,
  matchersIn,
  recordedLabels,
  scrapeLabels,
  shownIn,
} from './labels.js';
import type { DeclaredLabels } from './labels.js';
import { platformLabels, platformMetrics } from './platform-metrics.js';
import { readPanels, readRules } from './rule-files.js';
import { runbookSections } from './runbooks.js';

const { alerts, recordings } = readRules();
const apps = ['gateway', 'payments', 'baskets', 'sca', 'accounts', 'batch'];
const declared = declaredLabels();

/** An expression with its place, and the templates that show its labels. */
interface Used {
  readonly where: string;
  readonly expr: string;
  readonly templates: readonly string[];
}

const used: readonly Used[] = [
  ...alerts.map(({ alert, annotations, expr }): Used => {
    return { where: alert, expr, templates: Object.values(annotations) };
  }),
  ...recordings.map(({ expr, record }) => ({ where: record, expr, templates: [] })),
  ...readPanels().flatMap(({ expressions, legends, title }) =>
    expressions.map((expr, at) => ({
      ...{ where: title, expr: asSent(expr), templates: [legends[at] ?? ''] },
    })),
  ),
  ...runbookSections().flatMap(({ heading, queries }) =>
    queries.map((expr) => ({ where: `runbook ${heading}`, expr, templates: [] })),
  ),
];

let known: ReadonlyMap<string, readonly string[]>;
let bounds: ReadonlyMap<string, readonly number[]>;
beforeAll(async () => {
  const scrape = await scrapeOfAll();
  known = labelsIn(scrape);
  bounds = boundsIn(scrape);
});

/** A scrape in which every instrument without labels has a value. */
async function scrapeOfAll(): Promise<string> {
  const telemetry = startTelemetry({ service: 'test', version: '0' });
  for (const instrument of Object.values(instrumentsOf()) as { record?: (one: number) => void }[]) {
    instrument.record?.(1);
  }
  const text = await telemetry.scrape();
  await telemetry.stop();
  return text;
}

/** The name and the label text of each series. */
function seriesIn(scrape: string): readonly (readonly [string, string])[] {
  const series = scrape.matchAll(/^([a-z]\w*)(?:\{(.*)\})? /gm);
  return [...series].map(([, name = '', set = '']) => [name, set] as const);
}

/** The labels of every metric that a process declares, and of those that a rule records. */
function labelsIn(scrape: string): ReadonlyMap<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>();
  const add = (name: string, more: readonly string[]) =>
    labels.set(name, [...(labels.get(name) ?? scrapeLabels), ...more]);
  // A metric of Node without a value yet has its type only.
  for (const [, name = ''] of scrape.matchAll(/^# TYPE (\S+)/gm)) add(name, []);
  for (const [name, set] of seriesIn(scrape)) {
    const names = [...set.matchAll(/(\w+)="/g)].map(([, label = '']) => label);
    add(name, names);
  }
  for (const name of [...Object.values(metricNames), ...labels.keys()]) {
    add(name, declaredFor(name)?.labels ?? []);
  }
  for (const one of recordings) add(one.record, recordedLabels(one));
  for (const name of Object.keys(platformMetrics)) add(name, platformLabels(name));
  // PodMonitors also give the pod.
  add('up', ['pod']);
  return add('ALERTS', ['alertname', 'alertstate', 'severity']);
}

/** The bounds of the buckets of every histogram. */
function boundsIn(scrape: string): ReadonlyMap<string, readonly number[]> {
  const buckets = seriesIn(scrape).filter(([name]) => name.endsWith('_bucket'));
  const boundOf = (set: string) => Number(/le="([^"]+)"/.exec(set)?.[1]);
  return new Map(
    [...Map.groupBy(buckets, ([name]) => name)].map(([name, all]) => [
      name,
      all.map(([, set]) => boundOf(set)),
    ]),
  );
}

function declaredFor(metric: string): DeclaredLabels | undefined {
  return declared.get(metric) ?? declared.get(declaredName(metric));
}

/** The values that a label may have; undefined for a label without a closed list. */
function valuesOf(metric: string, label: string): readonly string[] | undefined {
  // The routes of the gateway and the site: any address that a controller has.
  if (label === 'http_route') return undefined;
  if (label === 'app' || label === 'nordgate_app') return apps;
  if (label === 'job') return ['nordgate', 'collector', 'nordgate-kafka', 'nordgate-databases'];
  if (label === 'slo') return recordings.flatMap(({ labels = {} }) => labels['slo'] ?? []);
  return declaredFor(metric)?.values[label];
}

function isLabelOf(metric: string, label: string): boolean {
  // A selector without a name, for metrics of the Collector.
  if (metric === '') return label === '__name__' || label === 'job';
  return labelsOf(metric, known).has(label);
}

function isValueOf(metric: string, label: string, value: string): boolean {
  if (label === 'le') return bounds.get(metric)?.includes(Number(value)) ?? false;
  return valuesOf(metric, label)?.includes(value) ?? true;
}

describe('the labels of a PromQL expression', () => {
  it('are those of its selectors, with the values that they name', () => {
    const expr = 'a{x=~"b|2..|c[.]d", y!="e"} and on (z) sum by (v, w) (f{le=~"2|2[.]0"})';
    expect(matchersIn(expr)).toEqual([
      { metric: 'a', label: 'x', values: ['b', 'c.d'] },
      { metric: 'a', label: 'y', values: ['e'] },
      { metric: 'f', label: 'le', values: ['2', '2.0'] },
    ]);
    expect(groupingIn(expr)).toEqual(['z', 'v', 'w']);
  });

  it('are those that a legend and an annotation show', () => {
    expect(shownIn('{{app}} of {{ $labels.instance }}: {{ $value }}')).toEqual(['app', 'instance']);
  });
});

describe('the rules, dashboards and runbooks', () => {
  it('select by labels that the metric has', () => {
    const unknown = used.flatMap(({ where, expr }) =>
      matchersIn(expr)
        .filter(({ metric, label }) => !isLabelOf(metric, label))
        .map(({ metric, label }) => `${where}: ${metric}{${label}}`),
    );
    expect(unknown).toEqual([]);
  });

  it('select values that the label can have', () => {
    const values = used.flatMap(({ where, expr }) =>
      matchersIn(expr).flatMap((one) => one.values.map((value) => ({ ...one, where, value }))),
    );
    expect(values.filter(({ label }) => label === 'nordgate_cause')).not.toEqual([]);
    const unknown = values
      .filter(({ metric, label, value }) => !isValueOf(metric, label, value))
      .map(({ where, metric, label, value }) => `${where}: ${metric}{${label}="${value}"}`);
    expect(unknown).toEqual([]);
  });

  it('group by labels that a metric of the expression has', () => {
    const unknown = used.flatMap(({ where, expr }) =>
      groupingIn(expr)
        .filter((label) => label !== '' && !labelsOf(expr, known).has(label))
        .map((label) => `${where}: ${label}`),
    );
    expect(unknown).toEqual([]);
  });

  it('show labels that their expression keeps', () => {
    const unknown = used.flatMap(({ where, expr, templates }) => {
      const grouping = groupingIn(expr);
      const kept = grouping.length === 0 ? labelsOf(expr, known) : new Set(grouping);
      return templates
        .flatMap(shownIn)
        .filter((label) => !kept.has(label))
        .map((label) => `${where}: ${label}`);
    });
    expect(unknown).toEqual([]);
  });
});
