import { metrics } from '@opentelemetry/api';
import type { Counter, Gauge, Histogram } from '@opentelemetry/api';
import { metricNames } from './names.js';

/** The instruments of the system. Labels are route templates, types and codes, never ids. */
export interface Instruments {
  readonly requestSeconds: Histogram;
  readonly refusals: Counter;
  readonly turnedAway: Counter;
  readonly siteTurnedAway: Counter;
  readonly commandSeconds: Histogram;
  readonly sliceSize: Histogram;
  readonly messageDelay: Histogram;
  readonly parked: Counter;
  readonly consumerErrors: Counter;
  readonly trustFaults: Gauge;
  readonly secretFaults: Gauge;
  readonly secretChanges: Counter;
  readonly stopListAgeSeconds: Gauge;
  readonly revocationListSeconds: Gauge;
  readonly untrustedApprovals: Counter;
  readonly projectionLag: Gauge;
  readonly sweptPayments: Counter;
  readonly sweptAuthorisations: Counter;
  readonly pickedPayments: Counter;
  readonly completedRuns: Counter;
  readonly runInProgress: Gauge;
}

let instruments: Instruments | undefined;

/** The instruments, made at first use: after `startTelemetry` has set the meter provider. */
export function instrumentsOf(): Instruments {
  instruments ??= createInstruments();
  return instruments;
}

function createInstruments(): Instruments {
  const meter = metrics.getMeter('nordgate');
  const seconds = { unit: 's', advice: { explicitBucketBoundaries: secondBuckets } };
  return {
    requestSeconds: meter.createHistogram(metricNames.requestSeconds, seconds),
    refusals: meter.createCounter(metricNames.refusals),
    turnedAway: meter.createCounter(metricNames.turnedAway),
    siteTurnedAway: meter.createCounter(metricNames.siteTurnedAway),
    commandSeconds: meter.createHistogram(metricNames.commandSeconds, seconds),
    messageDelay: meter.createHistogram(metricNames.messageDelay, {
      unit: 's',
      advice: { explicitBucketBoundaries: delayBuckets },
    }),
    sliceSize: meter.createHistogram(metricNames.sliceSize, {
      advice: { explicitBucketBoundaries: [1, 2, 5, 10, 25, 50, 100] },
    }),
    parked: meter.createCounter(metricNames.parked),
    consumerErrors: meter.createCounter(metricNames.consumerErrors),
    trustFaults: meter.createGauge(metricNames.trustFaults),
    secretFaults: meter.createGauge(metricNames.secretFaults),
    secretChanges: meter.createCounter(metricNames.secretChanges),
    stopListAgeSeconds: meter.createGauge(metricNames.stopListAgeSeconds, { unit: 's' }),
    revocationListSeconds: meter.createGauge(metricNames.revocationListSeconds, { unit: 's' }),
    untrustedApprovals: meter.createCounter(metricNames.untrustedApprovals),
    projectionLag: meter.createGauge(metricNames.projectionLag, { unit: 's' }),
    sweptPayments: meter.createCounter(metricNames.sweptPayments),
    sweptAuthorisations: meter.createCounter(metricNames.sweptAuthorisations),
    pickedPayments: meter.createCounter(metricNames.pickedPayments),
    completedRuns: meter.createCounter(metricNames.completedRuns),
    runInProgress: meter.createGauge(metricNames.runInProgress),
  };
}

const secondBuckets = [0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5];
const delayBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 60, 300, 3600];
