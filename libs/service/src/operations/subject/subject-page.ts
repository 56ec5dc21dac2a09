import type {
  OperatedService,
  ShowSubjectRequest,
  SubjectPage,
  SubjectSection,
  SubjectRecord,
} from '@nordgate/contracts/commands';
import { defined } from '@nordgate/decider';
import type { EventStore, Database } from '@nordgate/event-store';
import { namingWindow, textPatterns } from './subject-events.rows.js';
import type { EventPlace, NamingEvent } from './subject-events.rows.js';
import { keysIn, textOfKeys, withKeys, idsOf } from './subject-keys.js';
import type { SubjectKeys } from './subject-keys.js';
import { streamRecord } from './subject-record.js';
import type { StreamRetention } from './subject-record.js';
import { everyStream, everyTable, isShown } from './subject-rules.js';
import type { ShownStreams, SubjectRules, ShownTable } from './subject-rules.js';
import { ownData, recipientsIn } from './own-data.js';

/** A service as the search for a customer needs it. */
export interface SubjectParts extends StreamRetention {
  readonly name: OperatedService;
  readonly store: EventStore;
  readonly rules: SubjectRules;
}

/** So many events of a customer are on one page, and a little more. */
const pageEventsMax = 5_000;

/** A page ends after this time: the operator's command waits ten minutes. */
const pageMs = 120_000;

/**
 * What the service holds of a customer (GDPR, Article 15): it reads all of its events once, window by window, and on
 * the last page the tables. A customer that it does not know has no sections. Throws errors of the driver.
 */
export async function subjectPage(
  parts: SubjectParts,
  { customerId, keys: known, place }: ShowSubjectRequest,
  now: () => number = Date.now,
): Promise<SubjectPage> {
  const whole = withEveryRule(parts);
  const { events, ...found } = await searchPage(
    whole,
    { customerId, ...defined({ keys: known, place }) },
    now,
  );
  const sections = await streamSections(whole, events, found.keys);
  if (found.next === undefined) sections.push(...(await tableSections(whole, found.keys)));
  return { service: parts.name, customerId, sections, ...whereFound(found) };
}

/** The parts with the rules that every service has. */
export function withEveryRule<Parts extends SubjectParts>(parts: Parts): Parts {
  const rules = {
    ...parts.rules,
    streams: { ...everyStream, ...parts.rules.streams },
    tables: { ...everyTable, ...parts.rules.tables },
  };
  return { ...parts, rules };
}

/** How an answer tells the keys, and where the next page begins. */
export function whereFound({ keys, next }: Pick<FoundEvents, 'keys' | 'next'>) {
  return {
    keys: textOfKeys(keys),
    ...defined({ next: next && `${next.tx}.${next.position}` }),
  };
}

/** Searches the events of one page for those that name a customer. Throws errors of the driver. */
export function searchPage(
  parts: SubjectParts,
  { customerId, keys, place }: Pick<ShowSubjectRequest, 'customerId' | 'keys' | 'place'>,
  now: () => number,
): Promise<FoundEvents> {
  const limits = { after: placeIn(place), untilMs: now() + pageMs, now };
  return findEvents(parts, keysIn(customerId, keys), limits);
}

function placeIn(place = '0.0'): EventPlace {
  const [tx = '0', position = '0'] = place.split('.');
  return { tx, position };
}

/** The events of one page, and where the next one begins. */
export interface FoundEvents {
  readonly events: readonly NamingEvent[];
  readonly keys: SubjectKeys;
  readonly next: EventPlace | undefined;
}

async function findEvents(
  { store, rules }: SubjectParts,
  first: SubjectKeys,
  limits: { readonly after: EventPlace; readonly untilMs: number; readonly now: () => number },
): Promise<FoundEvents> {
  const events: NamingEvent[] = [];
  let keys = first;
  let place = limits.after;
  for (;;) {
    const window = await namingWindow(store.database, rules, keys, place);
    const told = window.events.flatMap(({ event }) => rules.keysIn?.(event, keys.customerId) ?? []);
    const more = withKeys(keys, told);
    // Events of this window may have only the keys that the window has told.
    if (more !== keys) {
      keys = more;
      continue;
    }
    events.push(...window.events);
    if (window.end === undefined) return { events, keys, next: undefined };
    place = window.end;
    if (events.length >= pageEventsMax || limits.now() >= limits.untilMs) {
      return { events, keys, next: place };
    }
  }
}

