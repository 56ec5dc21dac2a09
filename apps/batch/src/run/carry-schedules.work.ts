import type { BatchCommands } from '@nordgate/contracts/commands';
import type { AnyStreamType } from '@nordgate/decider';
import { carriedCategories } from '@nordgate/service';
import type { CarryingOptions, ServiceDefinition } from '@nordgate/service';
import { scheduleStream } from '../domain/schedule.js';

const carriedBy: readonly (readonly [AnyStreamType, keyof BatchCommands])[] = [
  [scheduleStream, 'CarrySchedule'],
];

/**
 * How schedules are carried forward once a month where something has happened, and what lies before a state is dropped that has
 * become as old as runs are kept (ADR 87).
 */
export function carryingSchedules({
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
