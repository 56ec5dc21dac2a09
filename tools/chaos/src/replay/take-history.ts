import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BankProfile } from '@nordgate/contracts/profile';
import type { MadeDecision } from '@nordgate/messaging';
import { openDatabases } from '../checker/evidence/databases.js';
import type { Stores } from '../checker/evidence/databases.js';
import { services } from '../checker/evidence/evidence.js';
import type { Service } from '../checker/evidence/evidence.js';
import { decidingServices } from './deciding-services.js';
import type { History, HistoryDecision, HistoryEvent } from './history.js';
import { decisionJudge } from './decision-judge.js';
import type { CausedEvent } from './decision-judge.js';
import { historyHead } from './made-decision.js';
import { StreamStates } from './stream-states.js';

export interface TakenHistory {
  readonly history: History;
  /** Decisions that no append has kept, or whose streams were deleted. */
  readonly dropped: number;
}

interface HistoryOptions {
  /** The folder to which the processes of the bank wrote their decisions. */
  readonly folder: string;
  readonly stores: Stores;
  readonly profile: BankProfile;
  /** What the bank was asked to do. */
  readonly from: string;
}

/**
 * The history of a bank at rest: the events of its stores, and the decisions of its processes. A decision is kept when the
 * streams that it saw were as the stores have them, and its events are there.
 */
export async function takeHistory(options: HistoryOptions): Promise<TakenHistory> {
  const { folder, stores, profile, from } = options;
  const stored = await storedEvents(stores);
  const kept: HistoryDecision[] = [];
  const tables = decidingServices(profile);
  const judges = new Map(
    services.map((name) => [
      name,
      decisionJudge(name, new StreamStates(tables[name], stored[name]), stored[name]),
    ]),
  );
  let dropped = 0;
  for await (const made of madeIn(folder)) {
    const service = services.find((name) => Object.hasOwn(tables[name].table, made.command.type));
    const decision = service && judges.get(service)?.(made);
    if (decision === undefined) dropped += 1;
    else kept.push(decision);
  }
  const head = historyHead(from, profile);
  const events = services.flatMap((name) => stored[name].map(withoutCommand));
  return { history: { head, parts: [{ events, decisions: kept }] }, dropped };
}

const withoutCommand = ({ commandId: _commandId, ...event }: CausedEvent): HistoryEvent => event;

/** The decisions that the processes wrote; the last line of a killed process may be half of one. */
async function* madeIn(folder: string): AsyncGenerator<MadeDecision> {
  for (const name of (await readdir(folder)).toSorted()) {
    if (!name.endsWith('.jsonl')) continue;
    const lines = createInterface({ input: createReadStream(join(folder, name)) });
    for await (const line of lines) {
      if (line.endsWith('}')) yield JSON.parse(line) as MadeDecision;
    }
  }
}

interface EventRow {
  readonly stream: string;
  readonly version: string;
  readonly type: string;
  readonly schema_version: number;
  readonly data: unknown;
  readonly command_id: string;
}

const eventsSql = `
select stream_id as stream, version, type, schema_version, data,
       es.whole_meta(stream_id, data, meta)->>'commandId' as command_id
  from es.event order by tx, position`;

/** All events of the stores, in the order of their stream. */
async function storedEvents(
  stores: Stores,
): Promise<{ readonly [Name in Service]: readonly CausedEvent[] }> {
  const databases = await openDatabases(stores);
  try {
    const read = services.map(async (name) => {
      const { rows } = await databases.of[name].pool.query<EventRow>(eventsSql);
      const events = rows.map(({ version, schema_version, command_id, ...row }) => ({
        ...row,
        version: Number(version),
        schemaVersion: schema_version,
        commandId: command_id,
      }));
      return [name, events] as const;
    });
    return Object.fromEntries(await Promise.all(read)) as never;
  } finally {
    await databases.close();
  }
}
