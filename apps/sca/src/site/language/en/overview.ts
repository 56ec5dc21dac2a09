/**
 * The English texts of the start page and of the overview of a PSU: which apps have access, and what waits for a second
 * signature.
 */
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
  'inbox.title': 'Waiting for a second signature',
  'inbox.heading': '{sum} to {to}',
  'inbox.for': 'On behalf of',
  'inbox.by': 'Request from',
  'inbox.first': 'First signature',
  'inbox.you': 'You',
  'inbox.waits': 'You have signed. Somebody else has to sign too.',
  'inbox.sign.payment': 'See and sign the payment to {to}',
  'inbox.sign.bulk': {
    one: 'See and sign {count} payment made together',
    other: 'See and sign {count} payments made together',
  },
  'inbox.sign.basket': {
    one: 'See and sign {count} payment',
    other: 'See and sign {count} payments',
  },
  'inbox.unavailable': 'We cannot show what is waiting for your signature at the moment.',
  'inbox.back': 'Go back and decide later',
  'inbox.gone': 'This is no longer waiting for your signature.',
  'inbox.after.done': 'You were the second to sign. It will now be paid.',
  'inbox.after.refused': 'You refused. It will not be paid.',
  'inbox.after.recorded': 'We have your answer. It takes effect in a moment.',
  'inbox.after.late': 'Somebody else was faster. Your answer changed nothing.',
  'inbox.after.other-customer': 'You can no longer sign this. Nothing has been changed.',
} as const;
