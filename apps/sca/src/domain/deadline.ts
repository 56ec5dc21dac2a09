/** Minutes in which the log-in page of a link can be used (design: SCA). */
export const linkMinutes = 10;

/** Minutes from the log-in in which the PSU has to approve or refuse. */
export const approvalMinutes = 10;

/** Minutes that one SCA covers within its TPP-Session-ID (specification 5.13, section 8). */
export const sessionMinutes = 60;

const minuteMs = 60_000;

/** The instant so many minutes later, ISO 8601. */
export function minutesAfter(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * minuteMs).toISOString();
}

/** Whether a deadline has passed at an instant; the deadline itself is too late. */
export function isOver(deadline: string, at: string): boolean {
  return Date.parse(at) >= Date.parse(deadline);
}
