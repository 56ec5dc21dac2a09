import { Temporal } from 'temporal-polyfill';
import { Optional } from '../../base/fields/field.js';
import { Pattern } from '../../base/fields/values.js';
import { bodyType } from '../reading/body-type.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { Partly } from '../reading/rule.js';

/** A date and a time of day with an offset (ISO 8601). */
const instantForm =
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/u;
/** A duration (ISO 8601) with at most six digits in each part. */
const durationForm =
  /^P(?=\d|T\d)(?:\d{1,6}Y)?(?:\d{1,6}M)?(?:\d{1,6}W)?(?:\d{1,6}D)?(?:T(?=\d)(?:\d{1,6}H)?(?:\d{1,6}M)?(?:\d{1,6}S)?)?$/u;

/** Body of PUT /v1/sandbox/clock: where the clock of the TPP's world moves to. */
export class SandboxClockChange {
  /** The time to move to, ISO 8601 with an offset. */
  @Optional()
  @Pattern(instantForm, 'sandbox.clock.instant')
  now?: string;

  /** How far to move on, ISO 8601. Days, weeks, months and years are those of Oslo. */
  @Optional()
  @Pattern(durationForm, 'sandbox.clock.duration')
  advance?: string;
}

/** The body of PUT of the clock. */
export const sandboxClockChange = bodyType({
  bodyClass: SandboxClockChange,
  example: { advance: 'P30D' },
  faults: clockFaults,
});

/** Whether both or neither say where to, is asked of the whole body: rules do not see a member that is not valid. */
function clockFaults({ now }: Partly<SandboxClockChange>): BodyFault[] {
  return now === undefined || instantOf(now) !== undefined
    ? []
    : [formatFault(['now'], 'sandbox.clock.instant')];
}

/**
 * The time that a valid change moves to; undefined where it is beyond all calendars.
 *
 * @param from the time in the world
 */
export function clockTarget(
  { now, advance = '' }: SandboxClockChange,
  from: Date,
): Date | undefined {
  if (now !== undefined) return instantOf(now);
  try {
    const inOslo = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(
      'Europe/Oslo',
    );
    return new Date(inOslo.add(advance).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Undefined for a date or a time that does not exist. */
function instantOf(text: string): Date | undefined {
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
