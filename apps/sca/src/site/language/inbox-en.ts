/** The texts about second signatures, on the approval page and on the PSU's own pages. */
export const inboxEn = {
  'signers.first':
    'Two people have to sign payments of {name}. After you, somebody else has to sign too.',
  'signers.second': '{name} has signed. You are the second: if you approve, it goes on to be paid.',
  'payment.signed-by-you': 'You have signed this payment. Somebody else has to sign it too.',
  'inbox.title': 'Waiting for a second signature',
  'inbox.for': 'For',
  'inbox.by': 'Requested by',
  'inbox.first': 'Signed first by',
  'inbox.you': 'You',
  'inbox.waits': 'You have signed. Somebody else has to sign too.',
  'inbox.sign.payment': 'See and sign the payment to {to}',
  'inbox.sign.bulk': 'See and sign {count} payments made together',
  'inbox.sign.basket': 'See and sign {count} payments',
  'inbox.unavailable': 'We cannot show right now what waits for your signature.',
  'inbox.back': 'Back without deciding',
  'inbox.gone': 'This no longer waits for your signature.',
  'inbox.after.done': 'You were the second to sign. It goes on to be paid.',
  'inbox.after.refused': 'You refused. It will not be paid.',
  'inbox.after.recorded': 'Your answer is recorded and takes effect in a moment.',
  'inbox.after.late': 'Somebody else was faster: it was decided before your answer came.',
  'inbox.after.other-customer': 'You may no longer sign this. Nothing has been changed.',
} as const;
