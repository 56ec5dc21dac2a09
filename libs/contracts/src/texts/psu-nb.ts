import type { psuTextsEn } from './psu-en.js';

/** The same in Norwegian. */
export const psuTextsNb: Readonly<Record<keyof typeof psuTextsEn, string>> = {
  'psuMessage.refused-by-psu': 'Du avviste denne betalingen i banken. Ingenting er betalt.',
  'psuMessage.account-not-debitable':
    'Du kan ikke betale fra denne kontoen. Velg en annen konto, eller spør den som eier den.',
  'psuMessage.not-approved-in-time':
    'Betalingen ble ikke godkjent i tide. Ingenting er betalt; du kan opprette den på nytt.',
  'psuMessage.debtor-unknown':
    'Adressen din i banken er ikke fullstendig nok for denne betalingen. Ingenting er betalt.',
  'psuMessage.not-executable': 'Banken kunne ikke utføre betalingen. Ingenting er betalt.',
  'psuMessage.no-funds': 'Det er ikke nok penger på kontoen. Ingenting er betalt.',
  'psuMessage.exempt': 'Du trenger ikke godkjenne overføringen: begge kontoene er dine.',
};
