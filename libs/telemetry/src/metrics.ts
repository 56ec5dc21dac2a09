import { metrics } from '@opentelemetry/api';
import type { Counter, Gauge, Histogram, MetricOptions, Attributes } from '@opentelemetry/api';
import type { Registry } from 'prom-client';
import { metricHelp, metricNames } from './names.js';

/** The instruments of the system. Labels are route templates, types and codes, never ids. */
export interface Instruments {
  readonly requestSeconds: Histogram;
  readonly refusals: Counter;
  readonly turnedAway: Counter;
  readonly siteTurnedAway: Counter;
  readonly topTppRequests: MeasuredGauge;
  readonly topTppLinks: MeasuredGauge;
  readonly commandSeconds: Histogram;
  readonly sliceSize: Histogram;
  readonly messageDelay: Histogram;
  readonly parked: Counter;
  readonly consumerErrors: Counter;
  readonly trustFaults: Gauge;
  readonly secretFaults: Gauge;
  readonly secretChanges: Counter;
  readonly secretFileNewer: Gauge;
  readonly certificateEnd: Gauge;
  readonly stopListAgeSeconds: Gauge;
  readonly revocationListSeconds: Gauge;
  readonly ocspAnswers: Counter;
  readonly ocspUnanswered: Gauge;
  readonly untrustedApprovals: Counter;
  readonly projectionLag: MeasuredGauge;
  readonly sweptPayments: Counter;
  readonly sweptAuthorisations: Counter;
  readonly deletedStreams: Counter;
  readonly archivedStreams: Counter;
  readonly leftOutEvents: Counter;
  readonly workErrors: Counter;
  readonly pickedPayments: Counter;
  readonly completedRuns: Counter;
  readonly runInProgress: Gauge;
  readonly openRunAge: MeasuredGauge;
  readonly lastRunEnd: MeasuredGauge;
  readonly slotDelay: MeasuredGauge;
  readonly overdueTransfers: MeasuredGauge;
  readonly contradictions: MeasuredGauge;
  readonly visibleSeconds: Histogram;
  readonly consumerLagMessages: MeasuredGauge;
  readonly consumerLagSeconds: MeasuredGauge;
  readonly unpublishedAge: MeasuredGauge;
  readonly unexportedAge: MeasuredGauge;
  readonly parkDepth: MeasuredGauge;
  readonly rebalances: Counter;
  readonly poolWaitSeconds: Histogram;
  readonly poolConnections: MeasuredGauge;
  readonly pageSeconds: Histogram;
  readonly querySeconds: Histogram;
  readonly coreReadSeconds: Histogram;
  readonly buildInfo: Gauge;
  readonly lostSpans: Counter;
  readonly checkUp: MeasuredGauge;
}

let instruments: Instruments | undefined;

/** The instruments, made at first use: after `startTelemetry` has set the meter provider. */
export function instrumentsOf(): Instruments {
  instruments ??= createInstruments();
  return instruments;
}

/** Makes the next use create the instruments again: those of an ended meter provider record nothing. */
export function forgetInstruments(): void {
  instruments = undefined;
}

type Metric = keyof typeof metricNames;

function createInstruments(): Instruments {
  const meter = metrics.getMeter('nordgate');
  const counter = (name: Metric) =>
    meter.createCounter(metricNames[name], { description: metricHelp[name] });
  const gauge = (name: Metric, options: MetricOptions = {}) =>
    meter.createGauge(metricNames[name], { description: metricHelp[name], ...options });
  const histogram = (name: Metric, options: MetricOptions) =>
    meter.createHistogram(metricNames[name], { description: metricHelp[name], ...options });
  return {
    requestSeconds: histogram('requestSeconds', seconds),
    refusals: counter('refusals'),
    turnedAway: counter('turnedAway'),
    siteTurnedAway: counter('siteTurnedAway'),
    commandSeconds: histogram('commandSeconds', seconds),
    sliceSize: histogram('sliceSize', sizes),
    messageDelay: histogram('messageDelay', delays),
    parked: counter('parked'),
    consumerErrors: counter('consumerErrors'),
    trustFaults: gauge('trustFaults'),
    secretFaults: gauge('secretFaults'),
    secretChanges: counter('secretChanges'),
    secretFileNewer: gauge('secretFileNewer'),
    certificateEnd: gauge('certificateEnd', { unit: 's' }),
    stopListAgeSeconds: gauge('stopListAgeSeconds', { unit: 's' }),
    revocationListSeconds: gauge('revocationListSeconds', { unit: 's' }),
    ocspAnswers: counter('ocspAnswers'),
    ocspUnanswered: gauge('ocspUnanswered'),
    untrustedApprovals: counter('untrustedApprovals'),
    sweptPayments: counter('sweptPayments'),
    sweptAuthorisations: counter('sweptAuthorisations'),
    deletedStreams: counter('deletedStreams'),
    archivedStreams: counter('archivedStreams'),
    leftOutEvents: counter('leftOutEvents'),
    workErrors: counter('workErrors'),
    pickedPayments: counter('pickedPayments'),
    completedRuns: counter('completedRuns'),
    runInProgress: gauge('runInProgress'),
    visibleSeconds: histogram('visibleSeconds', arrivals),
    rebalances: counter('rebalances'),
    poolWaitSeconds: histogram('poolWaitSeconds', waits),
    pageSeconds: histogram('pageSeconds', seconds),
    querySeconds: histogram('querySeconds', reads),
    coreReadSeconds: histogram('coreReadSeconds', reads),
    buildInfo: gauge('buildInfo'),
    lostSpans: counter('lostSpans'),
    ...createMeasuredGauges(),
  };
}

