import { parkedListMax } from '@nordgate/contracts/commands';
import type {
  CountParkedRequest,
  DiscardParkedRequest,
  ListParkedRequest,
  ParkedCount,
  ParkedDetails,
  ParkedEntry,
  ParkedPlace,
  RetriedEntry,
  RetriedNext,
  RetryNextParkedRequest,
  RetryParkedRequest,
  ShowParkedRequest,
} from '@nordgate/contracts/commands';
import {
  countParked,
  findParked,
  listParked,
  nextParked,
  ParkedMessages,
} from '@nordgate/event-store';
import type { EventStore, ParkedMessage, RetryHandling, TriedMessage } from '@nordgate/event-store';
import { logParked } from '@nordgate/messaging';
import type { BusServer } from '@nordgate/messaging';
import { redact, redactText } from '@nordgate/telemetry';
import type { Log } from '@nordgate/telemetry';
import { OperationError } from './operation-errors.js';

/** What an operator does about the parked messages of one service. */
export class ParkedOperations {
  constructor(
    private readonly store: EventStore,
    private readonly strategy: Pick<BusServer, 'handlingOf'>,
    private readonly log: Pick<Log, 'error'>,
  ) {}

  /** Oldest first. */
  async list({ consumer, after }: ListParkedRequest): Promise<readonly ParkedEntry[]> {
    const { pool } = this.store.database;
    return (await listParked(pool, { consumer, after }, parkedListMax)).map(entryOf);
  }

  async count({ consumer }: Pick<CountParkedRequest, 'consumer'>): Promise<ParkedCount> {
    return countParked(this.store.database.pool, { consumer });
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

  /**
   * Retries the next message that is the first one of its key; a dry run only reads the next message. Everything that is
   * done to a message runs in `around`, with its number.
   */
  async retryNext(
    { dryRun, ...between }: RetryNextParkedRequest,
    around: <Outcome>(seq: string, act: () => Promise<Outcome>) => Promise<Outcome>,
  ): Promise<RetriedNext | null> {
    for (;;) {
      const which = dryRun ? 'any' : 'first';
      const message = await nextParked(this.store.database.pool, { ...between, which });
      if (message === undefined) return null;
      const entry = await around(message.seq, () => this.retryOne(message, dryRun));
      // Another retry has just handled this message: go on with the one that is next now.
      if (entry !== undefined) return { ...placeOf(message), ...entry };
    }
  }

  private async retryOne(
    message: ParkedMessage,
    dryRun: boolean,
  ): Promise<RetriedEntry | undefined> {
    const handling = this.handlingIfAny(message.consumer);
    if (handling === undefined) {
      return { seq: message.seq, result: 'parked', reason: withoutConsumer(message.consumer) };
    }
    if (dryRun) return readability(message, handling);
    const parked = new ParkedMessages(this.store, message.consumer);
    const tried = await parked.retryFirst(message, handling);
    return tried && this.retried(tried);
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
    const handling = this.handlingIfAny(consumer);
    if (handling === undefined) throw new OperationError(withoutConsumer(consumer));
    return handling;
  }

  private handlingIfAny(consumer: string): RetryHandling | undefined {
    const found = this.strategy.handlingOf(consumer);
    if (found === undefined) return undefined;
    const { toItem, ...how } = found;
    return {
      ...how,
      toItem: ({ topic, key, partition, offset, payload, headers }) =>
        toItem(topic, {
          key,
          partition,
          offset,
          value: String(payload),
          headers,
        }),
    };
  }
}

function withoutConsumer(consumer: string): string {
  return `this release has no consumer ${consumer}: the message can only wait`;
}

function notParked(seq: string): OperationError {
  return new OperationError(`no message ${seq} is parked`);
}

function placeOf(message: ParkedMessage): ParkedPlace {
  const { seq, consumer, key, topic, partition, offset, headers } = message;
  return { seq, consumer, key, type: String(headers['ce_type'] ?? ''), topic, partition, offset };
}

function entryOf(message: ParkedMessage): ParkedEntry {
  const { reason, attempts, at } = message;
  const parkedAt = at.toISOString();
  return { ...placeOf(message), reason: redactText(reason), attempts, parkedAt };
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
