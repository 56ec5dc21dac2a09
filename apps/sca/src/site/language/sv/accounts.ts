import type { accounts as english } from '../en/accounts.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Swedish texts of the page on which a PSU picks the accounts of a consent. */
export const accounts: TextsLike<typeof english> = {
  'accounts.legend': 'Konton för {name}',
  'accounts.none': 'Det finns inga konton här som du kan ge åtkomst till.',
  'accounts.next': 'Du godkänner på nästa sida. Ingenting ändras innan dess.',
  'accounts.added': 'nytt',
  'accounts.asBefore': 'som förra gången',
  'accounts.submit': 'Fortsätt',
  'accounts.change': 'Välj andra konton',
};
