/** What a TPP may show to its PSU as it is (psuMessage, specification 2.2). */
export const psuTextsEn = {
  'psuMessage.refused-by-psu': 'You refused this payment at the bank. Nothing is paid.',
  'psuMessage.account-not-debitable':
    'You may not pay from this account. Choose another account, or ask its owner.',
  'psuMessage.not-approved-in-time':
    'This payment was not approved in time. Nothing is paid; you can make it again.',
  'psuMessage.debtor-unknown':
    'Your address at the bank is not complete enough for this payment. Nothing is paid.',
  'psuMessage.not-executable': 'The bank could not carry out this payment. Nothing is paid.',
  'psuMessage.no-funds': 'There is not enough money in the account. Nothing is paid.',
  'psuMessage.exempt': 'You need not approve this transfer: both accounts are yours.',
} as const;
