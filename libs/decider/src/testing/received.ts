import type { DomainEvent } from '../decider.js';
import type { ReceivedEvent } from '../reaction.js';

/** An event of another service as a reaction gets it, at a fixed time and in a fixed trace. */
export function received<Event extends DomainEvent>(
  stream: string,
  event: Event,
  version = 4,
): ReceivedEvent<Event> {
  const at = '2030-03-01T09:05:00.000Z';
  return { stream, version, event, at, traceparent: '00-trace-span-01' };
}
