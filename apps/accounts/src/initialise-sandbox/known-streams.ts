import type { KnownState } from './known-state.js';

/** The streams of a known state, by stream id. */
export interface KnownStreams {
  readonly customers: ReadonlyMap<string, KnownState['customers'][number]>;
  readonly accounts: ReadonlyMap<string, KnownState['accounts'][number]>;
  readonly cardAccounts: ReadonlyMap<string, KnownState['cardAccounts'][number]>;
  readonly agreements: ReadonlyMap<string, KnownState['agreements'][number]>;
  /** All of them. */
  readonly ids: readonly string[];
}

/** Names the stream of every resource of a known state. */
export function knownStreams(state: KnownState): KnownStreams {
  const customers = byId(state.customers, ({ customerId }) => `customer-${customerId}`);
  const accounts = byId(state.accounts, ({ accountId }) => `account-${accountId}`);
  const cardAccounts = byId(state.cardAccounts, (known) => `card-account-${known.cardAccountId}`);
  const agreements = byId(state.agreements, ({ agreementId }) => `agreement-${agreementId}`);
  const ids = [customers, accounts, cardAccounts, agreements].flatMap((part) => [...part.keys()]);
  return { customers, accounts, cardAccounts, agreements, ids };
}

function byId<Known>(
  known: readonly Known[],
  idOf: (one: Known) => string,
): ReadonlyMap<string, Known> {
  return new Map(known.map((one) => [idOf(one), one]));
}
