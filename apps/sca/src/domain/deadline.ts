const minuteMs = 60_000;

/** The instant so many minutes later, ISO 8601. */
export function minutesAfter(at: string, minutes: number): string {
  return new Date(Date.parse(at) + minutes * minuteMs).toISOString();
}

/** Whether a deadline has passed at an instant; the deadline itself is too late. */
export function isOver(deadline: string, at: string): boolean {
  return Date.parse(at) >= Date.parse(deadline);
}
