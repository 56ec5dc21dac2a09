import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { BankProfile } from '@nordgate/contracts/profile';
import { isRefusal } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import { services } from '../checker/evidence/evidence.js';
import { decidePartAgain } from './decide-again.js';
import { decidingServices, typeOf } from './deciding-services.js';
import type { DecidingService, DecidingServices } from './deciding-services.js';
import type { History, HistoryEvent, HistoryPart } from './history.js';
import { historyDecision, historyHead } from './made-decision.js';
import type { TestedDecision } from './record-tests.js';

interface TestedOptions {
  /** The folder to which the tests wrote their decisions. */
  readonly folder: string;
  readonly profile: BankProfile;
  readonly from: string;
}

/**
 * The decisions of tests as a history, each with its own streams. Left out are those of other settings than the profile has:
 * this release itself decides them otherwise.
 */
export async function takeTested({ folder, profile, from }: TestedOptions): Promise<History> {
  const tables = decidingServices(profile);
  const parts: HistoryPart[] = [];
  for await (const tested of testedIn(folder)) {
    const part = partOf(tested, tables);
    if (part !== undefined && decidePartAgain(part, tables).different.length === 0) {
      parts.push(part);
    }
  }
  return { head: historyHead(from, profile), parts };
}

/** Each tested decision once: most are made several times. */
async function* testedIn(folder: string): AsyncGenerator<TestedDecision> {
  const known = new Set<string>();
  for (const name of (await readdir(folder)).toSorted()) {
    if (!name.endsWith('-tests.jsonl')) continue;
    const lines = createInterface({ input: createReadStream(join(folder, name)) });
    for await (const line of lines) {
      if (known.has(line)) continue;
      known.add(line);
      yield JSON.parse(line) as TestedDecision;
    }
  }
}

/** A decision with the events that it saw and wrote; undefined for one of no service. */
function partOf(
  { given, ...made }: TestedDecision,
  tables: DecidingServices,
): HistoryPart | undefined {
  const name = services.find((one) => Object.hasOwn(tables[one].table, made.command.type));
  if (name === undefined) return undefined;
  const saw = given.map(({ stream, events }) => ({ stream, version: events.length }));
  const after = (stream: string) =>
    made.decisions
      .filter((one) => one.stream === stream)
      .flatMap(({ decision }) => (isRefusal(decision) ? [] : decision));
  try {
    const events = given.flatMap(({ stream, events: before }) =>
      storedOf(tables[name], stream, [...before, ...after(stream)]),
    );
    return { events, decisions: [historyDecision(name, { ...made, saw })] };
  } catch {
    // A stream or an event of a type that only the test has.
    return undefined;
  }
}

/** Events as this release stores them. */
function storedOf(
  service: DecidingService,
  stream: string,
  events: readonly DomainEvent[],
): readonly HistoryEvent[] {
  const type = typeOf(service, stream);
  return events.map((event, nth) => ({
    stream,
    version: nth + 1,
    type: event.type,
    schemaVersion: type.events[event.type]?.version ?? 0,
    data: event.data,
  }));
}
