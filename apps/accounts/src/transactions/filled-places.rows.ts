import type { Database } from '@nordgate/event-store';
import { transactionProjection } from './transaction.projection.js';
import { transactionPlaces } from './transaction-place.projection.js';

const earlierStatement = {
  name: 'accounts.has-earlier-transactions',
  text: 'select from es.projection where name = $1',
};

/** Whether a release before ADR 90 has filled its table of transactions, so that it is still followed. */
export async function hasEarlierTable({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const values = [transactionProjection.name];
  return (await pool.query({ ...earlierStatement, values })).rowCount !== 0;
}

const unfilledStatement = {
  name: 'accounts.unfilled-places',
  text: 'select from es.projection where name = $1 and version < $2',
};

/** Whether the places of transactions are those of all events: a new table is, and one beside an earlier table when its first rebuild has ended. */
export async function arePlacesFilled({ pool }: Pick<Database, 'pool'>): Promise<boolean> {
  const { name, version } = transactionPlaces;
  return (await pool.query({ ...unfilledStatement, values: [name, version] })).rowCount === 0;
}
