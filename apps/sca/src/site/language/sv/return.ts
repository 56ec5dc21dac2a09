import type { returned as english } from '../en/return.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Swedish texts of the return to a TPP without success, in the redirect (specification 5.12). */
export const returned: TextsLike<typeof english> = {
  'failed.expired': 'Tiden för godkännandet är slut',
  'failed.wrong-codes': 'Godkännandet misslyckades för många gånger',
  'failed.unknown-customer': 'Inget känt kundnummer angavs',
  'failed.other-customer': 'En annan kund eller ett annat företag måste logga in här',
  'failed.joined-basket': 'Betalningen godkänns nu tillsammans med andra',
  'failed.refused': 'Kunden nekade',
  'failed.not-debitable': 'Kunden kan inte betala från det här kontot',
  'failed.not-approvable': 'Det finns ingenting kvar att godkänna',
  'failed.signed-already':
    'Du har skrivit under det här. En annan person måste också skriva under det',
  'failed.fault': 'Godkännandet misslyckades i banken',
  'failed.tpp-stopped': 'Appen får inte agera för dig i den här banken',
  'failed.withdrawn': 'Appen har dragit tillbaka sin begäran',
  'failed.rejected': 'Banken kunde inte ta emot betalningen',
  'failed.decided-before': 'Betalningen ändrades, stoppades eller avgjordes tidigare',
  'failed.access-ended': 'Kunden återkallade åtkomsten',
  'failed.used': 'Länken har redan använts',
  'failed.no-method': 'Kunden har inget sätt att godkänna som banken accepterar för detta',
  'failed.aborted': 'Kunden gick tillbaka utan att godkänna',
  'failed.unavailable': 'Banken kan inte slutföra godkännandet just nu',
};
