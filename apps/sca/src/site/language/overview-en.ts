/** The texts of the PSU's own overview. */
export const overviewEn = {
  'logIn.overview': 'Log in to see what waits for your signature and who may read your accounts.',
  'approval.overview': 'Confirm that it is you',
  'approval.submit.overview': 'Go to my consents',
  'approval.refuseHint.overview': 'If you refuse, nothing is shown and nothing is changed.',
  'my.title': 'My consents and signatures',
  'my.start':
    'Here you sign what waits for a second signature, and you see which apps may read your accounts: you can end it at any time.',
  'my.logIn': 'Log in',
  'my.logOut': 'Log out',
  'my.none': 'No app may read your accounts.',
  'my.since': 'Since',
  'my.until': 'Until',
  'my.accounts': 'Accounts',
  'my.gone': 'An account that is closed or no longer yours',
  'my.actsFor': 'For',
  'my.revoke': 'End access for {tpp}',
  'my.revoked': 'The access is ended. The app was not told; its next request is refused.',
} as const;
