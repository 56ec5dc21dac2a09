import { isRefusal } from '@nordgate/decider';
import type { SliceItem, SliceResult } from '@nordgate/event-store';
import { attributeNames, instrumentsOf } from '@nordgate/telemetry';
import { secondsSince } from '../consumer-lag.js';

/** How old the first message of a slice is once it is handled: what a lag means in time. */
export function tellDelay([first]: readonly SliceItem[], labels: Record<string, string>): void {
  const sentAtMs = Date.parse(String(first?.source.headers['ce_time']));
  if (Number.isNaN(sentAtMs)) return;
  instrumentsOf().messageDelay.record(secondsSince(sentAtMs), labels);
}

/**
 * How long the commands of a slice took from their acceptance until their events were in the view. The view is
 * written in the transaction of the events (docs/adr/0004), so this is the moment after the commit. A refused
 * or parked command has no events.
 */
export function tellVisible(items: readonly SliceItem[], results: readonly SliceResult[]): void {
  items.forEach(({ commands }, i) => {
    const result = results[i];
    if (result?.status !== 'done') return;
    commands.forEach(({ type, meta }, reply) => {
      const acceptedAtMs = Date.parse(meta.at) - (meta.aheadMs ?? 0);
      if (Number.isNaN(acceptedAtMs) || isRefusal(result.replies[reply])) return;
      const labels = { [attributeNames.messageType]: type };
      instrumentsOf().visibleSeconds.record(secondsSince(acceptedAtMs), labels);
    });
  });
}
