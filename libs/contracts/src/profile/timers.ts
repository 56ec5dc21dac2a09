import type { BankProfile } from './bank-profile.js';

/** How long the bank waits, in every process alike. */
export interface Timers {
  readonly unapprovedHours: number;
  readonly linkMinutes: number;
  readonly approvalMinutes: number;
  readonly sessionMinutes: number;
}

/** What holds where a profile says nothing (rulings on payments and SCA). */
export const defaultTimers: Timers = {
  unapprovedHours: 24,
  linkMinutes: 10,
  approvalMinutes: 10,
  sessionMinutes: 60,
};

/** The timers of a profile. */
export function timersOf({ timers }: Pick<BankProfile, 'timers'>): Timers {
  return { ...defaultTimers, ...timers };
}
