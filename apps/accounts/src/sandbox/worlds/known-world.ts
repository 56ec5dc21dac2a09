import { generationMax, inGeneration, streams } from '@nordgate/contracts/rules';
import { decisionOn } from '@nordgate/decider';
import type { AnyStreamType, DomainEvent, FoundStreams, StreamDecision } from '@nordgate/decider';
import { accountStream } from '../../domain/account.js';
import { agreementStream } from '../../domain/agreement.js';
import { cardAccountStream } from '../../domain/card-account.js';
import { clearingStream } from '../../domain/clearing.js';
import { customerStream } from '../../domain/customer.js';
import { entryStream } from '../../domain/entry.js';
import { DecidedStreams } from '../domain/decided-streams.js';
import type { KnownHistory } from '../known-history/known-history.js';
import type { KnownState } from '../known-state/known-state.js';
import { decideEntry, historyCommands } from './history-commands.js';

/** A world of the known state: the decisions that make it where nothing is yet. */
export interface KnownWorld {
  /** The streams of a generation. */
  readonly streamsIn: (generation: number) => readonly string[];
  /** The decisions in a generation, at a time. */
  readonly decisionsIn: (generation: number, at: string) => readonly StreamDecision[];
}

/**
 * Decides the known state with its history once, and copies it for each world: only the generation at the end of ids
 * and the time differ.
 */
export function knownWorld(state: KnownState, history: KnownHistory): KnownWorld {
  const template = templateOf(state, history);
  const text = JSON.stringify(template.map(({ stream, decision }) => [stream, decision]));
  const ids = template.map(({ stream }) => stream.slice(0, -templateSuffix.length));
  const once = [...new Set(ids)];
  return {
    streamsIn: (generation) => once.map((id) => inGeneration(id, generation)),
    decisionsIn: (generation, at) => {
      const copy = text
        .replaceAll(templateSuffix, `.${String(generation)}`)
        .replaceAll(templateGeneration, `"generation":${String(generation)}`)
        .replaceAll(templateAt, at);
      const copied = JSON.parse(copy) as readonly (readonly [string, readonly DomainEvent[]])[];
      return copied.map(([stream, decision]) => ({ type: typeOf(stream), stream, decision }));
    },
  };
}

/** Nothing of the known state has this number and this time. */
const templateSuffix = `.${String(generationMax)}`;
const templateGeneration = `"generation":${String(generationMax)}`;
const templateAt = '1970-01-01T00:00:00.000Z';

function templateOf(state: KnownState, history: KnownHistory): readonly StreamDecision[] {
  const decided = new DecidedStreams(nothingYet);
  decided.take(openings(stateIn(state, generationMax), history));
  const meta = { at: templateAt, actor: '' };
  for (const entry of historyCommands(history, generationMax, { id: '', meta })) {
    decided.take(decideEntry(entry, decided));
  }
  return decided.decisions;
}

const nothingYet: FoundStreams = {
  ids: [],
  facts: { holderOf: () => undefined },
  stateOf: (type) => type.initial,
};

function openings(state: KnownState, history: KnownHistory): readonly StreamDecision[] {
  const at = templateAt;
  const counted = { generation: generationMax, at };
  return [
    ...state.customers.map((one) =>
      decisionOn(customerStream, streams.customer.id(one.customerId), [
        { type: 'CustomerRegistered', data: { ...one, at } },
      ]),
    ),
    ...state.accounts.map(({ balance, ...one }) => {
      const stream = streams.account.id(one.accountId);
      const openingBalance = history.openings.get(stream.slice(0, -templateSuffix.length));
      const data = { ...one, openingBalance: openingBalance ?? balance, ...counted };
      return decisionOn(accountStream, stream, [{ type: 'AccountOpened', data }]);
    }),
    ...state.cardAccounts.map((one) =>
      decisionOn(cardAccountStream, streams.cardAccount.id(one.cardAccountId), [
        { type: 'CardAccountOpened', data: { ...one, ...counted } },
      ]),
    ),
    ...state.agreements.map((one) =>
      decisionOn(agreementStream, streams.agreement.id(one.agreementId), [
        { type: 'AgreementSigned', data: { ...one, at } },
      ]),
    ),
  ];
}

/** A known state whose ids are in a generation. */
export function stateIn(state: KnownState, generation: number): KnownState {
  const idIn = (id: string) => inGeneration(id, generation);
  const owned = <One extends { readonly ownerId: string }>(one: One) => {
    return { ...one, ownerId: idIn(one.ownerId) };
  };
  return {
    customers: state.customers.map((one) => ({ ...one, customerId: idIn(one.customerId) })),
    accounts: state.accounts.map((one) => ({ ...owned(one), accountId: idIn(one.accountId) })),
    cardAccounts: state.cardAccounts.map((one) => {
      return { ...owned(one), cardAccountId: idIn(one.cardAccountId) };
    }),
    agreements: state.agreements.map((one) => ({
      ...owned(one),
      agreementId: idIn(one.agreementId),
      engagements: one.engagements.map(({ engagementId, customerId, accountId, roles }) => ({
        engagementId: idIn(engagementId),
        customerId: idIn(customerId),
        accountId: idIn(accountId),
        roles,
      })),
    })),
  };
}

const types: readonly AnyStreamType[] = [
  customerStream,
  accountStream,
  cardAccountStream,
  agreementStream,
  entryStream,
  clearingStream,
];

/** The type of a stream of the known state. The longest name wins: card accounts are accounts by their end only. */
function typeOf(stream: string): StreamDecision['type'] {
  const type = types.find(({ name }) => stream.startsWith(`${name}-`));
  if (type === undefined) throw new Error(`the known state has no stream ${stream}`);
  return type;
}
