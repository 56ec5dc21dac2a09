import type { Command, ReceivedEvent } from '@nordgate/decider';
import type { SliceItem } from '@nordgate/event-store';
import { attributeNames } from '@nordgate/telemetry';
import type { SpanOptions, TraceHeaders } from '@nordgate/telemetry';

/** Messages that are handled in one transaction. */
export interface SliceToCommit {
  readonly consumer: string;
  readonly items: readonly SliceItem[];
  /** Of the sender of the commands, or of the reactions to the events. */
  readonly traces: readonly TraceHeaders[];
  /** Whether the ids of its commands are kept, so that repeats are known. Default true. */
  readonly usesInbox?: boolean;
}

/** A slice works for many traces: it belongs to the first one and links to all. */
export function commitSpan({ consumer, items, traces }: SliceToCommit, system: string) {
  return {
    from: traces[0] ?? {},
    links: traces,
    attributes: {
      [attributeNames.consumerGroup]: consumer,
      [attributeNames.messagingSystem]: system,
      [attributeNames.operation]: 'process',
      [attributeNames.batchSize]: items.length,
    },
  } satisfies SpanOptions;
}

/** A decision belongs to the sender of the command. */
export function decideSpan(command: Command, app: string) {
  return {
    kind: 'consumer',
    from: command.meta,
    attributes: { [attributeNames.app]: app, [attributeNames.messageType]: command.type },
  } satisfies SpanOptions;
}

/** A reaction belongs to the message that brought the event. */
export function reactSpan(group: string, event: ReceivedEvent) {
  return {
    kind: 'consumer',
    from: event,
    attributes: {
      [attributeNames.consumerGroup]: group,
      [attributeNames.messageType]: event.event.type,
    },
  } satisfies SpanOptions;
}
