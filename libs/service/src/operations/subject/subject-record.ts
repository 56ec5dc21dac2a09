import type { SubjectEvent, SubjectRecord } from '@nordgate/contracts/commands';
import { dayInOslo, monthsLater } from '@nordgate/contracts/rules';
import { defined, evolveAny, hasEndedAny } from '@nordgate/decider';
import type { EventStore, StoredEvent } from '@nordgate/event-store';
import { ownData, recipientsIn } from './own-data.js';
import type { NamingEvent } from './subject-events.rows.js';
import { accountKey } from './subject-keys.js';
import type { SubjectKeys } from './subject-keys.js';
import type { ShownStreams, SubjectRules } from './subject-rules.js';

/** The months after which a service deletes streams that have ended, by the name of their type. */
export interface StreamRetention {
  readonly retention?: Readonly<Record<string, number>> | undefined;
  /** The months after which it archives them, by the name of their type. */
  readonly archive?: Readonly<Record<string, number>> | undefined;
}

interface RecordParts extends StreamRetention {
  readonly store: EventStore;
  readonly rules: Pick<SubjectRules, 'accountPaths'>;
}

interface NamedStream {
  readonly stream: string;
  /** The events that name the customer. */
  readonly naming: readonly NamingEvent[];
  readonly rule: ShownStreams;
  readonly keys: SubjectKeys;
}

/** A stream as the customer may read it. Throws errors of the driver. */
export async function streamRecord(
  { store, rules, retention = {}, archive = {} }: RecordParts,
  { stream, naming, rule, keys }: NamedStream,
): Promise<SubjectRecord> {
  const stored =
    rule.isLong === true ? await namedPart(store, stream, naming) : await store.history(stream);
  const isHolder = stored.some(({ data }) => holds(data, rules, keys));
  const hidden = new Set(isHolder ? [] : rule.ofHolder);
  const events = stored.map((one) => shownEvent(one, keys, hidden));
  const { name } = store.types.of(stream);
  const months = retention[name];
  const isArchived = store.database.archive !== undefined && archive[name] !== undefined;
  return {
    id: stream,
    recipients: recipientsIn(stored.map(({ data }) => data)),
    events,
    ...defined({
      since: stored[0]?.at,
      heldUntil: months === undefined ? undefined : endOf(store, stored, { months, isArchived }),
    }),
  };
}

/** The events that name the customer, run by run: one account may have a million events. */
async function namedPart(
  store: EventStore,
  stream: string,
  naming: readonly NamingEvent[],
): Promise<readonly StoredEvent[]> {
  const versions = naming.map(({ version }) => version).sort((one, other) => one - other);
  const parts: StoredEvent[] = [];
  for (let at = 0; at < versions.length;) {
    const first = versions[at] ?? 1;
    let limit = 1;
    while (versions[at + limit] === first + limit) limit += 1;
    parts.push(...(await store.page(stream, { after: first - 1, limit })));
    at += limit;
  }
  return parts;
}

function shownEvent(
  { version, type, at, data }: StoredEvent,
  keys: SubjectKeys,
  hidden: ReadonlySet<string>,
): SubjectEvent {
  return { version, type, at, data: ownData(data, keys, hidden) };
}

/** Whether the account that is debited is one of the customer's. */
function holds(
  data: unknown,
  { accountPaths = [] }: Pick<SubjectRules, 'accountPaths'>,
  { customerId, accounts }: SubjectKeys,
): boolean {
  return accountPaths.some((path) => {
    const number = path
      .slice(1, -1)
      .split(',')
      .reduce<unknown>((at, field) => (at as Record<string, unknown> | undefined)?.[field], data);
    if (typeof number !== 'string') return false;
    return accounts.has(accountKey(customerId, number).slice('account:'.length));
  });
}

/**
 * The day on which the period of a stream that has ended is over; months are counted as PostgreSQL counts them. All streams of a month
 * leave the archive together, when the month is over.
 */
function endOf(
  store: EventStore,
  stored: readonly StoredEvent[],
  { months, isArchived }: { readonly months: number; readonly isArchived: boolean },
): string | undefined {
  const last = stored.at(-1);
  if (last === undefined) return undefined;
  const type = store.types.of(last.streamId);
  const state = stored.reduce(
    (folded: unknown, { type: name, data }) => evolveAny(type, folded, { type: name, data }),
    type.initial,
  );
  if (!hasEndedAny(type, state)) return undefined;
  if (!isArchived) return monthsLater(dayInOslo(new Date(last.at)), months);
  return monthsLater(`${last.at.slice(0, 'YYYY-MM'.length)}-01`, months + 1);
}
