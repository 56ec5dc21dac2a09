/** The English texts of the start page and of the overview of a PSU: which apps have access. */
export const overview = {
  'start.title': 'Approve payments and manage access',
  'start.text':
    'On this {bank} site you approve payments that you make in apps, and decide which apps can see your accounts.',
  'start.overview': 'See what is waiting for your signature and which apps have access.',
  'start.link': 'Do you want to approve something? Open the link in the app where you started.',
  'my.title': 'My apps and signatures',
  'my.start':
    'Log in to see what is waiting for your signature and which apps have access to your accounts. You can end an access at any time.',
  'my.logIn': 'Log in',
  'my.app': 'Organisation identifier of the app',
  'my.app.hint':
    'Test environment: each app has its own test customers. The identifier stands in the certificate of the app, such as {example}.',
  'my.app.unknown': 'No app with this identifier has used the test environment.',
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
