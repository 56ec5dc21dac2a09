/** Texts in English that a TPP may show to its PSU unchanged (psuMessage, specification 2.2). */
export const enForPsu = {
  'psuMessage.refused-by-psu': 'You refused this payment at the bank. Nothing is paid.',
  'psuMessage.refused-by-other-signer': 'Another signer refused this payment. Nothing is paid.',
  'psuMessage.refused-by-signer': 'A signer refused this payment. Nothing is paid.',
  'psuMessage.account-not-debitable':
    'You may not pay from this account, or the payment pays in another currency than the account. Choose another account, or ask its owner.',
  'psuMessage.not-approved-in-time':
    'This payment was not approved in time. Nothing is paid; you can make it again.',
  'psuMessage.debtor-unknown':
    'Your address at the bank is not complete enough for this payment. Nothing is paid.',
  'psuMessage.not-executable': 'The bank could not carry out this payment. Nothing is paid.',
  'psuMessage.product-not-offered':
    'The bank no longer offers payments of this kind. Nothing is paid.',
  'psuMessage.amount-above-limit':
    'The amount is above the limit for such payments. Nothing is paid.',
  'psuMessage.creditor-address-incomplete':
    'The address of the payee is not complete enough. Nothing is paid; you can make the payment again.',
  'psuMessage.debtor-account-closed': 'The account that should pay is closed. Nothing is paid.',
  'psuMessage.creditor-account-unknown':
    'The account of the payee does not exist. Nothing is paid.',
  'psuMessage.not-convertible': 'The bank does not exchange these currencies. Nothing is paid.',
  'psuMessage.refused-by-bank': 'The bank refused this payment. Nothing is paid.',
  'psuMessage.no-funds': 'There is not enough money in the account. Nothing is paid.',
  'psuMessage.exempt': 'You need not approve this transfer: both accounts are yours.',
} as const;

/** The same in Norwegian. */
export const nbForPsu: { readonly [Key in keyof typeof enForPsu]: string } = {
  'psuMessage.refused-by-psu': 'Du avviste denne betalingen i banken. Ingenting er betalt.',
  'psuMessage.refused-by-other-signer':
    'En annen som skulle signere, avviste betalingen. Ingenting er betalt.',
  'psuMessage.refused-by-signer':
    'En av dem som skulle signere, avviste betalingen. Ingenting er betalt.',
  'psuMessage.account-not-debitable':
    'Du kan ikke betale fra denne kontoen, eller betalingen er i en annen valuta enn kontoen. Velg en annen konto, eller spør den som eier den.',
  'psuMessage.not-approved-in-time':
    'Betalingen ble ikke godkjent i tide. Ingenting er betalt; du kan opprette den på nytt.',
  'psuMessage.debtor-unknown':
    'Adressen din i banken er ikke fullstendig nok for denne betalingen. Ingenting er betalt.',
  'psuMessage.not-executable': 'Banken kunne ikke utføre betalingen. Ingenting er betalt.',
  'psuMessage.product-not-offered':
    'Banken tilbyr ikke lenger slike betalinger. Ingenting er betalt.',
  'psuMessage.amount-above-limit':
    'Beløpet er over grensen for slike betalinger. Ingenting er betalt.',
  'psuMessage.creditor-address-incomplete':
    'Mottakerens adresse er ikke fullstendig nok. Ingenting er betalt; du kan opprette betalingen på nytt.',
  'psuMessage.debtor-account-closed':
    'Kontoen som skulle belastes, er avsluttet. Ingenting er betalt.',
  'psuMessage.creditor-account-unknown': 'Mottakerens konto finnes ikke. Ingenting er betalt.',
  'psuMessage.not-convertible': 'Banken veksler ikke mellom disse valutaene. Ingenting er betalt.',
  'psuMessage.refused-by-bank': 'Banken avviste betalingen. Ingenting er betalt.',
  'psuMessage.no-funds': 'Det er ikke nok penger på kontoen. Ingenting er betalt.',
  'psuMessage.exempt': 'Du trenger ikke godkjenne overføringen: begge kontoene er dine.',
};
