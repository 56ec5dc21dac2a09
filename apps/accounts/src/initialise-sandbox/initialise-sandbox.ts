import type { SandboxReceipt } from '@nordgate/contracts/commands';
import type { SandboxEvent } from '@nordgate/contracts/events';
import { generationLeaseMs, streams } from '@nordgate/contracts/rules';
import { decisionOn, refuse } from '@nordgate/decider';
import type {
  Decide,
  DomainEvent,
  FoundStreams,
  ManyStreams,
  StreamDecision,
  StreamType,
} from '@nordgate/decider';
import { accountStream } from '../domain/account.js';
import { agreementStream } from '../domain/agreement.js';
import { cardAccountStream } from '../domain/card-account.js';
import { customerStream } from '../domain/customer.js';
import { generationOf, sandboxStream } from '../domain/sandbox.js';
import type { Sandbox } from '../domain/sandbox.js';
import { knownState, knownStreams } from './known-state.js';
import { resetAccount, resetAgreement, resetCardAccount, resetCustomer } from './reset-streams.js';
import type { InitialiseSandbox } from './reset-streams.js';

/** Finds the streams of customers, accounts and agreements that exist now, also those from before this sandbox. */
export type FindOpenStreams = () => Promise<readonly string[]>;

const known = knownStreams(knownState);

/**
 * Puts a sandbox back to its known state: one command over the sandbox and every stream that is known
 * or open, all appended together or none.
 */
export function resetSandbox(
  openStreams: FindOpenStreams,
): ManyStreams<InitialiseSandbox, Sandbox, SandboxReceipt> {
  const initialise = initialiseSandbox(known.ids);
  return {
    find: async (_command, sandbox) => {
      // An earlier reset of the same slice is not in the view yet, but in this state.
      const before = sandbox.is === 'none' ? [] : sandbox.streams;
      return [...new Set([...known.ids, ...before, ...(await openStreams())])];
    },
    decide: (command, found) => {
      const sandbox = found.stateOf(sandboxStream, command.stream);
      const counted = initialise(command, sandbox, found.facts);
      // A refusal refuses the whole command, so nothing else is reset.
      const generation = generationOf(sandbox) + 1;
      const resets = found.ids.map((stream) => resetOf(stream)(stream, generation, command, found));
      return [decisionOn(sandboxStream, command.stream, counted), ...resets];
    },
    receipt: sandboxReceipt,
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

/** How a stream of a category is reset. */
type Reset = (
  stream: string,
  generation: number,
  command: InitialiseSandbox,
  found: FoundStreams,
) => StreamDecision;

function resetWith<State, Event extends DomainEvent>(
  type: StreamType<State, Event>,
  decideFor: (stream: string, generation: number) => Decide<InitialiseSandbox, State, Event>,
): Reset {
  return (stream, generation, command, found) => {
    const decide = decideFor(stream, generation);
    return decisionOn(type, stream, decide(command, found.stateOf(type, stream), found.facts));
  };
}

const resets = [
  [streams.customer, resetWith(customerStream, (id) => resetCustomer(known.customers.get(id)))],
  [
    streams.account,
    resetWith(accountStream, (id, generation) => resetAccount(known.accounts.get(id), generation)),
  ],
  [
    streams.cardAccount,
    resetWith(cardAccountStream, (id, generation) =>
      resetCardAccount(known.cardAccounts.get(id), generation),
    ),
  ],
  [streams.agreement, resetWith(agreementStream, (id) => resetAgreement(known.agreements.get(id)))],
] as const;

function resetOf(stream: string): Reset {
  const [, reset] = resets.find(([{ has }]) => has(stream)) ?? [];
  if (reset === undefined) throw new Error(`a reset does not know the stream ${stream}`);
  return reset;
}
