import type { logIn as english } from '../en/log-in.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Swedish texts of the log-in, and of the page before it. */
export const logIn: TextsLike<typeof english> = {
  'logIn.title': 'Logga in',
  'logIn.payment': '{tpp} ber dig godkänna en betalning.',
  'logIn.basket': '{tpp} ber dig godkänna flera betalningar.',
  'logIn.cancellation': '{tpp} ber dig stoppa en betalning.',
  'tpp.id': '{tpp} är registrerad som {id}.',
  'tpp.about': 'Om {tpp}',
  'logIn.customerNumber': 'Kundnummer',
  'logIn.hint': 'Elva siffror',
  'logIn.address': 'Kontrollera att adressen i webbläsaren är {host} innan du loggar in.',
  'logIn.sandboxHint': 'Testkunder har inget lösenord.',
  'logIn.submit': 'Logga in',
  'logIn.form': 'Ett kundnummer har elva siffror.',
  'logIn.unknown': 'Vi känner inte igen det här kundnumret.',
  'logIn.testCustomers': 'Eller logga in som en testkund',
  'waiting.title': 'Ett ögonblick',
  'waiting.text': 'Vi förbereder. Sidan går vidare av sig själv.',
  'logIn.overview':
    'Logga in för att se vad som väntar på din underskrift och vilka appar som har åtkomst till dina konton.',
};
