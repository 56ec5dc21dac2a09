import { defined } from '@nordgate/decider';
import type { EventMeta } from './stored-event.js';

/** The form of `meta` in which most events are stored, with `i` first. `wholeMeta` and `es.whole_meta` give the whole form. */
export interface ShortMeta {
  /**
   * The id of the command without the stream of the event: `/…` for a command to this stream, and `…>` for one that
   * an event of another stream caused.
   */
  readonly i: string;
  /** The actor, where the id does not name it. */
  readonly a?: string;
  /** When the request was accepted, where the data of the event has no equal `at`. */
  readonly r?: string;
  /** How many events the command caused. */
  readonly n?: number;
}

/** An event that is about to be stored in a stream. */
interface OwnEvent {
  readonly streamId: string;
  readonly data: unknown;
  readonly meta: EventMeta;
}

/**
 * Leaves out what follows from the stream and the data of an event (ADR 61). An event with a trace or of a moved clock keeps the whole
 * form: such events are few, and statements look into them. So does an event whose texts PostgreSQL could not take apart.
 *
 * @param isPlain whether PostgreSQL can read single members of the data
 */
export function shortMeta(
  { streamId, data, meta }: OwnEvent,
  isPlain: boolean,
): EventMeta | ShortMeta {
  const { commandId, actor, requestedAt, commandEvents, ...others } = meta;
  const i = shortId(streamId, commandId);
  const isWhole = Object.values(others).some((value) => value !== undefined);
  if (i === undefined || isWhole || ![commandId, actor, requestedAt].every(isReadable)) return meta;
  const isAtInData = isPlain && atIn(data) === requestedAt;
  return {
    i,
    ...defined({
      a: actor === causingActor(commandId) ? undefined : actor,
      r: isAtInData ? undefined : requestedAt,
      n: commandEvents,
    }),
  };
}

/**
 * The whole form of metadata as it is stored, as `es.whole_meta` gives it. The data is asked for only when somebody
 * reads the time of a request that the data has.
 */
export function wholeMeta(
  streamId: string,
  meta: EventMeta | ShortMeta,
  data: () => unknown,
): EventMeta {
  if (!('i' in meta)) return meta;
  const commandId = wholeId(streamId, meta.i);
  const { r: requestedAt } = meta;
  return {
    commandId,
    actor: meta.a ?? causingActor(commandId),
    ...defined({ commandEvents: meta.n }),
    // The writer has seen that the data has a text there.
    get requestedAt() {
      return requestedAt ?? (atIn(data()) as string);
    },
  };
}

function wholeId(streamId: string, short: string): string {
  if (short.startsWith('/')) return streamId + short;
  return short.endsWith('>') ? short + streamId : short;
}

/** Whether PostgreSQL reads single members of this JSON: it refuses some escaped characters, wherever they are. */
export const isPlainJson = (json: string): boolean => !json.includes(String.raw`\u`);

/** Undefined for an id that would be read as a shortened one. */
function shortId(streamId: string, commandId: string): string | undefined {
  const [own, caused] = [`${streamId}/`, `>${streamId}`];
  if (commandId.startsWith(own)) return commandId.slice(streamId.length);
  if (commandId.startsWith('/')) return undefined;
  if (commandId.endsWith(caused)) return commandId.slice(0, -streamId.length);
  return commandId.endsWith('>') ? undefined : commandId;
}

/** The actor of a command that an event caused. Its id begins with the stream of the event. */
const causingActor = (commandId: string) => `event:${commandId.split('@', 1)[0] ?? ''}`;

/** Texts of these characters are the same in JSON: nearly all ids and times, three for each event. */
const isSameInJson = /^[ !#-[\]-~]*$/;

const isReadable = (text: string) => isSameInJson.test(text) || isPlainJson(JSON.stringify(text));

function atIn(data: unknown): unknown {
  return typeof data === 'object' && data !== null && 'at' in data ? data.at : undefined;
}
