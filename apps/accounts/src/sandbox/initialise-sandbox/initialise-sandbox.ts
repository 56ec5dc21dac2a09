import type { SandboxReceipt } from '@nordgate/contracts/commands';
import type { SandboxEvent } from '@nordgate/contracts/events';
import { dayInOslo, generationLeaseMs, streams } from '@nordgate/contracts/rules';
import { decisionOn, isRefusal, refuse } from '@nordgate/decider';
import type {
  Decide,
  DomainEvent,
  FoundStreams,
  ManyStreams,
  StreamDecision,
  StreamType,
} from '@nordgate/decider';
import { accountStream } from '../../domain/account.js';
import { agreementStream } from '../../domain/agreement.js';
import { cardAccountStream } from '../../domain/card-account.js';
import { customerStream } from '../../domain/customer.js';
import { DecidedStreams } from '../domain/decided-streams.js';
import { generationOf, sandboxStream } from '../../domain/sandbox.js';
import type { Sandbox } from '../../domain/sandbox.js';
import { knownHolders } from '../known-history/known-holders.js';
import { historyUntil } from '../known-history/known-history.js';
import type { KnownHistory } from '../known-history/known-history.js';
import { decideEntry, historyCommands, isOfEntry, streamsOfEntry } from './history-commands.js';
import { knownState, knownStreams } from '../known-state/known-state.js';
import { resetAccount, resetAgreement, resetCardAccount, resetCustomer } from './reset-streams.js';
import type { AccountToOpen, InitialiseSandbox } from './reset-streams.js';

/** Finds the streams of customers, accounts and agreements that exist now, also those from before this sandbox. */
export type FindOpenStreams = () => Promise<readonly string[]>;

/** The transactions of the known state until a day in Oslo, YYYY-MM-DD. */
export type HistoryUntil = (day: string) => KnownHistory;

const known = knownStreams(knownState);
const holders = knownHolders(knownState);

/** A year of transactions on the accounts of the known state. */
export const knownHistory: HistoryUntil = (day) => historyUntil(day, holders);

/**
 * Puts a sandbox back to its known state: one command over the sandbox, every stream that is known or
 * open, and the entries of the known history, all appended together or none.
 */
export function resetSandbox(
  openStreams: FindOpenStreams,
  historyUntilDay: HistoryUntil = knownHistory,
): ManyStreams<InitialiseSandbox, Sandbox, SandboxReceipt> {
  const initialise = initialiseSandbox(known.ids);
  const historyFor = historyOfOneDay(historyUntilDay);
  return {
    find: async (command, sandbox) => {
      const history = historyCommands(historyFor(command), generationOf(sandbox) + 1, command);
      // An earlier reset of the same slice is not in the view yet, but in this state.
      const before = sandbox.is === 'none' ? [] : sandbox.streams;
      const resettable = [...known.ids, ...before, ...(await openStreams())];
      return [...new Set([...resettable, ...history.flatMap(streamsOfEntry)])];
    },
    decide: (command, found) => {
      const sandbox = found.stateOf(sandboxStream, command.stream);
      const counted = initialise(command, sandbox, found.facts);
      const own = decisionOn(sandboxStream, command.stream, counted);
      // A refusal refuses the whole command, so nothing else is reset.
      if (isRefusal(counted)) return [own];
      const generation = generationOf(sandbox) + 1;
      const history = historyFor(command);
      const reset = { generation, openings: history.openings, command, found };
      const decided = new DecidedStreams(found);
      decided.take([own, ...found.ids.flatMap((stream) => resetOf(stream, reset))]);
      for (const entry of historyCommands(history, generation, command)) {
        decided.take(decideEntry(entry, decided));
      }
      return decided.decisions;
    },
    receipt: sandboxReceipt,
  };
}

/** Makes the history of a day once, however many resets it has. */
function historyOfOneDay(historyUntilDay: HistoryUntil) {
  let last: { readonly day: string; readonly history: KnownHistory } | undefined;
  return ({ meta: { at } }: InitialiseSandbox): KnownHistory => {
    const day = dayInOslo(new Date(at));
    if (last?.day !== day) last = { day, history: historyUntilDay(day) };
    return last.history;
  };
}

/**
 * Counts one more reset and notes the streams that it opens. Refuses with CONFLICT a command that was
 * requested within one lease of the last reset: gateways still wait until every process knows that one
 * (ADR 27). A repeat of the same command (its id) is not decided again. Times of different gateways may
 * come in any order.
 */
export const initialiseSandbox =
  (ids: readonly string[]): Decide<InitialiseSandbox, Sandbox, SandboxEvent> =>
  ({ meta: { at } }, sandbox) => {
    if (sandbox.is === 'initialised') {
      const apartMs = Math.abs(Date.parse(at) - Date.parse(sandbox.at));
      if (apartMs < generationLeaseMs) return refuse('CONFLICT');
    }
    const generation = generationOf(sandbox) + 1;
    return [{ type: 'SandboxInitialised', data: { generation, streams: ids, at } }];
  };

/** The receipt of a reset; a repeat of the command gets the same. */
export function sandboxReceipt(sandbox: Sandbox): SandboxReceipt {
  return { generation: generationOf(sandbox) };
}

/** A reset of all streams: its generation, and the balances of accounts before their history. */
interface ResetOfAll {
  readonly generation: number;
  readonly openings: KnownHistory['openings'];
  readonly command: InitialiseSandbox;
  readonly found: FoundStreams;
}

/** How a stream of a category is reset. */
type Reset = (stream: string, reset: ResetOfAll) => StreamDecision;

function resetWith<State, Event extends DomainEvent>(
  type: StreamType<State, Event>,
  decideFor: (stream: string, reset: ResetOfAll) => Decide<InitialiseSandbox, State, Event>,
): Reset {
  return (stream, reset) => {
    const { command, found } = reset;
    const decide = decideFor(stream, reset);
    return decisionOn(type, stream, decide(command, found.stateOf(type, stream), found.facts));
  };
}

const resets = [
  [streams.customer, resetWith(customerStream, (id) => resetCustomer(known.customers.get(id)))],
  [
    streams.account,
    resetWith(accountStream, (id, { generation, openings }) =>
      resetAccount(accountToOpen(id, openings), generation),
    ),
  ],
  [
    streams.cardAccount,
    resetWith(cardAccountStream, (id, { generation }) =>
      resetCardAccount(known.cardAccounts.get(id), generation),
    ),
  ],
  [streams.agreement, resetWith(agreementStream, (id) => resetAgreement(known.agreements.get(id)))],
] as const;

function accountToOpen(
  stream: string,
  openings: KnownHistory['openings'],
): AccountToOpen | undefined {
  const account = known.accounts.get(stream);
  if (account === undefined) return undefined;
  const { balance, ...numbers } = account;
  return { ...numbers, openingBalance: openings.get(stream) ?? balance };
}

/** The reset of a stream; none for the streams of entries, which the generation makes new. */
function resetOf(stream: string, all: ResetOfAll): readonly StreamDecision[] {
  if (isOfEntry(stream)) return [];
  const [, reset] = resets.find(([{ has }]) => has(stream)) ?? [];
  if (reset === undefined) throw new Error(`a reset does not know the stream ${stream}`);
  return [reset(stream, all)];
}
