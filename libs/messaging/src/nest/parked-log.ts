import type { SliceItem, SliceResult } from '@nordgate/event-store';
import { inTrace } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { header, traceIn } from '../cloud-events.js';

/**
 * Writes the error of a parked message with its stack, in the trace of the message: the table of parked messages keeps
 * only the reason. A message that waits behind another one of its key has no line.
 */
export function logParked(
  log: Pick<Log, 'error'>,
  group: string,
  { key: stream, source: { topic, headers } }: Pick<SliceItem, 'key' | 'source'>,
  result: SliceResult | undefined,
): void {
  if (result?.status !== 'parked' || result.error === undefined) return;
  const { error: err } = result;
  inTrace(traceIn(headers), () =>
    log.error({ group, topic, stream, type: headers[header.type], err }, 'A message was parked.'),
  );
}
