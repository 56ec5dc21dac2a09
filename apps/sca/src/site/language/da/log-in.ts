import type { logIn as english } from '../en/log-in.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Danish texts of the log-in, and of the page before it. */
export const logIn: TextsLike<typeof english> = {
  'logIn.title': 'Log ind',
  'logIn.payment': '{tpp} beder dig om at godkende en betaling.',
  'logIn.basket': '{tpp} beder dig om at godkende flere betalinger.',
  'logIn.cancellation': '{tpp} beder dig om at stoppe en betaling.',
  'tpp.id': '{tpp} er registreret som {id}.',
  'tpp.about': 'Om {tpp}',
  'logIn.customerNumber': 'Kundenummer',
  'logIn.hint': 'Elleve cifre',
  'logIn.address': 'Kontrollér, at adressen i browseren er {host}, før du logger ind.',
  'logIn.sandboxHint': 'Testkunder har ingen adgangskode.',
  'logIn.submit': 'Log ind',
  'logIn.form': 'Et kundenummer har elleve cifre.',
  'logIn.unknown': 'Vi kender ikke dette kundenummer.',
  'logIn.testCustomers': 'Eller log ind som en testkunde',
  'waiting.title': 'Et øjeblik',
  'waiting.text': 'Vi gør klar. Siden går videre af sig selv.',
  'logIn.overview':
    'Log ind for at se, hvad der venter på din underskrift, og hvilke apps der har adgang til dine konti.',
};
