import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isRefusal } from '@nordgate/decider';
import type { Difference, Outcome } from './decide-again.js';

/** A rule that decides otherwise than in the last release: an entry of `docs/reference/changed-decisions.json`. */
export interface ChangedDecision {
  readonly command: string;
  /** The outcome in the last release: `summaryOf` of it. */
  readonly expected: string;
  readonly decided: string;
  /** JSON pointers of the members that differ, where both outcomes have the same summary. */
  readonly members?: readonly string[];
  /** Words of the entry of the CHANGELOG that names the rule. */
  readonly changelog: string;
}

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** The rules that this release has changed, as the list names them. */
export function changedDecisions(): readonly ChangedDecision[] {
  const file = join(root, 'docs', 'reference', 'changed-decisions.json');
  return JSON.parse(readFileSync(file, 'utf8')) as ChangedDecision[];
}

/** What the CHANGELOG says of the release to come. */
export function unreleasedText(): string {
  const [, unreleased = ''] = readFileSync(join(root, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  return unreleased;
}

/** The entries whose words are not in a text of the CHANGELOG, whatever its line breaks. */
export function entriesNotIn(
  text: string,
  entries: readonly ChangedDecision[],
): readonly ChangedDecision[] {
  const inOneLine = (words: string) => words.replaceAll(/\s+/g, ' ').trim();
  const all = inOneLine(text);
  return entries.filter(({ changelog }) => {
    const words = inOneLine(changelog);
    return words === '' || !all.includes(words);
  });
}

/** The entry that names a difference; undefined for a difference that nobody names. */
export function entryOf(
  { decision, expected, decided }: Difference,
  entries: readonly ChangedDecision[],
): ChangedDecision | undefined {
  const [before, after] = [summaryOf(expected), summaryOf(decided)];
  return entries.find(
    (entry) =>
      entry.command === decision.command.type &&
      entry.expected === before &&
      entry.decided === after &&
      (before !== after || areNamed(differingMembers(expected, decided), entry.members)),
  );
}

const areNamed = (members: readonly string[], named: readonly string[] = []) =>
  members.every((member) => named.includes(member));

/** The types of the events, the code of the refusal, `nothing`, or `an error`. */
export function summaryOf(outcomes: readonly Outcome[]): string {
  const kinds = outcomes.map(({ decided }) => {
    if (isRefusal(decided)) return ['refused', decided.refused, decided.path].join(' ').trim();
    return 'threw' in decided ? 'an error' : decided.type;
  });
  return kinds.length === 0 ? 'nothing' : [...new Set(kinds)].join(', ');
}

/** JSON pointers of the members that differ, without the indexes of arrays; each once. */
export function differingMembers(
  expected: readonly Outcome[],
  decided: readonly Outcome[],
): readonly string[] {
  const length = Math.max(expected.length, decided.length);
  const found = Array.from({ length }, (_, at) => membersIn('', expected[at], decided[at]));
  return [...new Set(found.flat())].toSorted();
}

function membersIn(at: string, left: unknown, right: unknown): readonly string[] {
  if (isDeepStrictEqual(left, right)) return [];
  if (!isObject(left) || !isObject(right)) return [at];
  const names = [...new Set([...Object.keys(left), ...Object.keys(right)])];
  const isList = Array.isArray(left) || Array.isArray(right);
  return names.flatMap((name) => membersIn(isList ? at : `${at}/${name}`, left[name], right[name]));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
