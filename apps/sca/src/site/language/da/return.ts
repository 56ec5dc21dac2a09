import type { returned as english } from '../en/return.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Danish texts of the return to a TPP without success, in the redirect (specification 5.12). */
export const returned: TextsLike<typeof english> = {
  'failed.expired': 'Tiden for godkendelsen er udløbet',
  'failed.wrong-codes': 'Godkendelsen mislykkedes for mange gange',
  'failed.unknown-customer': 'Der blev ikke oplyst noget kendt kundenummer',
  'failed.other-customer': 'En anden kunde eller en anden virksomhed skal logge ind her',
  'failed.joined-basket': 'Betalingen bliver nu godkendt sammen med andre',
  'failed.refused': 'Kunden afviste',
  'failed.not-debitable': 'Kunden kan ikke betale fra denne konto',
  'failed.not-approvable': 'Der er ikke mere at godkende',
  'failed.signed-already': 'Du har underskrevet dette. En anden person skal også underskrive det',
  'failed.fault': 'Godkendelsen mislykkedes i banken',
  'failed.tpp-stopped': 'Appen må ikke handle for dig i denne bank',
  'failed.withdrawn': 'Appen har trukket sin anmodning tilbage',
  'failed.rejected': 'Banken kunne ikke tage imod betalingen',
  'failed.decided-before': 'Betalingen blev ændret, stoppet eller afgjort før',
  'failed.access-ended': 'Kunden afsluttede adgangen',
  'failed.used': 'Linket er allerede brugt',
  'failed.no-method': 'Kunden har ingen måde at godkende på, som banken accepterer til dette',
  'failed.aborted': 'Kunden gik tilbage uden at godkende',
  'failed.unavailable': 'Banken kan ikke fuldføre godkendelsen lige nu',
};
