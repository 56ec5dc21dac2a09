/** What the PSU reads about access to accounts. */
export const accessEn = {
  'accounts.legend': 'Accounts of {name}',
  'accounts.hint':
    'Tick the accounts that {tpp} may read: number, balance and transactions, for 180 days or until you end it.',
  'accounts.none': 'There are no accounts here that you can give access to.',
  'accounts.submit': 'Continue',
  'accounts.chosen': '{tpp} will be able to read these accounts for 180 days, or until you end it:',
  'accounts.noneChosen':
    'No account is ticked. {tpp} will be able to read none, and what you granted here before ends.',
  'accounts.change': 'Choose other accounts',
} as const;
