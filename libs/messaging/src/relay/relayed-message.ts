import type { StoredEvent } from '@nordgate/event-store';
import type { TopicName } from '@nordgate/contracts/topics';
import {
  attributeNames,
  correlationOf,
  inSpan,
  isRecording,
  isSampled,
  spanNames,
  traceOfEvent,
  withCurrentTrace,
} from '@nordgate/telemetry';
import type { Message } from '../bus.js';
import { eventMessage } from '../event-message.js';

/**
 * A stored event as message. Its span continues the trace of the decision that made the event, while the event is
 * young. An event whose trace is not recorded costs nothing: nothing here takes long, and a failed page fails as a whole.
 */
export async function relayedMessage(event: StoredEvent, topic: TopicName): Promise<Message> {
  const { meta } = event;
  const isUnrecorded = meta.traceparent !== undefined && !isSampled(meta);
  if (!isRecording() || isUnrecorded) return eventMessage(event, topic);
  const { attributes: replayed, ...place } = traceOfEvent(
    { ...event.meta, at: event.at },
    Date.now(),
  );
  const attributes = () => ({
    ...replayed,
    // In memory nothing relays: readers follow the event table.
    [attributeNames.messagingSystem]: 'kafka',
    [attributeNames.destination]: topic,
    [attributeNames.operationName]: 'relay',
    [attributeNames.operation]: 'send',
    [attributeNames.messageType]: event.type,
    [attributeNames.correlation]: correlationOf(event.streamId),
  });
  const options = { kind: 'producer', ...place, attributes } as const;
  return inSpan(spanNames.relay, options, () =>
    eventMessage({ ...event, meta: withCurrentTrace(event.meta) }, topic),
  );
}
