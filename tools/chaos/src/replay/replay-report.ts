import { differingMembers, entryOf, summaryOf } from './changed-decisions.js';
import type { ChangedDecision } from './changed-decisions.js';
import type { Difference, Outcome, Replayed } from './decide-again.js';
import { decisionsIn } from './history.js';
import type { History, HistoryDecision } from './history.js';

/** What a replay has shown. */
export interface ReplayReport {
  /** The differences that no entry of the list names. */
  readonly unnamed: readonly Difference[];
  /** The entries that name a difference of this history. */
  readonly used: readonly ChangedDecision[];
  readonly text: string;
}

/** What a replay has shown: a line for each service, and each difference with its stream, command, events and rule. */
export function reportOnReplay(
  history: History,
  { equal, different }: Replayed,
  entries: readonly ChangedDecision[],
): ReplayReport {
  const named = different.map((one) => [one, entryOf(one, entries)] as const);
  const unnamed = named.flatMap(([one, entry]) => (entry === undefined ? [one] : []));
  const used = new Set(named.flatMap(([, entry]) => entry ?? []));
  const { head } = history;
  const decisions = decisionsIn(history);
  const services = [...new Set(decisions.map(({ service }) => service))].toSorted();
  const lines = services.map((service) => {
    const all = decisions.filter((one) => one.service === service);
    const commands = new Set(all.map(({ command }) => command.type)).size;
    const same = equal.filter((one) => one.service === service).length;
    return (
      `${service.padEnd(9)} ${String(commands).padStart(3)} commands, ` +
      `${String(same)} of ${String(all.length)} decisions equal`
    );
  });
  const title = `${head.from}, by ${head.release} on ${head.day}`;
  const shown = named.map(([one, entry]) => textOf(one, entry));
  return { unnamed, used: [...used], text: [title, ...lines, ...shown].join('\n') };
}

function textOf(difference: Difference, entry: ChangedDecision | undefined): string {
  const { decision, expected, decided } = difference;
  const [before, after] = [summaryOf(expected), summaryOf(decided)];
  const members = before === after ? differingMembers(expected, decided) : [];
  return [
    `${decision.service}: ${placeOf(decision)} ${decision.command.type} (${decision.command.id})`,
    `  expected ${before}: ${shownOf(expected)}`,
    `  decided  ${after}: ${shownOf(decided)}`,
    ...(members.length > 0 ? [`  differs  ${members.join(', ')}`] : []),
    `  rule     ${entry === undefined ? 'NOT NAMED in docs/reference/changed-decisions.json' : entry.changelog}`,
  ].join('\n');
}

const placeOf = ({ command: { stream }, saw }: HistoryDecision) =>
  `${stream}@${String(saw.find((seen) => seen.stream === stream)?.version ?? 0)}`;

const shownMax = 600;

function shownOf(outcomes: readonly Outcome[]): string {
  const text = JSON.stringify(outcomes.map(({ decided }) => decided));
  return text.length > shownMax ? `${text.slice(0, shownMax)} …` : text;
}
