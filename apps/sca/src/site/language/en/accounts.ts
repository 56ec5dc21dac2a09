/** The English texts of the page on which a PSU picks the accounts of a consent. */
export const accounts = {
  'accounts.legend': 'Accounts of {name}',
  'accounts.none': 'There are no accounts here that you can give access to.',
  'accounts.next': 'You approve on the next page. Nothing changes before that.',
  'accounts.added': 'new',
  'accounts.asBefore': 'as last time',
  'accounts.submit': 'Continue',
  'accounts.change': 'Choose other accounts',
} as const;
