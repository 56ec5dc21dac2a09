import type { AnyStreamType } from '@nordgate/decider';
import { carriedPage } from '@nordgate/event-store';
import type { CarriedCategory, CarryingOptions, ServiceDefinition } from '@nordgate/service';
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
  const categories = carriedBy.map(([streamType, type]): CarriedCategory => ({
    streamType,
    page: (after, days) => carriedPage(database, streamType, after, days),
    carry: () => ({ type, data: {} }),
  }));
  return { ...own, database, months, categories };
}

/** The months of each category, for the rewriting of the export. */
export function carriedMonths(months: number): NonNullable<ServiceDefinition['carried']> {
  return Object.fromEntries(carriedBy.map(([{ name }]) => [name, months]));
}
