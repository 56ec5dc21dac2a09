import { bankingDayNear, daysLater } from '@nordgate/contracts/rules';

/** How long the known history is. */
export const historyDays = 365;

/** Days around a year that its bills, wages and bookings may come from. */
const marginDays = 45;

/** The days of a history, ascending; both ends are included. */
export class Year {
  readonly first: string;
  readonly days: readonly string[];
  /** The months that have a day in the year, YYYY-MM. */
  readonly months: readonly string[];
  /** Found once: the calendar of holidays is slow. */
  readonly #bankingDays: ReadonlySet<string>;

  /** The year that ends with a day, YYYY-MM-DD. */
  constructor(readonly last: string) {
    this.days = Array.from({ length: historyDays }, (_, ago) => daysLater(last, -ago)).reverse();
    this.first = this.days.at(0) ?? last;
    this.months = [...new Set(this.days.map(monthOf))];
    this.#bankingDays = new Set(
      Array.from({ length: historyDays + 2 * marginDays }, (_, at) =>
        bankingDayNear(daysLater(this.first, at - marginDays), 'following'),
      ),
    );
  }

  /** Whether it has a day. */
  has(day: string): boolean {
    return this.first <= day && day <= this.last;
  }

  /** Whether the banks are open on a day of the year. */
  isBankingDay(day: string): boolean {
    return this.#bankingDays.has(day);
  }

  /** The day of a month on which a bill is paid: never on a day on which the banks are closed. */
  billDay(month: string, day: number): string {
    return this.#open(dayOf(month, day), 1);
  }

  /** The day on which wages of a month arrive: before a weekend or a holiday. */
  payday(month: string, day: number): string {
    return this.#open(dayOf(month, day), -1);
  }

  /** The day on which a purchase is booked: the banking day after it. */
  bookedAfter(day: string): string {
    return this.#open(daysLater(day, 1), 1);
  }

  #open(from: string, step: 1 | -1): string {
    let day = from;
    while (!this.#bankingDays.has(day)) day = daysLater(day, step);
    return day;
  }
}

function dayOf(month: string, day: number): string {
  return `${month}-${String(day).padStart(2, '0')}`;
}

/** YYYY-MM */
export function monthOf(day: string): string {
  return day.slice(0, 'YYYY-MM'.length);
}

/** The month before. */
export function monthBefore(month: string): string {
  return monthOf(daysLater(`${month}-01`, -1));
}

const names = [
  ...['januar', 'februar', 'mars', 'april', 'mai', 'juni'],
  ...['juli', 'august', 'september', 'oktober', 'november', 'desember'],
];

/** The name of a month and its year, for texts on a statement. */
export function nameOf(month: string): string {
  return `${names[Number(month.slice(5)) - 1] ?? ''} ${month.slice(0, 4)}`;
}
