import type { DomainEvent, ReceivedEvent } from '@nordgate/decider';
import { moments } from './a-basket.js';

/** An event of another service as a reaction gets it. */
export function received<Event extends DomainEvent>(
  stream: string,
  event: Event,
  version = 4,
): ReceivedEvent<Event> {
  return { stream, version, event, at: moments.settled, traceparent: '00-trace-span-01' };
}
