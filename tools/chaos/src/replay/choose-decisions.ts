import type { History, HistoryDecision, HistoryEvent, HistoryPart } from './history.js';

/**
 * A part of a history that is small enough for git: some decisions of each command with each outcome, and the events that
 * they need. Decisions that need the fewest events come first.
 *
 * @param most decisions of one command with one outcome
 */
export function chooseDecisions({ head, parts }: History, most: number): History {
  const all = parts.flatMap((part) => {
    const typeAt = new Map(part.events.map((event) => [placeOf(event), event.type]));
    return part.decisions.map((decision) => ({ decision, kind: kindOf(decision, typeAt) }));
  });
  const byKind = Map.groupBy(all, ({ kind }) => kind);
  const chosen = new Set<HistoryDecision>();
  for (const alike of byKind.values()) {
    const cheap = alike.toSorted((left, right) => costOf(left.decision) - costOf(right.decision));
    for (const { decision } of cheap.slice(0, most)) chosen.add(decision);
  }
  const cut = parts.map((part) => onlyChosen(part, chosen));
  return { head, parts: cut.filter(({ decisions }) => decisions.length > 0) };
}

function onlyChosen(
  { events, decisions }: HistoryPart,
  chosen: ReadonlySet<HistoryDecision>,
): HistoryPart {
  const own = decisions.filter((one) => chosen.has(one));
  const needed = versionsNeeded(own);
  return {
    events: events.filter(({ stream, version }) => version <= (needed.get(stream) ?? 0)),
    decisions: own,
  };
}

const placeOf = ({ stream, version }: Pick<HistoryEvent, 'stream' | 'version'>) =>
  `${stream}@${String(version)}`;

/** The command with the types of its events, or the code and the path of its refusal. */
function kindOf(
  { command, appended, refusal, saw }: HistoryDecision,
  typeAt: ReadonlyMap<string, string>,
): string {
  if (refusal !== undefined) return [command.type, refusal.refused, refusal.path].join(' ');
  const types = appended.flatMap(({ stream, events }) => {
    const before = versionOf(saw, stream);
    return Array.from({ length: events }, (_, nth) =>
      typeAt.get(placeOf({ stream, version: before + nth + 1 })),
    );
  });
  return [command.type, ...new Set(types)].join(' ');
}

const versionOf = (saw: HistoryDecision['saw'], stream: string) =>
  saw.find((seen) => seen.stream === stream)?.version ?? 0;

/** How many events a decision needs. */
const costOf = (decision: HistoryDecision) =>
  [...versionsNeeded([decision]).values()].reduce((sum, one) => sum + one, 0);

function versionsNeeded(decisions: readonly HistoryDecision[]): ReadonlyMap<string, number> {
  const needed = new Map<string, number>();
  const need = (stream: string, version: number) =>
    needed.set(stream, Math.max(version, needed.get(stream) ?? 0));
  for (const { saw, appended } of decisions) {
    for (const { stream, version } of saw) need(stream, version);
    for (const { stream, events } of appended) need(stream, versionOf(saw, stream) + events);
  }
  return needed;
}
