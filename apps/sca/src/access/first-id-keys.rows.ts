import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '@nordgate/event-store';
import { SCA_SETTINGS } from '../sca.settings.js';
import type { ScaSettings } from '../sca.settings.js';
import type { FoundAccess } from './access-facts.rows.js';
import type { AllowedAccess } from './account-access.js';

/**
 * Of two first reads at the same time one inserts. The other waits for it and gets its letter: an update
 * returns the row, and `do nothing` would not. The letter of a key that is gone is replaced.
 */
const keep = {
  name: 'sca.keep-id-keys',
  text: `
    insert into id_key as known (tpp, resource, letter)
      select $1, resource, $3 from unnest($2::text[]) resource order by resource
      on conflict (tpp, resource) do update
        set letter = case when known.letter = any ($4) then known.letter else excluded.letter end
      returning resource, letter`,
};

/** Which key made the id of an account that a TPP knows: the first one, whatever the present one is. */
@Injectable()
export class FirstIdKeys {
  constructor(
    private readonly store: EventStore,
    @Inject(SCA_SETTINGS)
    private readonly settings: { readonly keys: Pick<ScaSettings['keys'], 'ids'> },
  ) {}

  /**
   * The letters of the granted ids that differ from the present one. Keeps the present letter for ids
   * that the TPP sees for the first time, and for ids whose key is gone.
   */
  async lettersOf(
    { tpp, idKey }: { readonly tpp: string; readonly idKey: string },
    { accounts, cardAccounts }: AllowedAccess,
    { letters }: Pick<FoundAccess, 'letters'>,
  ): Promise<Readonly<Record<string, string>>> {
    const { keys } = this.settings.keys.ids;
    const unknown = [...accounts, ...cardAccounts].filter((id) => {
      const letter = letters[id];
      return letter === undefined || !Object.hasOwn(keys, letter);
    });
    if (unknown.length === 0) return otherLetters(letters, idKey);
    const { rows } = await this.store.database.pool.query<{ resource: string; letter: string }>({
      ...keep,
      values: [tpp, [...new Set(unknown)], idKey, [...Object.keys(keys), idKey]],
    });
    const kept = rows.map(({ resource, letter }) => [resource, letter] as const);
    return otherLetters({ ...letters, ...Object.fromEntries(kept) }, idKey);
  }
}

/** The letters that differ from the present one. */
export function otherLetters(
  letters: Readonly<Record<string, string>>,
  idKey: string,
): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(letters).filter(([, letter]) => letter !== idKey));
}
