import { parseOrganizationIdentifier, PSD2_ROLES } from '@nordgate/signature';
import type { Psd2Role } from '@nordgate/signature';

/** What the register of the authorities says of a TPP. */
export type Standing =
  | { readonly is: 'authorised'; readonly roles: readonly Psd2Role[] }
  /** It was authorised once, or will be. */
  | { readonly is: 'withdrawn' }
  | { readonly is: 'unknown' };

/** Whom the authorities let act as a TPP, asked besides the certificate (design §6). */
export interface TppRegister {
  /** `today` in Europe/Oslo, YYYY-MM-DD. */
  find(tppId: string, today: string): Standing;
}

/** An entry of the register's file. */
interface Entry {
  readonly organizationIdentifier: string;
  readonly name: string;
  readonly roles: readonly Psd2Role[];
  readonly status: 'authorised' | 'withdrawn';
  /** First and last day of the authorisation; without a last one it has no end. */
  readonly from: string;
  readonly to?: string;
}

/**
 * Reads a register from JSON: a list of entries, one per TPP.
 *
 * @throws Error with every fault, each named by its entry
 */
export function registerOf(text: string): TppRegister {
  const entries = entriesIn(text);
  const byId = new Map(entries.map((entry) => [entry.organizationIdentifier, entry]));
  return {
    find: (tppId, today) => {
      const entry = byId.get(tppId);
      return entry === undefined ? { is: 'unknown' } : standingOf(entry, today);
    },
  };
}

function standingOf({ status, from, to, roles }: Entry, today: string): Standing {
  const isOver = to !== undefined && to < today;
  if (status === 'withdrawn' || today < from || isOver) return { is: 'withdrawn' };
  return { is: 'authorised', roles };
}

function entriesIn(text: string): readonly Entry[] {
  const list = parsed(text);
  if (!Array.isArray(list)) throw new Error('it has to be a JSON list of entries');
  const faults = list.flatMap((one: unknown, i) =>
    faultsOf(one, list.slice(0, i) as readonly unknown[]).map(
      (fault) => `entry ${String(i + 1)}${named(one)}: ${fault}`,
    ),
  );
  if (faults.length > 0) throw new Error(faults.join('; '));
  return list as readonly Entry[];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is no JSON');
  }
}

const named = (one: unknown) => {
  const id = (one as { organizationIdentifier?: unknown } | null)?.organizationIdentifier;
  return typeof id === 'string' ? ` (${id})` : '';
};

/** A check for each field, and what the field has to be. */
const fields: Readonly<Record<keyof Entry, readonly [(value: unknown) => boolean, string]>> = {
  organizationIdentifier: [isIdentifier, 'like PSDNO-FSA-123456789'],
  name: [(value) => typeof value === 'string' && value.trim() !== '', 'a text'],
  roles: [isRoles, `a list of different roles of ${PSD2_ROLES.join(', ')}`],
  status: [(value) => value === 'authorised' || value === 'withdrawn', 'authorised or withdrawn'],
  from: [isDay, 'a day, YYYY-MM-DD'],
  to: [(value) => value === undefined || isDay(value), 'a day, YYYY-MM-DD, or left out'],
};

function faultsOf(one: unknown, before: readonly unknown[]): readonly string[] {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return ['it is no object'];
  const entry = one as Readonly<Record<string, unknown>>;
  const wrong = Object.entries(fields)
    .filter(([name, [isRight]]) => !isRight(entry[name]))
    .map(([name, [, what]]) => `${name} has to be ${what}`);
  const unknown = Object.keys(entry)
    .filter((name) => !Object.hasOwn(fields, name))
    .map((name) => `there is no field ${name}`);
  if (wrong.length + unknown.length > 0) return [...wrong, ...unknown];
  const { organizationIdentifier: id, from, to } = one as Entry;
  const isTwice = before.some(
    (other) => (other as Partial<Entry> | null)?.organizationIdentifier === id,
  );
  return [
    ...(isTwice ? ['it is there twice'] : []),
    ...(to !== undefined && to < from ? ['to has to be no earlier than from'] : []),
  ];
}

function isIdentifier(value: unknown): boolean {
  return typeof value === 'string' && parseOrganizationIdentifier(value) !== undefined;
}

function isRoles(value: unknown): boolean {
  const roles: readonly string[] = PSD2_ROLES;
  return (
    Array.isArray(value) &&
    new Set(value).size === value.length &&
    value.every((role) => roles.includes(role as string))
  );
}

function isDay(value: unknown): boolean {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
