import type { SubjectRecipient } from '@nordgate/contracts/commands';
import { idsOf } from './subject-keys.js';
import type { SubjectKeys } from './subject-keys.js';

/** Stands where the data is about somebody else. */
export const anotherPerson = 'another person';
/** Stands where the data would help an attacker and tells nothing about the customer. */
const secret = 'a secret of the bank';

/** Fields with the id of a customer. */
const personFields: ReadonlySet<string> = new Set(['customerId', 'ownerId', 'psuId']);
const secretFields: ReadonlySet<string> = new Set(['tokenHash', 'browser', 'nonce']);
const accountStream = /^(?:card-)?account-(.+)$/;

/**
 * Data of an event or a row as the customer may read it: ids, accounts and engagements of others are replaced, and
 * secrets too.
 *
 * @param hidden further fields that are about somebody else
 */
export function ownData(
  data: unknown,
  keys: SubjectKeys,
  hidden: ReadonlySet<string> = new Set(),
): unknown {
  const own = new Set(idsOf(keys));
  const isOther = (id: unknown) => typeof id === 'string' && !own.has(id);
  const shown = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const account = accountStream.exec(value)?.[1];
      return account !== undefined && isOther(account) ? anotherPerson : value;
    }
    if (Array.isArray(value)) return value.map(shownItem);
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value).map(([field, one]) => [
      field,
      shownField(field, one, value),
    ]);
    return Object.fromEntries(fields) as unknown;
  };
  const shownField = (field: string, value: unknown, among: object): unknown => {
    if (secretFields.has(field)) return secret;
    if (hidden.has(field)) return anotherPerson;
    if (personFields.has(field) && isOther(value)) return anotherPerson;
    // Who pays for an organisation is the organisation.
    if (field === 'debtor' && 'corporateId' in among) return anotherPerson;
    return shown(value);
  };
  const shownItem = (item: unknown): unknown => {
    const { customerId } = (item ?? {}) as { readonly customerId?: unknown };
    return isOther(customerId) ? anotherPerson : shown(item);
  };
  return shown(data);
}

/** The TPPs in data, each once. */
export function recipientsIn(data: readonly unknown[]): readonly SubjectRecipient[] {
  const names = new Map<string, string | undefined>();
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { tpp, tppName } = value as { readonly tpp?: unknown; readonly tppName?: unknown };
    if (typeof tpp === 'string') {
      names.set(tpp, typeof tppName === 'string' ? tppName : names.get(tpp));
    }
    for (const one of Object.values(value)) look(one);
  };
  for (const one of data) look(one);
  return [...names].map(([id, name]) => (name === undefined ? { id } : { id, name }));
}
