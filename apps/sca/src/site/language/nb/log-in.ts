import type { logIn as english } from '../en/log-in.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Norwegian (bokmål) texts of the log-in, and of the page before it. */
export const logIn: TextsLike<typeof english> = {
  'logIn.title': 'Logg inn',
  'logIn.payment': '{tpp} ber deg godkjenne en betaling.',
  'logIn.basket': '{tpp} ber deg godkjenne flere betalinger.',
  'logIn.cancellation': '{tpp} ber deg stoppe en betaling.',
  'tpp.id': '{tpp} er registrert som {id}.',
  'tpp.about': 'Om {tpp}',
  'logIn.customerNumber': 'Kundenummer',
  'logIn.hint': 'Elleve siffer',
  'logIn.address': 'Kontroller at adressen i nettleseren er {host}, før du logger inn.',
  'logIn.sandboxHint': 'Testkunder har ikke passord.',
  'logIn.submit': 'Logg inn',
  'logIn.form': 'Et kundenummer har elleve siffer.',
  'logIn.unknown': 'Vi kjenner ikke dette kundenummeret.',
  'logIn.testCustomers': 'Eller logg inn som en testkunde',
  'waiting.title': 'Et øyeblikk',
  'waiting.text': 'Vi gjør klart. Siden går videre av seg selv.',
  'logIn.overview':
    'Logg inn for å se hva som venter på din signatur, og hvilke apper som har tilgang til kontoene dine.',
};
