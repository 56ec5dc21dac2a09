import type {
  DiscardParkedRequest,
  ParkedDetails,
  ParkedEntry,
  RetriedEntry,
  RetryParkedRequest,
  ShowParkedRequest,
} from '@nordgate/contracts/commands';
import { findParked, listParked, ParkedMessages } from '@nordgate/event-store';
import type { EventStore, ParkedMessage, RetryHandling, TriedMessage } from '@nordgate/event-store';
import { logParked } from '@nordgate/messaging';
import type { BusServer } from '@nordgate/messaging';
import { redact, redactText } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { OperationError } from './operations.js';

/** What an operator does about the parked messages of one service. */
export class ParkedOperations {
  constructor(
    private readonly store: EventStore,
    private readonly strategy: Pick<BusServer, 'handlingOf'>,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  /** Oldest first, of every consumer. */
  async list(): Promise<readonly ParkedEntry[]> {
    return (await listParked(this.store.database.pool)).map(entryOf);
  }

  /** One message with its payload, masked as the log masks it unless `reveal` is set. */
  async show({ seq, reveal }: ShowParkedRequest): Promise<ParkedDetails> {
    const message = await this.find(seq);
    const { headers } = message;
    const payload = contentOf(message.payload);
    const { reason } = message;
    return {
      ...entryOf(message),
      ...(reveal
        ? { headers, payload, reason }
        : { headers: redact(headers) as typeof headers, payload: redact(payload) }),
    };
  }

  /**
   * Handles the messages of the key as their consumer does, the first one first, until one fails again.
   * A dry run decodes them and lets reactions react, but decides and writes nothing.
   */
  async retry({ seq, dryRun }: RetryParkedRequest): Promise<readonly RetriedEntry[]> {
    const { consumer, key } = await this.find(seq);
    const parked = new ParkedMessages(this.store, consumer);
    const handling = this.handling(consumer);
    const waiting = await parked.list({ key });
    if (dryRun) return Promise.all(waiting.map((message) => readability(message, handling)));
    const tried = await parked.retry(key, handling);
    return tried.map((one) => this.retried(one));
  }

  /** What became of a message that was handled again. The stack of a failure goes to the log. */
  private retried({ message, result }: TriedMessage): RetriedEntry {
    const { seq, consumer, key } = message;
    logParked(this.log, consumer, { key, source: message }, result);
    if (result.status !== 'parked') return { seq, result: 'done' };
    return { seq, result: 'parked', reason: redactText(result.reason) };
  }

  /** Gives one message up; the reason stays on record. Those behind it wait for a retry. */
  async discard({ seq, reason, dryRun }: DiscardParkedRequest): Promise<ParkedEntry> {
    const message = await this.find(seq);
    if (dryRun) return entryOf(message);
    const parked = new ParkedMessages(this.store, message.consumer);
    if (!(await parked.discard(message, reason))) throw notParked(seq);
    return entryOf(message);
  }

  private async find(seq: string): Promise<ParkedMessage> {
    const message = await findParked(this.store.database.pool, seq);
    if (message === undefined) throw notParked(seq);
    return message;
  }

  private handling(consumer: string): RetryHandling {
    const found = this.strategy.handlingOf(consumer);
    if (found === undefined) {
      throw new OperationError(
        `this release has no consumer ${consumer}: the message can only wait`,
      );
    }
    const { toItem, ...how } = found;
    return {
      ...how,
      toItem: ({ topic, key, partition, offset, payload, headers }) =>
        toItem(topic, {
          ...{ key, partition, offset, value: String(payload) },
          headers,
        }),
    };
  }
}

function notParked(seq: string): OperationError {
  return new OperationError(`no message ${seq} is parked`);
}

function entryOf({ seq, consumer, key, reason, attempts, at, topic, headers }: ParkedMessage) {
  const type = String(headers['ce_type'] ?? '');
  const parkedAt = at.toISOString();
  return { seq, consumer, key, reason: redactText(reason), attempts, parkedAt, topic, type };
}

/** The JSON of a message's value; a value that is none is shown as text. */
function contentOf(payload: unknown): unknown {
  try {
    return JSON.parse(String(payload)) as unknown;
  } catch {
    return payload;
  }
}

async function readability(
  message: ParkedMessage,
  { toItem }: RetryHandling,
): Promise<RetriedEntry> {
  const { fault } = await toItem(message);
  const { seq } = message;
  return fault === undefined
    ? { seq, result: 'readable' }
    : { seq, result: 'parked', reason: redactText(fault) };
}
