import { Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import type { FoundAccess } from './access-facts.queries.js';
import type { AllowedAccess } from './account-access.js';

/**
 * Of two first reads at the same time one inserts. The other waits for it and gets its letter: an update
 * returns the row, and `do nothing` would not.
 */
const keep = {
  name: 'sca.keep-id-keys',
  text: `
    insert into id_key as known (tpp, resource, letter)
      select $1, resource, $3 from unnest($2::text[]) resource order by resource
      on conflict (tpp, resource) do update set letter = known.letter
      returning resource, letter`,
};

/** Which key made the id of an account that a TPP knows: the first one, whatever the present one is. */
@Injectable()
export class IdKeys {
  constructor(private readonly store: EventStore) {}

  /**
   * The letters of the granted ids that differ from the present one. Keeps the present letter for ids
   * that the TPP sees for the first time.
   */
  async lettersOf(
    { tpp, idKey }: { readonly tpp: string; readonly idKey: string },
    { accounts, cardAccounts }: AllowedAccess,
    { letters }: Pick<FoundAccess, 'letters'>,
  ): Promise<Readonly<Record<string, string>>> {
    const unknown = [...accounts, ...cardAccounts].filter((id) => !Object.hasOwn(letters, id));
    if (unknown.length === 0) return otherLetters(Object.entries(letters), idKey);
    const { rows } = await this.store.database.pool.query<{ resource: string; letter: string }>({
      ...keep,
      values: [tpp, [...new Set(unknown)], idKey],
    });
    const kept = rows.map(({ resource, letter }) => [resource, letter] as const);
    return otherLetters([...Object.entries(letters), ...kept], idKey);
  }
}

/** The letters that differ from the present one. */
export function otherLetters(
  letters: readonly (readonly [id: string, letter: string])[],
  idKey: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(letters.filter(([, letter]) => letter !== idKey));
}
