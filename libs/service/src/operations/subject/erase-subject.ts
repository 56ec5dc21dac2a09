import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  ErasedKind,
  ErasedRecord,
  EraseSubjectRequest,
  KeptCopy,
  KeptKind,
  KeptRecord,
  SubjectErasure,
} from '@nordgate/contracts/commands';
import { generationOf } from '@nordgate/contracts/rules';
import { defined, isRefusal } from '@nordgate/decider';
import type { AnyStreamType, Command, StreamType } from '@nordgate/decider';
import { forgetHistories } from '@nordgate/event-store';
import type { Projection } from '@nordgate/event-store';
import { anotherPerson } from './own-data.js';
import type { SubjectKeys } from './subject-keys.js';
import {
  deleteRowsOf,
  namedStreams,
  rowRecords,
  searchPage,
  whereFound,
  withEveryRule,
} from './subject-page.js';
import type { NamedStream, SubjectParts } from './subject-page.js';
import { streamRecord } from './subject-record.js';
import { isShown } from './subject-rules.js';
import type { Ending, ShownData, ShownTable } from './subject-rules.js';

/** The time in the world of a generation, for a command. */
export type MomentOf = (generation: number) => Promise<Pick<Command['meta'], 'at' | 'aheadMs'>>;

/** A service as an erasure needs it. */
export interface ErasureParts extends SubjectParts {
  readonly streams: readonly AnyStreamType[];
  readonly projections: readonly Projection[];
  /** Executes a command on a stream of the service, and answers with its receipt or refusal. */
  readonly execute: (command: Command) => Promise<unknown>;
  readonly momentOf: MomentOf;
}

/** How long an erasure waits for readers of the last events. What is left then, the sweep deletes. */
const waits = { tries: 8, pauseMs: 250 } as const;

/** The step that deletes what a stream was before it was forgotten. */
const deleteHistory = 'DeleteHistory';

/**
 * Erases what the service holds of a customer and no law keeps (GDPR, Article 17), and tells what stays until when: the
 * streams of one page of events, and on the last page the tables. Idempotent. A customer that the service does not know has
 * no records.
 *
 * @throws errors of the driver, and those of commands that could not be decided; run again, the erasure goes on
 */
export async function eraseSubject(
  given: ErasureParts,
  request: EraseSubjectRequest,
  now: () => number = Date.now,
): Promise<SubjectErasure> {
  const parts = withEveryRule(given);
  const { customerId, dryRun } = request;
  const found = await searchPage(parts, request, now);
  const erasure = new Erasure(parts, found.keys, dryRun);
  for (const one of inOrder(parts, namedStreams(parts, found.events))) await erasure.stream(one);
  await erasure.forget();
  const isLast = found.next === undefined;
  if (isLast) await erasure.tables();
  return {
    service: parts.name,
    customerId,
    dryRun,
    ...erasure.outcome(),
    copies: isLast ? copiesOf(parts) : [],
    ...whereFound(found),
  };
}

/** In the order in which the service declares the kinds: what approvals would bring back ends after them. */
function inOrder(
  { rules }: Pick<ErasureParts, 'rules'>,
  streams: readonly NamedStream[],
): readonly NamedStream[] {
  const kinds = Object.keys(rules.streams);
  return streams.toSorted((one, other) => kinds.indexOf(one.kind) - kinds.indexOf(other.kind));
}

/** One page of an erasure. */
class Erasure {
  private readonly erased: (ErasedRecord & Pick<ErasedKind, 'kind' | 'does'>)[] = [];
  private readonly kept: (KeptRecord & Omit<KeptKind, 'records'>)[] = [];
  private readonly forgotten: string[] = [];
  private readonly changed = new Set<string>();
  private waiting: readonly string[] = [];

  constructor(
    private readonly parts: ErasureParts,
    private readonly keys: SubjectKeys,
    private readonly dryRun: boolean,
  ) {}

  async stream(named: NamedStream): Promise<void> {
    const { kind, stream: id, rule } = named;
    if (rule.erase === 'kept') return this.keep(named);
    const endings = await this.endingsOf(named);
    if (rule.erase === 'goes' && endings === undefined) return this.keep(named, anotherPerson);
    await this.end(id, endings ?? []);
    const commands = (endings ?? []).map(({ type }) => type);
    const does = rule.erase;
    const steps = does === 'goes' ? [...commands, deleteHistory] : commands;
    if (steps.length > 0) this.erased.push({ kind, does, id, steps });
    if (does === 'goes') this.forgotten.push(id);
    else await this.keep(named);
  }

