import { createHash } from 'node:crypto';
import { attributeNames, resourceNames } from '@nordgate/telemetry';

/** A trace of one span that the check sends. */
export interface SentTrace {
  /** What the trace is about; its id is a hash of it. */
  readonly title: string;
  readonly milliseconds: number;
  /** Marks the span as an error. */
  readonly isError?: boolean;
  readonly httpStatus?: number;
  /** The text in every place of the span and of its resource that takes one. */
  readonly text: string;
}

/** The resource of every trace that the check sends, beside the text. */
export const replica = {
  [resourceNames.instance]: 'payments-7d9c8f6b5d-x2x4z/1',
  'k8s.pod.name': 'payments-7d9c8f6b5d-x2x4z',
  'k8s.namespace.name': 'nordgate',
} as const;

/** Attributes that the bank never sends. */
export const foreignKeys = ['creditor.iban', 'exception.message', 'scope.note'] as const;

export const traceIdOf = ({ title }: SentTrace) =>
  createHash('sha256').update(title).digest('hex').slice(0, 32);

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const isNumber = (value: string) => /^\d{1,18}$/.test(value);

/** An export of traces as OTLP has it in JSON. */
export function exportOf(traces: readonly SentTrace[], endedAtMs: number): object {
  return { resourceSpans: traces.map((trace) => resourceSpansOf(trace, endedAtMs)) };
}

function resourceSpansOf(trace: SentTrace, endedAtMs: number): object {
  const resource = Object.entries(replica).map(([key, value]) => text(key, value));
  return {
    resource: { attributes: [...resource, text(resourceNames.host, trace.text)] },
    scopeSpans: [
      {
        scope: {
          name: trace.text,
          version: trace.text,
          attributes: [text('scope.note', trace.text)],
        },
        spans: [spanOf(trace, endedAtMs)],
      },
    ],
  };
}

function spanOf(trace: SentTrace, endedAtMs: number): object {
  const { httpStatus = 200, isError = false, milliseconds } = trace;
  const traceId = traceIdOf(trace);
  return {
    traceId,
    spanId: traceId.slice(16),
    traceState: `tpp=${trace.text}`,
    name: `refused ${trace.text}`,
    kind: 2,
    startTimeUnixNano: `${String(endedAtMs - milliseconds)}000000`,
    endTimeUnixNano: `${String(endedAtMs)}000000`,
    attributes: [...attributesOf(trace.text), httpStatusOf(httpStatus)],
    events: [
      {
        timeUnixNano: `${String(endedAtMs)}000000`,
        name: trace.text,
        attributes: [text(attributeNames.cause, trace.text), text('exception.message', trace.text)],
      },
    ],
    status: isError ? { code: 2, message: `about ${trace.text}, again` } : { code: 1 },
  };
}

function attributesOf(value: string): readonly object[] {
  const list = { arrayValue: { values: [{ stringValue: value }] } };
  return [
    text(attributeNames.reason, `a reason: ${value}`),
    { key: attributeNames.operation, value: list },
    text('creditor.iban', value),
    // A number in an attribute that is one.
    ...(isNumber(value) ? [{ key: attributeNames.offset, value: { intValue: value } }] : []),
  ];
}

const httpStatusOf = (status: number) => ({
  ...{ key: attributeNames.httpStatus, value: { intValue: String(status) } },
});
