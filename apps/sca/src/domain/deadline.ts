/** Days that an access to accounts lasts before SCA renews it (specification section 8). */
export const accessDays = 180;

const minuteMs = 60_000;

/** The instant so many minutes later, ISO 8601. */
export function minutesAfter(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * minuteMs).toISOString();
}

/** The instant so many days of 24 hours later, ISO 8601. */
export function daysAfter(at: string, days: number): string {
  return hoursAfter(at, days * 24);
}

/** The instant so many hours later, ISO 8601. */
export function hoursAfter(at: string, hours: number): string {
  return minutesAfter(at, hours * 60);
}

/** Whether a deadline has passed at an instant; the deadline itself is too late. */
export function isOver(deadline: string, at: string): boolean {
  return Date.parse(at) >= Date.parse(deadline);
}