async function streamSections(
  parts: SubjectParts,
  events: readonly NamingEvent[],
  keys: SubjectKeys,
): Promise<SubjectSection[]> {
  const sections = new Map<string, SubjectSection>();
  for (const { kind, stream, naming, rule } of namedStreams(parts, events)) {
    const record = await streamRecord(parts, { stream, naming, rule, keys });
    const { purpose, source } = rule;
    const held = { ...rule.held, ...defined({ months: parts.retention?.[kind] }) };
    const { records = [] } = sections.get(kind) ?? {};
    sections.set(kind, { kind, purpose, source, held, records: [...records, record] });
  }
  return [...sections.values()];
}

/** A stream of a kind that is shown, with its events that name the customer. */
export interface NamedStream {
  readonly kind: string;
  readonly stream: string;
  readonly naming: readonly NamingEvent[];
  readonly rule: ShownStreams;
}

/** The streams of events, in the order of the first event of each. */
export function namedStreams(
  { store, rules }: SubjectParts,
  events: readonly NamingEvent[],
): readonly NamedStream[] {
  return [...Map.groupBy(events, (one) => one.stream)].flatMap(([stream, all]) => {
    const kind = store.types.find(stream)?.name ?? '';
    const rule = rules.streams[kind];
    if (rule === undefined || !isShown<ShownStreams>(rule)) return [];
    const naming = all.filter(({ event }) => rule.isLeftOut?.(event.data) !== true);
    return naming.length === 0 ? [] : [{ kind, stream, naming, rule }];
  });
}

async function tableSections(
  { store, rules }: SubjectParts,
  keys: SubjectKeys,
): Promise<readonly SubjectSection[]> {
  const sections: SubjectSection[] = [];
  for (const [kind, rule] of Object.entries(rules.tables)) {
    if (!isShown<ShownTable>(rule)) continue;
    const records = await rowRecords(store.database, kind, rule, keys);
    const { purpose, source, held } = rule;
    if (records.length > 0) sections.push({ kind, purpose, source, held, records });
  }
  return sections;
}

/** A statement about the rows of a customer names both parameters, whichever its condition uses. */
const givenSql = '(values ($1::text[], $2::text[])) given';

const givenOf = (keys: SubjectKeys): unknown[] => [idsOf(keys), textPatterns(keys)];

/** Deletes the rows of a table that are of a customer, and returns their number. Throws errors of the driver. */
export async function deleteRowsOf(
  { pool }: Pick<Database, 'pool'>,
  table: string,
  { isOf }: ShownTable,
  keys: SubjectKeys,
): Promise<number> {
  const text = `delete from ${table} t using ${givenSql} where ${isOf}`;
  return (await pool.query(text, givenOf(keys))).rowCount ?? 0;
}

/** Rows of one table at most: the tables that are shown have few rows of a customer. */
const rowsMax = 10_000;

/** The rows of a table that name a customer, in no order. Throws errors of the driver. */
export async function rowRecords(
  { pool }: Pick<Database, 'pool'>,
  table: string,
  { isOf, without = [] }: ShownTable,
  keys: SubjectKeys,
): Promise<readonly SubjectRecord[]> {
  const { rows } = await pool.query<{ row: Record<string, unknown> }>({
    text: `select to_jsonb(t) as row from ${table} t, ${givenSql}
            where ${isOf} limit ${String(rowsMax)}`,
    values: givenOf(keys),
  });
  return rows.map(({ row }, place) => {
    const columns = Object.entries(row).filter(([column]) => !without.includes(column));
    const shown = ownData(Object.fromEntries(columns), keys);
    const { at } = row as { readonly at?: unknown };
    return {
      id: `${table}/${String(place + 1)}`,
      ...(typeof at === 'string' && { since: at }),
      recipients: recipientsIn([row]),
      row: shown,
    };
  });
}
