/** The English texts of what waits for a second signature. */
export const inbox = {
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
