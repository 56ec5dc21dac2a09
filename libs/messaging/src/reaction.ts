import type { Command, RowWrite } from '@nordgate/event-store';
import type { ReceivedEvent } from './event-message.js';

/**
 * What a service does about an event: commands to its own streams, rows of its own tables. Both
 * are committed together; a repeat of the event changes nothing, because deciders ignore repeats
 * and rows keep the higher version.
 */
export interface Reaction {
  readonly commands?: readonly Command[];
  readonly rows?: readonly RowWrite[];
}

/** The reaction to an event that is none of this service's business. */
export const noReaction: Reaction = {};

/**
 * A command that follows from an event. Its id is derived, so the same event always makes the same
 * command.
 */
export function commandFrom<Type extends string, Data>(
  received: ReceivedEvent,
  command: { readonly type: Type; readonly stream: string; readonly data: Data },
): Command<Type, Data> {
  const { traceparent, tracestate } = received;
  return {
    ...command,
    id: `${received.stream}@${String(received.version)}>${command.stream}`,
    meta: {
      at: received.at,
      actor: `event:${received.stream}`,
      ...(traceparent === undefined ? {} : { traceparent }),
      ...(tracestate === undefined ? {} : { tracestate }),
    },
  };
}
