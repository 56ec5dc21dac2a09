import type { AnyStreamType } from '@nordgate/decider';
import { carriedCategories } from '@nordgate/service';
import type { CarryingOptions, ServiceDefinition } from '@nordgate/service';
import { accessStream } from '../access/access.js';
import { passkeysStream } from '../passkeys/passkeys.js';
import { sessionStream } from '../session/session.js';
import type { CarryCommands } from './carry-forward.js';

const carriedBy: readonly (readonly [AnyStreamType, keyof CarryCommands])[] = [
  [accessStream, 'CarryAccess'],
  [passkeysStream, 'CarryPasskeys'],
  [sessionStream, 'CarrySession'],
];

/**
 * How sessions, accesses and passkeys are carried forward once a month where something has happened, and what lies before a state
 * is dropped that has become as old as authorisations are kept (ADR 87).
 */
export function carryingCustomers({
  database,
  months,
  ...own
}: Omit<CarryingOptions, 'categories' | 'restMs'>): CarryingOptions {
  return { ...own, database, months, categories: carriedCategories(database, carriedBy) };
}

/** The months of each category, for the rewriting of the export. */
export function carriedMonths(months: number): NonNullable<ServiceDefinition['carried']> {
  return Object.fromEntries(carriedBy.map(([{ name }]) => [name, months]));
}
