import { readFile } from 'node:fs/promises';
import { AnyText, CalendarDate, ListOf, OneOf, Optional, TextIn } from '@nordgate/contracts/fields';
import type { TextForm } from '@nordgate/contracts/fields';
import { parseOrganizationIdentifier, PSD2_ROLES } from '@nordgate/signature';
import type { Psd2Role } from '@nordgate/signature';
import { readObject } from '../settings/read-settings.js';
import { fileStamp } from './mounted-value.js';
import type { MountedSource } from './mounted-value.js';

/** The standing of a TPP in the register of the authorities. */
export type Standing =
  | { readonly is: 'authorised'; readonly roles: readonly Psd2Role[] }
  /** The authorisation has ended, or has not begun. */
  | { readonly is: 'withdrawn' }
  | { readonly is: 'unknown' };

/** The TPPs that the authorities allow to act, checked besides the certificate (design §6). */
export interface TppRegister {
  /** `today` in Europe/Oslo, YYYY-MM-DD. */
  find(tppId: string, today: string): Standing;
}

/** Source: ETSI TS 119 495, 5.2.1. */
const organisationIdentifier: TextForm = {
  accepts: (text) => parseOrganizationIdentifier(text) !== undefined,
  schema: { type: 'string', examples: ['PSDNO-FSA-123456789'] },
  rule: 'organisation.identifier',
};

/** An entry of the register's file: one TPP. */
class RegisterEntry {
  @TextIn(organisationIdentifier)
  organizationIdentifier!: string;

  @AnyText()
  name!: string;

  @ListOf(PSD2_ROLES, 0)
  roles!: readonly Psd2Role[];

  @OneOf(['authorised', 'withdrawn'])
  status!: 'authorised' | 'withdrawn';

  /** The first day of the authorisation. */
  @CalendarDate()
  from!: string;

  /** The last day of the authorisation; without it the authorisation has no end. */
  @Optional()
  @CalendarDate()
  to?: string;
}

/** The register of TPPs as a mounted JSON file. */
export function registerFile(path: string): MountedSource<TppRegister> {
  return {
    stamp: () => fileStamp([path]),
    read: async () => registerOf(await readFile(path, 'utf8')),
  };
}

/**
 * Reads a register from JSON: a list of entries, one per TPP.
 *
 * @throws Error with every fault, each with the number of its entry
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

function standingOf({ status, from, to, roles }: RegisterEntry, today: string): Standing {
  const isOver = to !== undefined && to < today;
  if (status === 'withdrawn' || today < from || isOver) return { is: 'withdrawn' };
  return { is: 'authorised', roles };
}

function entriesIn(text: string): readonly RegisterEntry[] {
  const list = parsed(text);
  if (!Array.isArray(list)) throw new Error('it has to be a JSON list of entries');
  const ids = new Set<string>();
  const entries: RegisterEntry[] = [];
  const faults: string[] = [];
  for (const [i, one] of (list as readonly unknown[]).entries()) {
    const id = idIn(one);
    const read = readObject(RegisterEntry, one);
    const found = 'faults' in read ? read.faults : entryFaults(read.value, ids);
    const place = `entry ${String(i + 1)}${id === '' ? '' : ` (${id})`}`;
    faults.push(...found.map((fault) => `${place}: ${fault}`));
    if ('value' in read) entries.push(read.value);
    ids.add(id);
  }
  if (faults.length > 0) throw new Error(faults.join('; '));
  return entries;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}

/** The faults that no single field shows. */
function entryFaults(
  { organizationIdentifier: id, from, to }: RegisterEntry,
  ids: ReadonlySet<string>,
): readonly string[] {
  return [
    ...(ids.has(id) ? ['the list has it twice'] : []),
    ...(to !== undefined && to < from ? ['to has to be no earlier than from'] : []),
  ];
}

/** The id of an entry that may have faults; empty without one. */
function idIn(one: unknown): string {
  const id = (one as { organizationIdentifier?: unknown } | null)?.organizationIdentifier;
  return typeof id === 'string' ? id : '';
}
