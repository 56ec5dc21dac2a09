import type { Checked } from '../check-report.js';
import { harmless, planted, traitsOf } from './planted.js';
import { foreignKeys, replica, traceIdOf } from './spans.js';
import type { SentTrace } from './spans.js';

export const erroneous = (title: string, text: string): SentTrace => ({
  ...{ title, text, milliseconds: 5, isError: true },
});

/** One trace for each planted and each harmless value. All are errors, so the Collector keeps them. */
export const markedTraces: readonly SentTrace[] = [
  ...planted.map(({ what, value }) => erroneous(what, value)),
  ...harmless.map((value) => erroneous(`harmless ${value}`, value)),
];

/** Traces that the Collector keeps for another reason. */
export const keptTraces: readonly SentTrace[] = [
  { title: 'an answer 503', text: 'kept', milliseconds: 5, httpStatus: 503 },
  { title: 'a slow request', text: 'kept', milliseconds: 400 },
];

export const otherTraces: readonly SentTrace[] = Array.from({ length: 400 }, (_, at) => ({
  ...{ title: `other ${String(at)}`, text: 'other', milliseconds: 5 },
}));

export const arrived = (exported: string, traces: readonly SentTrace[]) =>
  traces.filter((trace) => exported.includes(traceIdOf(trace)));

/** Nothing that was planted is in an export; what a span needs is. */
export function redactionChecks(exported: string): readonly Checked[] {
  return [
    ...planted.map((one) => ({
      what: `${one.what} does not leave the Collector`,
      fault: found(traitsOf(one).filter((trait) => exported.includes(trait))),
    })),
    ...harmless.map((value) => ({
      what: `${value} leaves the Collector as it is`,
      // In the name of a span, and in an attribute.
      fault: missing([`"refused ${value}"`, `"a reason: ${value}"`], exported),
    })),
    ...Object.entries(replica).map(([key, value]) => ({
      what: `${key} leaves the Collector`,
      fault: missing([`{"key":"${key}","value":{"stringValue":"${value}"}}`], exported),
    })),
    ...foreignKeys.map((key) => ({
      what: `the attribute ${key} does not leave the Collector`,
      fault: found(exported.includes(`"${key}"`) ? [key] : []),
    })),
    {
      what: 'the state of a trace does not leave the Collector',
      fault: found(exported.includes('tpp=') ? ['tpp='] : []),
    },
  ];
}

/** Errors, failed answers and slow traces are kept, and all others: the processes have chosen which ones they record. */
export function samplingChecks(exported: string): readonly Checked[] {
  const others = arrived(exported, otherTraces).length;
  const share = `${String(others)} of ${String(otherTraces.length)}`;
  return [
    ...[...markedTraces, ...keptTraces].map((trace) => ({
      what: `the trace of ${trace.title} is kept`,
      fault: arrived(exported, [trace]).length === 1 ? undefined : 'has not arrived',
    })),
    {
      what: 'the other traces that the processes record are kept',
      fault: others === otherTraces.length ? undefined : share,
    },
  ];
}

const found = (what: readonly string[]) =>
  what.length === 0 ? undefined : `is there: ${what.join(', ')}`;

function missing(wanted: readonly string[], exported: string): string | undefined {
  const lost = wanted.filter((one) => !exported.includes(one));
  return lost.length === 0 ? undefined : `is missing: ${lost.join(', ')}`;
}
