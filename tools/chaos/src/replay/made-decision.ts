import { RELEASE } from '@nordgate/contracts/codes';
import type { BankProfile } from '@nordgate/contracts/profile';
import { defined, isRefusal } from '@nordgate/decider';
import type { DomainEvent } from '@nordgate/decider';
import type { MadeDecision } from '@nordgate/messaging';
import type { Service } from '../checker/evidence/evidence.js';
import type { HistoryDecision, HistoryHead, StreamAt } from './history.js';

/** The head of a history that is taken now. */
export function historyHead(from: string, profile: BankProfile): HistoryHead {
  const day = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
  return { form: 1, release: RELEASE, day, from, profile };
}

type Made = Omit<MadeDecision, 'saw'> & { readonly saw: readonly StreamAt[] };

/** The events of a decision by their stream: one stream may be decided several times. */
export function eventsOf(
  decisions: MadeDecision['decisions'],
): ReadonlyMap<string, readonly DomainEvent[]> {
  const events = new Map<string, readonly DomainEvent[]>();
  for (const { stream, decision } of decisions) {
    if (isRefusal(decision) || decision.length === 0) continue;
    events.set(stream, [...(events.get(stream) ?? []), ...decision]);
  }
  return events;
}

/** A decision in the form of a history. */
export function historyDecision(service: Service, made: Made): HistoryDecision {
  const { command, saw, found, claims, decisions } = made;
  const { at, actor, aheadMs } = command.meta;
  const refusal = decisions.map(({ decision }) => decision).find(isRefusal);
  const appended = [...eventsOf(decisions)].map(([stream, { length }]) => ({
    stream,
    events: length,
  }));
  return {
    service,
    command: { ...command, meta: { at, actor, ...defined({ aheadMs }) } },
    saw: saw.map(({ stream, version }) => ({ stream, version })),
    ...(found && { found }),
    claims: claims.map(({ claim, holder }) => ({ claim, ...(holder !== undefined && { holder }) })),
    appended: refusal === undefined ? appended : [],
    ...(refusal && { refusal }),
  };
}
