import type { accounts as english } from '../en/accounts.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Norwegian (bokmål) texts of the page on which a PSU picks the accounts of a consent. */
export const accounts: TextsLike<typeof english> = {
  'accounts.legend': 'Kontoene til {name}',
  'accounts.none': 'Det er ingen kontoer her som du kan gi tilgang til.',
  'accounts.next': 'Du godkjenner på neste side. Før det blir ingenting endret.',
  'accounts.added': 'ny',
  'accounts.asBefore': 'som sist',
  'accounts.submit': 'Fortsett',
  'accounts.change': 'Velg andre kontoer',
};
