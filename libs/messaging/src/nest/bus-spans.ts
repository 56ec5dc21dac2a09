import type { Command, ReceivedEvent, Refusal } from '@nordgate/decider';
import type { MessageSource, SliceItem } from '@nordgate/event-store';
import {
  attributeNames,
  correlationOf,
  isRecording,
  isSampled,
  traceOfEvent,
} from '@nordgate/telemetry';
import type { SpanOptions, TraceHeaders } from '@nordgate/telemetry';
import type { Bus } from '../bus.js';
import type { OriginLinks } from './origin-links.js';

/** Messages that are handled in one transaction. */
export interface SliceToCommit {
  readonly consumer: string;
  readonly topic: string;
  readonly items: readonly SliceItem[];
  /** Of the sender of the commands, or of the reactions to the events. */
  readonly traces: readonly TraceHeaders[];
  /** Whether the ids of its commands are kept, so that repeats are known. Default true. */
  readonly usesInbox?: boolean;
  /** The reply to a command whose decision cannot be stored. Default: its message is parked. */
  readonly refusalOf?: (error: unknown) => Refusal | undefined;
}

/** A slice works for many traces: it belongs to the first one that is recorded, and links to all of those. */
export function commitSpan({ consumer, topic, items, traces }: SliceToCommit, { system }: Bus) {
  const recorded = traces.filter(isSampled);
  return {
    from: recorded[0] ?? traces[0] ?? {},
    links: recorded,
    attributes: () => ({
      [attributeNames.consumerGroup]: consumer,
      [attributeNames.destination]: topic,
      [attributeNames.messagingSystem]: system,
      [attributeNames.operationName]: 'commit',
      [attributeNames.operation]: 'process',
      [attributeNames.batchSize]: items.length,
    }),
  } satisfies SpanOptions;
}

/** Who decides the commands of a slice, and what their spans say beside the commands. */
export interface Deciding {
  readonly app: string;
  readonly system: Bus['system'];
  /** The messages of commands that came from a topic. */
  readonly sources?: ReadonlyMap<Command, MessageSource>;
  readonly origins?: OriginLinks;
}

/** A decision belongs to the sender of the command, and links to the trace that created the stream. */
export function decideSpan(command: Command, deciding: Deciding): SpanOptions {
  if (!isRecording()) return {};
  const { app, sources, origins } = deciding;
  const source = sources?.get(command);
  return {
    kind: 'consumer',
    from: command.meta,
    links: origins?.of(command) ?? [],
    attributes: () => ({
      ...(source && messageAttributes({ ...deciding, group: app, name: 'decide' }, source)),
      [attributeNames.app]: app,
      [attributeNames.messageType]: command.type,
      [attributeNames.correlation]: correlationOf(command.stream),
    }),
  };
}

/** Who reacts to an event. */
interface ReactingGroup {
  readonly group: string;
  readonly system: Bus['system'];
  /** When it reacts. Absent for a parked message that an operator retries: its trace goes on, however old it is. */
  readonly nowMs?: number;
}

/** A reaction belongs to the message that brought the event, while the event is young. */
export function reactSpan(event: ReceivedEvent, source: MessageSource, reacting: ReactingGroup) {
  const { nowMs = Date.parse(event.at) } = reacting;
  const { attributes: replayed, ...place } = traceOfEvent(event, nowMs);
  return {
    kind: 'consumer',
    ...place,
    attributes: () => ({
      ...replayed,
      ...messageAttributes({ ...reacting, name: 'react' }, source),
      [attributeNames.messageType]: event.event.type,
      [attributeNames.correlation]: correlationOf(event.stream),
    }),
  } satisfies SpanOptions;
}

/** OpenTelemetry's attributes of a received message; the bus in memory has no offsets of brokers. */
function messageAttributes(
  { system, group, name }: { system: Bus['system']; group: string; name: string },
  { topic, partition, offset }: MessageSource,
) {
  return {
    [attributeNames.messagingSystem]: system,
    [attributeNames.destination]: topic,
    [attributeNames.consumerGroup]: group,
    [attributeNames.operationName]: name,
    [attributeNames.operation]: 'process',
    [attributeNames.partition]: String(partition),
    ...(system === 'kafka' && { [attributeNames.offset]: Number(offset) }),
  };
}
