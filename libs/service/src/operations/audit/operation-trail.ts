import { setTimeout as delay } from 'node:timers/promises';
import { auditListMax } from '@nordgate/contracts/commands';
import type { AuditEntry, AuditPage, OperatedService } from '@nordgate/contracts/commands';
import type { OperationEvent } from '@nordgate/contracts/events';
import { streams } from '@nordgate/contracts/rules';
import { evolveAny } from '@nordgate/decider';
import { appendFailureOf } from '@nordgate/event-store';
import type { EventStore } from '@nordgate/event-store';
import { TokenRefusedError } from '../../queries/http/tokens.js';
import { ServiceUnavailableError } from '../../queries/query-client.js';
import type { OperationToken } from './operation-permit.js';
import { chained, lineOf, operationStream } from './operation-stream.js';
import type { NewEntry, OperationRecord } from './operation-stream.js';

/** Decides the next entry on the record as it is now. It runs again after another instance has appended. */
export type DecideEntry = (record: OperationRecord, at: string) => NewEntry;

/** Several instances append to one stream. Each attempt that fails means that another one succeeded. */
const attemptsMax = 50;
const conflictDelayMs = 20;

/** The owner of the ids of used tokens in the inbox. */
const tokensConsumer = 'operator-tokens';

/** The record of the operations of one service, in its own database. */
export class OperationTrail {
  private readonly stream: string;
  /** Tokens that this instance has recorded: one request may write several entries. */
  private readonly taken = new WeakSet<OperationToken>();

  constructor(
    private readonly store: EventStore,
    private readonly service: OperatedService,
    private readonly now: () => Date = () => new Date(),
  ) {
    this.stream = streams.operation.id(service);
  }

  /**
   * Appends one entry. The expected version keeps one chain, also with several instances. The transaction of the entry
   * uses the token up, so no instance of the service accepts it again.
   *
   * @throws what `decide` throws, errors of the database, TokenRefusedError for a token that was used before, or
   *   ServiceUnavailableError when contention does not end: nothing was appended then
   */
  async append(decide: DecideEntry, token?: OperationToken): Promise<OperationEvent> {
    const fresh = token !== undefined && !this.taken.has(token) ? token : undefined;
    for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
      const event = await this.tryAppend(decide, fresh?.id);
      if (event !== undefined) {
        if (fresh !== undefined) this.taken.add(fresh);
        return event;
      }
      await delay(conflictDelayMs * Math.random());
    }
    throw new ServiceUnavailableError('the record of operations is contended');
  }

  /** The oldest entries after one, and the last entry of the record. */
  async list(after: number): Promise<AuditPage> {
    const { entry, hash } = (await this.load()).state;
    const events = await this.store.page(this.stream, { after, limit: auditListMax });
    const entries = events
      .filter(({ version }) => version <= entry)
      .map(
        ({ type, data }) => lineOf(this.service, { type, data } as OperationEvent) as AuditEntry,
      );
    return { entries, head: { entry, hash } };
  }

  /** @throws TokenRefusedError when the record has the token */
  private async load(
    tokenId?: string,
  ): Promise<{ readonly state: OperationRecord; readonly version: number }> {
    const commandIds = tokenId === undefined ? [] : [tokenId];
    const slice = await this.store.load({
      consumer: tokensConsumer,
      streams: [this.stream],
      commandIds,
    });
    if (slice.known.size > 0) {
      throw new TokenRefusedError('the token of the operator was used before at another instance');
    }
    const loaded = slice.streams.get(this.stream);
    if (loaded === undefined) throw new Error(`${this.stream} was not loaded`);
    if ('error' in loaded) throw loaded.error;
    return { state: loaded.state as OperationRecord, version: loaded.version };
  }

  /** Undefined when another instance has appended meanwhile. */
  private async tryAppend(
    decide: DecideEntry,
    tokenId: string | undefined,
  ): Promise<OperationEvent | undefined> {
    const { state, version } = await this.load(tokenId);
    const at = this.now().toISOString();
    const event = chained(this.service, state, decide(state, at));
    const { operation } = event.data;
    const by = 'by' in event.data ? event.data.by?.name : undefined;
    const meta = { commandId: operation, actor: by ?? 'operator', requestedAt: at };
    const write = {
      streamId: this.stream,
      streamType: operationStream.name,
      expected: version,
      events: [{ type: event.type, schemaVersion: 1, data: event.data, meta }],
      state: evolveAny(operationStream, state, event),
      stateVersion: operationStream.stateVersion,
      take: [],
      release: [],
      group: 1,
    };
    try {
      const refused = await this.store.append({
        consumer: tokensConsumer,
        streams: [write],
        rows: [],
        inbox: tokenId === undefined ? [] : [{ messageId: tokenId, streamId: this.stream }],
      });
      return refused.length === 0 ? event : undefined;
    } catch (error) {
      if (appendFailureOf(error) === 'conflict') return undefined;
      throw error;
    }
  }
}
