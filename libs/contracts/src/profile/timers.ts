import { Description, Optional } from '../base/fields/field.js';
import { WholeNumber } from '../base/fields/values.js';

/** The longest that one SCA may cover within its session (specification §8). */
const sessionMinutesMax = 60;

/** How long the bank waits. */
export class ProfileTimers {
  @Optional()
  @WholeNumber(1, 24 * 30)
  @Description(
    'Hours after which a payment that is not approved is RJCT, and a consent rejected. Default 24.',
  )
  unapprovedHours?: number;

  @Optional()
  @WholeNumber(1, 60)
  @Description('Minutes in which the log-in page of a link can be used. Default 10.')
  linkMinutes?: number;

  @Optional()
  @WholeNumber(1, 60)
  @Description('Minutes from the log-in in which the PSU has to approve or refuse. Default 10.')
  approvalMinutes?: number;

  @Optional()
  @WholeNumber(1, sessionMinutesMax)
  @Description(
    'Minutes that one SCA covers within its TPP-Session-ID. Default 60, the most there may be.',
  )
  sessionMinutes?: number;

  @Optional()
  @WholeNumber(1, 24 * 60)
  @Description(
    'Minutes for which the last good register of TPPs counts while the register cannot be read. Default 5.',
  )
  registerMinutes?: number;

  @Optional()
  @WholeNumber(1, 366)
  @Description(
    'Days after which a world of a sandbox is deleted that its TPP does not use. Default 30.',
  )
  unusedWorldDays?: number;
}

/** The waiting times of the bank, equal in all processes. */
export interface Timers {
  readonly unapprovedHours: number;
  readonly linkMinutes: number;
  readonly approvalMinutes: number;
  readonly sessionMinutes: number;
  readonly registerMinutes: number;
  readonly unusedWorldDays: number;
}

/** The timers of a profile without `timers` (rulings on payments and SCA). */
export const defaultTimers: Timers = {
  unapprovedHours: 24,
  linkMinutes: 10,
  approvalMinutes: 10,
  sessionMinutes: 60,
  registerMinutes: 5,
  unusedWorldDays: 30,
};

/** The timers of a profile. */
export function timersOf({ timers }: { readonly timers?: ProfileTimers | undefined }): Timers {
  return { ...defaultTimers, ...timers };
}
