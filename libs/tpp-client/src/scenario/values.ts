import { randomUUID } from 'node:crypto';
import { dayInOslo, daysLater } from '@nordgate/contracts/rules';

/** A step that cannot go on, by its file or by an earlier answer. */
export class StepError extends Error {
  override readonly name = 'StepError';
}

/** What is between the braces of `${…}`. */
export const expressions = /\$\{([^{}]*)\}/g;

/** The values of a scenario by name: answers that steps keep, and those that are always there. */
export class Values {
  private readonly kept = new Map<string, unknown>();

  constructor(private readonly now: () => Date = () => new Date()) {}

  keep(name: string, value: unknown): void {
    this.kept.set(name, value);
  }

  /**
   * Replaces every `${…}` in the texts of a value. A text that is one expression becomes the value itself.
   *
   * @throws StepError
   */
  fill<T>(value: T): T {
    return this.filled(value) as T;
  }

  private filled(value: unknown): unknown {
    if (typeof value === 'string') return this.filledText(value);
    if (Array.isArray(value)) return value.map((one) => this.filled(one));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, this.filled(one)]));
  }

  private filledText(text: string): unknown {
    const [whole, expression] = /^\$\{([^{}]*)\}$/.exec(text) ?? [];
    if (whole !== undefined) return this.valueOf(expression ?? '');
    return text.replaceAll(expressions, (_all, one: string) => asText(this.valueOf(one), one));
  }

  private valueOf(expression: string): unknown {
    const own = ownValue(expression, this.now());
    if (own !== undefined) return own;
    const [name = '', ...path] = expression.split('.');
    const found = path.reduce<unknown>(memberOf, this.kept.get(name));
    if (found !== undefined) return found;
    throw new StepError(`\${${expression}} has no value`);
  }
}

/** Whether an expression has a value without any step. */
export function isOwnValue(expression: string): boolean {
  return ownValue(expression, new Date()) !== undefined;
}

/** Days are those of Oslo, as the bank counts them. */
function ownValue(expression: string, now: Date): string | undefined {
  if (expression === 'uuid') return randomUUID();
  if (expression === 'saturday') return nextSaturday(dayInOslo(now));
  const [, unit, sign = '+', count = '0'] =
    /^(today|month)(?:([+-])(\d{1,4}))?$/.exec(expression) ?? [];
  const by = Number(`${sign}${count}`);
  if (unit === 'today') return daysLater(dayInOslo(now), by);
  return unit === 'month' ? monthLater(dayInOslo(now), by) : undefined;
}

function nextSaturday(today: string): string {
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay();
  return daysLater(today, weekday === 6 ? 7 : 6 - weekday);
}

function monthLater(today: string, by: number): string {
  const [year = 0, month = 1] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + by, 1)).toISOString().slice(0, 7);
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Readonly<Record<string, unknown>>)[name];
}

function asText(value: unknown, expression: string): string {
  if (['string', 'number', 'boolean'].includes(typeof value)) return String(value);
  throw new StepError(`\${${expression}} is no text`);
}
