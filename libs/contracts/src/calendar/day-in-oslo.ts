const osloDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Oslo' });
let known = { minute: -1, date: '' };

/** The day in Europe/Oslo, YYYY-MM-DD. Worked out once a minute, because time zones are slow. */
export function dayInOslo(now: Date): string {
  const minute = Math.floor(now.getTime() / 60_000);
  if (minute !== known.minute) known = { minute, date: osloDate.format(now) };
  return known.date;
}
