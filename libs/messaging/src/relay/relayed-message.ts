import type { StoredEvent } from '@nordgate/event-store';
import type { TopicName } from '@nordgate/contracts/topics';
import { attributeNames, currentTrace, inSpan, isRecording, spanNames } from '@nordgate/telemetry';
import type { Message } from '../bus.js';
import { eventMessage } from '../event-message.js';

/** A stored event on its way to its topic; its trace goes on from the decision that it came from. */
export async function relayedMessage(event: StoredEvent, topic: TopicName): Promise<Message> {
  if (!isRecording()) return eventMessage(event, topic);
  const attributes = {
    [attributeNames.destination]: topic,
    [attributeNames.messageType]: event.type,
  };
  const options = { kind: 'producer', from: event.meta, attributes } as const;
  return inSpan(spanNames.relay, options, () =>
    eventMessage({ ...event, meta: { ...event.meta, ...currentTrace() } }, topic),
  );
}
