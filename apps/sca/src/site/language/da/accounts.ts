import type { accounts as english } from '../en/accounts.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Danish texts of the page on which a PSU picks the accounts of a consent. */
export const accounts: TextsLike<typeof english> = {
  'accounts.legend': 'Konti for {name}',
  'accounts.none': 'Der er ingen konti her, som du kan give adgang til.',
  'accounts.next': 'Du godkender på næste side. Intet bliver ændret inden da.',
  'accounts.added': 'ny',
  'accounts.asBefore': 'som sidst',
  'accounts.submit': 'Fortsæt',
  'accounts.change': 'Vælg andre konti',
};
