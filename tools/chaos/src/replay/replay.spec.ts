import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { Service } from '../checker/evidence/evidence.js';
import {
  changedDecisions,
  differingMembers,
  entriesNotIn,
  summaryOf,
  unreleasedText,
} from './changed-decisions.js';
import type { ChangedDecision } from './changed-decisions.js';
import { decideAgain } from './decide-again.js';
import { decidingServices } from './deciding-services.js';
import { decisionsIn, readHistory } from './history.js';
import type { History } from './history.js';
import { plantedDeciders, withBug } from './planted-deciders.js';
import { reportOnReplay } from './replay-report.js';

const golden = join(import.meta.dirname, 'golden');
const files = globSync(join(golden, '*.jsonl.zst')).toSorted();
const histories = new Map<string, History>();
for (const file of files) histories.set(basename(file, '.jsonl.zst'), await readHistory(file));
const all = [...histories.values()];
const tables = decidingServices(defaultProfile('sandbox'));
const replays = new Map(all.map((history) => [history, decideAgain(history)]));
const replayOf = (history: History) => replays.get(history)!;
const commands = Object.entries(tables).flatMap(([service, { table }]) =>
  Object.keys(table).map((command) => `${service} ${command}`),
);

/** Commands without a decision in the histories, by the reason why. */
const notRecorded: Readonly<Record<string, readonly string[]>> = {
  'new since the last release, whose histories these are': [
    'accounts CarryForward',
    'baskets EnsureDecided',
    'batch CarrySchedule',
    'payments EnsureDecided',
    'sca CarryAccess',
    'sca CarryPasskeys',
    'sca CarrySession',
    'sca EnsureDecided',
    'sca ForgetAccess',
    'sca ForgetPasskeys',
    'sca ForgetPsu',
    'sca ForgetSession',
  ],
};

describe('the golden histories', () => {
  it.each([...histories])(
    'are decided by this release as by the last one, or the rule is named: %s',
    (_name, history) => {
      const { unnamed, text } = reportOnReplay(history, replayOf(history), changedDecisions());
      expect(unnamed.length === 0 ? 'all named' : text).toBe('all named');
    },
  );

  it('have a decision of every command of every service, or a reason why not', () => {
    const decided = new Set(
      all.flatMap((history) =>
        decisionsIn(history).map(({ service, command }) => `${service} ${command.type}`),
      ),
    );
    const missing = commands.filter((command) => !decided.has(command)).toSorted();
    expect(missing).toEqual(Object.values(notRecorded).flat().toSorted());
  });

  it('use every entry of the list of changed decisions, and the CHANGELOG has its words', () => {
    const entries = changedDecisions();
    const used = new Set(
      all.flatMap((history) => reportOnReplay(history, replayOf(history), entries).used),
    );
    expect(entries.filter((entry) => !used.has(entry))).toEqual([]);
    expect(entriesNotIn(unreleasedText(), entries)).toEqual([]);
  });

  it('are in the table of docs/reference/nothing-lost.md, with their numbers', () => {
    const page = readFileSync(
      join(import.meta.dirname, '../../../../docs/reference/nothing-lost.md'),
      'utf8',
    );
    const rows = page
      .split('\n')
      .filter((line) => /^\| `[a-z]+` +\|/.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));
    const told = rows.map(([, name, service, number, equal]) => [name, service, number, equal]);
    expect(told).toEqual([...histories].flatMap(([name, history]) => rowsOf(name, history)));
  });
});

/** A row for each service: the commands, and how many decisions are equal. */
function rowsOf(name: string, history: History): readonly (readonly string[])[] {
  const { equal } = replayOf(history);
  const decisions = decisionsIn(history);
  return Object.keys(tables).map((service) => {
    const own = decisions.filter((one) => one.service === service);
    const types = new Set(own.map(({ command }) => command.type));
    const same = equal.filter((one) => one.service === service).length;
    return [name, service, String(types.size), `${String(same)} of ${String(own.length)}`];
  });
}

/** The histories with the decisions of one service. */
const historiesOf = (service: Service): readonly History[] =>
  all.map(({ head, parts }) => ({
    head,
    parts: parts.map(({ events, decisions }) => ({
      events,
      decisions: decisions.filter((one) => one.service === service),
    })),
  }));

const only = (name: string) => plantedDeciders.find((bug) => bug.name === name)!;

describe('a planted bug of a decider', () => {
  it.each(plantedDeciders.map((bug) => [`${bug.name}: ${bug.behaviour}`, bug] as const))(
    'is found by the replay, in its command alone: %s',
    (_name, bug) => {
      const changed = withBug(tables, bug);
      const unnamed = historiesOf(bug.service).flatMap(
        (history) =>
          reportOnReplay(history, decideAgain(history, changed), changedDecisions()).unnamed,
      );
      expect(new Set(unnamed.map(({ decision }) => decision.command.type))).toEqual(
        new Set([bug.command]),
      );
    },
  );

  it('has another name than any other one', () => {
    const names = plantedDeciders.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a changed decision', () => {
  const changed = withBug(tables, only('wrong-time'));
  const reports = (entries: readonly ChangedDecision[]) =>
    historiesOf('sca').map((history) =>
      reportOnReplay(history, decideAgain(history, changed), entries),
    );
  const unnamedBy = (...entries: readonly ChangedDecision[]) =>
    reports(entries).flatMap(({ unnamed }) => unnamed);

  it('passes when an entry of the list names its command, its outcomes and every member that differs', () => {
    const different = unnamedBy();
    expect(different.length).toBeGreaterThan(0);
    const entries = different.map(({ decision, expected, decided }): ChangedDecision => ({
      command: decision.command.type,
      expected: summaryOf(expected),
      decided: summaryOf(decided),
      members: differingMembers(expected, decided),
      changelog: 'refusals have another time',
    }));
    expect(unnamedBy(...entries)).toEqual([]);
    expect(reports(entries).flatMap(({ used }) => used).length).toBeGreaterThan(0);
    const fails = (change: Partial<ChangedDecision>) =>
      unnamedBy(...entries.map((entry) => ({ ...entry, ...change }))).length;
    expect(fails({ command: 'RecognisePsu' })).toBe(different.length);
    expect(fails({ expected: 'PsuRecognised' })).toBe(different.length);
    expect(fails({ decided: 'nothing' })).toBe(different.length);
    expect(fails({ members: ['/decided/data/by'] })).toBe(different.length);
  });

  it('is named by an entry only with words that the CHANGELOG has, whatever its line breaks', () => {
    const entry = { command: 'A', expected: 'B', decided: 'C', changelog: 'fees are  debited' };
    expect(entriesNotIn('- **TPPs**: fees are\n  debited.', [entry])).toEqual([]);
    expect(entriesNotIn('- **TPPs**: fees are shown.', [entry])).toEqual([entry]);
    expect(entriesNotIn('anything', [{ ...entry, changelog: ' ' }])).toHaveLength(1);
  });
});

describe('the report on a difference', () => {
  it('has the stream with its version, the command, both outcomes, and the rule', () => {
    const history = histories.get('scenarios')!;
    const changed = withBug(tables, only('forgotten-claim'));
    const { text } = reportOnReplay(history, decideAgain(history, changed), []);
    expect(text).toMatch(/^payments: payment-[0-9a-f.]+@\d ClaimPayment \(/m);
    expect(text).toMatch(/^ {2}expected PaymentClaimed: \[\{"type":"PaymentClaimed"/m);
    expect(text).toMatch(/^ {2}decided {2}nothing: \[\]$/m);
    expect(text).toMatch(/^ {2}rule {5}NOT NAMED/m);
  });
});