  /** Deletes the histories of the streams that were forgotten, as soon as everybody has read them. */
  async forget(): Promise<void> {
    const { store, streams, projections } = this.parts;
    let left: readonly string[] = this.dryRun ? [] : this.forgotten;
    for (let tried = 0; left.length > 0 && tried < waits.tries; tried += 1) {
      if (tried > 0) await pause(waits.pauseMs);
      left = await forgetHistories({ database: store.database, streams, projections }, left);
    }
    this.waiting = left;
  }

  async tables(): Promise<void> {
    const { store, rules } = this.parts;
    for (const [kind, rule] of Object.entries(rules.tables)) {
      if (!isShown<ShownTable>(rule)) continue;
      const records = await rowRecords(store.database, kind, rule, this.keys);
      if (records.length === 0) continue;
      if (rule.erase === 'goes') {
        if (!this.dryRun) await deleteRowsOf(store.database, kind, rule, this.keys);
        const steps = [`delete ${String(records.length)} rows`];
        this.erased.push({ kind, does: 'goes', id: kind, steps });
      } else for (const { id } of records) this.kept.push({ kind, id, ...whyHeld(rule) });
    }
  }

  outcome(): Pick<SubjectErasure, 'erased' | 'waiting' | 'changed' | 'kept'> {
    const erased = grouped(this.erased).map(([{ kind, does }, all]) => ({
      kind,
      does,
      records: all.map(({ id, steps }) => ({ id, steps })),
    }));
    const kept = grouped(this.kept).map(([{ kind, purpose, held }, all]) => ({
      kind,
      purpose,
      held,
      records: all.map(({ id, heldUntil }) => ({ id, ...defined({ heldUntil }) })),
    }));
    return { erased, waiting: this.waiting, changed: [...this.changed], kept };
  }

  private async endingsOf({ kind, stream }: NamedStream): Promise<readonly Ending[] | undefined> {
    const { store, rules, momentOf } = this.parts;
    const type = store.types.of(stream) as StreamType<unknown, never>;
    const { state } = await store.state(type, stream);
    const { at: now } = await momentOf(generationOf(stream));
    return rules.ends?.({ kind, state, now }, this.keys);
  }

  /** Where somebody else was faster, a command is refused: the stream is for the next erasure. */
  private async end(stream: string, endings: readonly Ending[]): Promise<void> {
    if (this.dryRun) return;
    const { execute, momentOf } = this.parts;
    for (const ending of endings) {
      const meta = { ...(await momentOf(generationOf(stream))), actor: 'operator' };
      const id = `${stream}/erase/${randomUUID()}`;
      if (isRefusal(await execute({ ...ending, id, stream, meta }))) {
        this.changed.add(stream);
        return;
      }
    }
  }

  private async keep(named: NamedStream, whose?: string): Promise<void> {
    const { parts, keys } = this;
    const { kind, rule } = named;
    const { id, heldUntil } = await streamRecord(parts, { ...named, keys });
    const { held, purpose } = whyHeld(rule);
    const months = parts.retention?.[kind];
    const term = whose === undefined ? { ...held, ...defined({ months }) } : { rule: whose };
    this.kept.push({ kind, id, purpose, held: term, ...defined({ heldUntil }) });
  }
}

const whyHeld = ({ purpose, held }: ShownData) => ({ purpose, held });

/** Records by their kind and term, in their order. */
function grouped<One extends { readonly kind: string; readonly held?: { readonly rule: string } }>(
  all: readonly One[],
): readonly (readonly [One, readonly One[]])[] {
  const groups = Map.groupBy(all, ({ kind, held }) => `${kind}/${held?.rule ?? ''}`);
  return [...groups.values()].flatMap((group) =>
    group[0] === undefined ? [] : [[group[0], group] as const],
  );
}

/** What is not searched, but may have data or ids of the customer. */
function copiesOf({ rules: { streams, tables } }: Pick<ErasureParts, 'rules'>): KeptCopy[] {
  return Object.entries({ ...streams, ...tables }).flatMap(([kind, rule]) =>
    'unshown' in rule && rule.erase === 'kept'
      ? [{ kind, why: rule.unshown, until: rule.until }]
      : [],
  );
}
