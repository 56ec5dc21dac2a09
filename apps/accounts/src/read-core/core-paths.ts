import type { GetTransactions, TransactionPosition } from '@nordgate/contracts/queries';

/** The accounts that one request about balances names at most. */
export const accountsMax = 100;

/** The path of the balances of accounts, which are named by the keys of their reports. */
export function balancesPath(accounts: readonly string[]): string {
  const parameters = new URLSearchParams(accounts.map((one): [string, string] => ['account', one]));
  return `/v1/balances?${parameters.toString()}`;
}

/** The path of one transaction. */
export function transactionPath(account: string, transactionId: string): string {
  return `${transactionsOf(account)}/${encodeURIComponent(transactionId)}`;
}

/** What a request for transactions asks for. */
export type Asked = Pick<GetTransactions, 'account' | 'filter' | 'place'> & {
  /** So many transactions at most. */
  readonly limit: number;
  /** The account as it was at this number; null for now. */
  readonly asOf: number | null;
};

/** The path of some transactions of an account. Absent parameters do not limit. */
export function transactionsPath({ account, filter, place, limit, asOf }: Asked): string {
  const { status, dateFrom, dateTo } = filter;
  const parameters = new URLSearchParams({ status, limit: String(limit) });
  const optional = [
    ['dateFrom', dateFrom],
    ['dateTo', dateTo],
    ['asOf', asOf === null ? null : String(asOf)],
    placed(place),
  ] as const;
  for (const [name, value] of optional) if (value !== null) parameters.set(name, value);
  return `${transactionsOf(account)}?${parameters.toString()}`;
}

const transactionsOf = (account: string) =>
  `/v1/accounts/${encodeURIComponent(account)}/transactions`;

function placed(place: GetTransactions['place']): readonly [string, string | null] {
  if ('after' in place) return ['after', positionText(place.after)];
  if ('before' in place) return ['before', positionText(place.before)];
  return ['skip', place.skip === 0 ? null : String(place.skip)];
}

function positionText({ day, sequence }: TransactionPosition): string {
  return `${day}.${String(sequence)}`;
}
