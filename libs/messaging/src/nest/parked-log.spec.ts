import type { SliceResult } from '@nordgate/event-store';
import { createLog, startTelemetry } from '@nordgate/telemetry';
import { logParked } from './parked-log.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const headers = { ce_type: 'CancelPayment', traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
const source = { topic: 'payments.commands.v1', partition: 0, offset: '7', payload: '{}', headers };
const item = { key: 'payment-1', commands: [], source };

/** Spans are made, and nobody reads them. */
const unread = {
  onStart: () => undefined,
  onEnd: () => undefined,
  forceFlush: () => Promise.resolve(),
  shutdown: () => Promise.resolve(),
};

describe('the log line of a parked message', () => {
  const telemetry = startTelemetry({ service: 'test', version: '0', spanProcessors: [unread] });
  afterAll(() => telemetry.stop());

  function linesOf(result: SliceResult | undefined) {
    const lines: string[] = [];
    const log = createLog({ app: 'payments', destination: { write: (line) => lines.push(line) } });
    logParked(log, 'payments', item, result);
    return lines.map((line) => JSON.parse(line) as object);
  }

  it('has the place, the stack and the trace of the message, and no account number', () => {
    const error = new TypeError('no currency for NO9386011117947');
    expect(linesOf({ status: 'parked', reason: error.message, error })).toMatchObject([
      {
        ...{ level: 'error', msg: 'A message was parked.', trace_id: traceId },
        ...{ group: 'payments', topic: source.topic, stream: 'payment-1', type: 'CancelPayment' },
        err: {
          type: 'TypeError',
          message: 'no currency for [account]',
          stack: expect.stringMatching(/^TypeError: no currency for \[account\]\n +at /) as string,
        },
      },
    ]);
  });

  it('is not written for a message that waits behind another one, or was handled', () => {
    expect(linesOf({ status: 'parked', reason: 'behind a parked message of its key' })).toEqual([]);
    expect(linesOf({ status: 'done', replies: [] })).toEqual([]);
    expect(linesOf(undefined)).toEqual([]);
  });
});
