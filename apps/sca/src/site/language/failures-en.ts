/** Why the PSU comes back to the TPP without success: for the page and for the redirect (5.12). */
export const failuresEn = {
  'failed.expired': 'The time for the approval is over',
  'failed.wrong-codes': 'The code was wrong too many times',
  'failed.unknown-customer': 'No known customer number was given',
  'failed.other-customer': 'Another customer, or another agreement, is expected here',
  'failed.joined-basket': 'The payment is part of a signing basket and is approved with it',
  'failed.refused': 'The customer refused',
  'failed.not-approvable': 'There is nothing left to approve',
  'failed.signed-already': 'You have signed this already: somebody else has to sign it too',
  'failed.fault': 'The approval failed at the bank',
  'failed.withdrawn': 'The app that asked for access has called it off',
  'failed.used': 'The link has been used already',
  'failed.aborted': 'The customer went back without approving',
  'failed.unavailable': 'The bank cannot complete the approval at the moment',
} as const;
