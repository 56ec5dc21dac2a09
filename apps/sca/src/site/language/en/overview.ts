/** The English texts of the overview of a PSU: which apps have access. */
export const overview = {
  'my.title': 'My apps and signatures',
  'my.start':
    'Log in to see what is waiting for your signature and which apps have access to your accounts. You can end an access at any time.',
  'my.logIn': 'Log in',
  'my.logOut': 'Log out',
  'my.apps': 'Apps with access',
  'my.accounts': 'Accounts',
  'my.lastRead': 'Last read',
  'my.lastRead.never': 'Not yet',
  'my.paused': 'The bank does not answer this app at the moment, so it reads nothing.',
  'my.lastRead.attended': '{at}, while you used the app',
  'my.lastRead.unattended': '{at}, without you using the app',
  'my.read.balances.attended': 'Balance read {at}, while you used the app',
  'my.read.balances.unattended': 'Balance read {at}, without you using the app',
  'my.read.transactions.attended': 'Transactions read {at}, while you used the app',
  'my.read.transactions.unattended': 'Transactions read {at}, without you using the app',
  'my.gone': 'An account that is closed or no longer yours',
  'my.actsFor': 'On behalf of',
} as const;
