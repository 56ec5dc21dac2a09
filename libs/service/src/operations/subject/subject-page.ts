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
interface SubjectParts extends StreamRetention {
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
  const rules = {
    ...parts.rules,
    streams: { ...everyStream, ...parts.rules.streams },
    tables: { ...everyTable, ...parts.rules.tables },
  };
  const found = await findEvents({ ...parts, rules }, keysIn(customerId, known), {
    after: placeIn(place),
    untilMs: now() + pageMs,
    now,
  });
  const { keys, next } = found;
  const sections = await streamSections({ ...parts, rules }, found.events, keys);
  if (next === undefined) sections.push(...(await tableSections({ ...parts, rules }, keys)));
  const answered = { service: parts.name, customerId, sections, keys: textOfKeys(keys) };
  return { ...answered, ...defined({ next: next && `${next.tx}.${next.position}` }) };
}

function placeIn(place = '0.0'): EventPlace {
  const [tx = '0', position = '0'] = place.split('.');
  return { tx, position };
}

interface FoundEvents {
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
  for (const [stream, all] of Map.groupBy(events, (one) => one.stream)) {
    const kind = parts.store.types.find(stream)?.name ?? '';
    const rule = parts.rules.streams[kind];
    if (rule === undefined || !isShown<ShownStreams>(rule)) continue;
    const naming = all.filter(({ event }) => rule.isLeftOut?.(event.data) !== true);
    if (naming.length === 0) continue;
    const record = await streamRecord(parts, { stream, naming, rule, keys });
    const { purpose, source } = rule;
    const held = { ...rule.held, ...defined({ months: parts.retention?.[kind] }) };
    const { records = [] } = sections.get(kind) ?? {};
    sections.set(kind, { kind, purpose, source, held, records: [...records, record] });
  }
  return [...sections.values()];
}

async function tableSections(
  { store, rules }: SubjectParts,
  keys: SubjectKeys,
): Promise<readonly SubjectSection[]> {
  const sections: SubjectSection[] = [];
  for (const [kind, rule] of Object.entries(rules.tables)) {
    if ('unshown' in rule) continue;
    const records = await rowRecords(store.database, kind, rule, keys);
    const { purpose, source, held } = rule;
    if (records.length > 0) sections.push({ kind, purpose, source, held, records });
  }
  return sections;
}

/** Rows of one table at most: the tables that are shown have few rows of a customer. */
const rowsMax = 10_000;

/** The rows of a table that name a customer, in no order. Throws errors of the driver. */
async function rowRecords(
  { pool }: Pick<Database, 'pool'>,
  table: string,
  { isOf, without = [] }: ShownTable,
  keys: SubjectKeys,
): Promise<readonly SubjectRecord[]> {
  const { rows } = await pool.query<{ row: Record<string, unknown> }>({
    text: `select to_jsonb(t) as row from ${table} t, (values ($1::text[], $2::text[])) given
            where ${isOf} limit ${String(rowsMax)}`,
    values: [idsOf(keys), textPatterns(keys)],
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