function createMeasuredGauges() {
  const measured = (name: Metric) => new MeasuredGauge(metricNames[name], metricHelp[name]);
  return {
    projectionLag: measured('projectionLag'),
    topTppRequests: measured('topTppRequests'),
    topTppLinks: measured('topTppLinks'),
    openRunAge: measured('openRunAge'),
    lastRunEnd: measured('lastRunEnd'),
    slotDelay: measured('slotDelay'),
    overdueTransfers: measured('overdueTransfers'),
    contradictions: measured('contradictions'),
    consumerLagMessages: measured('consumerLagMessages'),
    consumerLagSeconds: measured('consumerLagSeconds'),
    unpublishedAge: measured('unpublishedAge'),
    unexportedAge: measured('unexportedAge'),
    parkDepth: measured('parkDepth'),
    poolConnections: measured('poolConnections'),
    checkUp: measured('checkUp'),
  };
}

const buckets = (...explicitBucketBoundaries: number[]) => ({
  advice: { explicitBucketBoundaries },
});
const seconds = {
  unit: 's',
  ...buckets(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.3, 0.5, 1, 2, 5),
};
const delays = { unit: 's', ...buckets(0.05, 0.5, 1, 5, 10, 60, 300, 3600) };
const arrivals = { unit: 's', ...buckets(0.05, 0.1, 0.3, 0.5, 1, 2, 5, 10, 60) };
const reads = { unit: 's', ...buckets(0.005, 0.01, 0.05, 0.1, 0.5, 2) };
const waits = { unit: 's', ...buckets(0.001, 0.01, 0.1, 0.5, 1, 5) };
// Dashboards show the mean, which needs no buckets.
const sizes = buckets(1, 10, 100);

/** The measured gauges in the text format of Prometheus. */
export function scrapeMeasured(): string {
  return Object.values(instrumentsOf())
    .map((one: unknown) => (one instanceof MeasuredGauge ? one.text() : ''))
    .join('');
}

let registry: Promise<Registry> | undefined;

/**
 * The metrics of Node and of the process (CPU, memory, event loop, garbage collection, file descriptors) in the
 * text format of Prometheus, under the names that dashboards for Node know. Measured from the first call on,
 * once per process.
 */
export async function scrapeNode(): Promise<string> {
  registry ??= openRegistry();
  return (await registry).metrics();
}

async function openRegistry(): Promise<Registry> {
  const { collectDefaultMetrics, Registry } = await import('prom-client');
  const opened = new Registry();
  collectDefaultMetrics({ register: opened });
  return opened;
}

/** A known value of a gauge. */
interface Reading {
  readonly value: number;
  readonly labels: Attributes;
}

/**
 * A gauge that is measured in the background. A value that is not known any more is forgotten, and the scrape
 * leaves it out; a gauge of OpenTelemetry would show its last value until the process ends.
 */
export class MeasuredGauge {
  private readonly values = new Map<string, Reading>();

  constructor(
    private readonly name: string,
    private readonly help: string,
  ) {}

  /** Sets the value of these labels. */
  record(value: number, labels: Attributes = {}): void {
    this.values.set(labelText(labels), { value, labels });
  }

  /** The value of these labels is not known any more. */
  forget(labels: Attributes = {}): void {
    this.values.delete(labelText(labels));
  }

  /** The values that are known now, with their labels. */
  get readings(): readonly Reading[] {
    return [...this.values.values()];
  }

  /** The gauge in the text format of Prometheus; empty while no value is known. */
  text(): string {
    if (this.values.size === 0) return '';
    const lines = [...this.values].map(
      ([labels, { value }]) => `${this.name}${labels} ${String(value)}\n`,
    );
    return `# HELP ${this.name} ${this.help}\n# TYPE ${this.name} gauge\n${lines.join('')}`;
  }
}

/** The labels in the order of their names: the same labels are the same series. */
function labelText(labels: Attributes): string {
  const parts = Object.entries(labels)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([label, value]) => `${label.replaceAll('.', '_')}="${escaped(String(value))}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
