import { startCarrying } from '@nordgate/service';
import type {
  CarriedCategory,
  CarryingOptions,
  ServiceDefinition,
  StartWork,
} from '@nordgate/service';
import { owners } from '../domain/ledger-account.js';
import { accountsPage, dropTransactions } from './carried-accounts.rows.js';

/**
 * How every open account is carried forward once a month, and what lies before a state is dropped that has become as old as the
 * months for which entries are held (ADR 80).
 */
export function carryingAccounts(
  { database, commands, log }: Parameters<StartWork>[0],
  months: number,
): CarryingOptions {
  const categories = owners.map((streamType): CarriedCategory => ({
    streamType,
    page: (after, days) => accountsPage(database, streamType.name, after, days),
    carry: ({ heldFrom }) => ({ type: 'CarryForward', data: { heldFrom } }),
    dropRows: dropTransactions,
  }));
  return { database, commands, log, categories, months };
}

/** What the accounts service does to hold the entries of its core for some months. */
export function carriedAccounts(
  months: number,
): Required<Pick<ServiceDefinition, 'carried' | 'work'>> {
  return {
    carried: Object.fromEntries(owners.map(({ name }) => [name, months])),
    work: (service) => startCarrying(carryingAccounts(service, months)),
  };
}
