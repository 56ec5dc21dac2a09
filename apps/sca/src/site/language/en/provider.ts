/** The English texts of log-ins and approvals at the identity provider of the bank. */
export const provider = {
  'logIn.provider': 'Log in with {provider}',
  'logIn.providerHint': 'You log in at {provider} and come back here.',
  'oidc.proofHint.approve': 'You approve exactly what you see here, at {provider}, and come back.',
  'oidc.proofHint.stop': 'You confirm at {provider} that this payment is cancelled, and come back.',
  'oidc.proofHint.access': 'You confirm exactly what you see here, at {provider}, and come back.',
  'oidc.proofHint.identity': 'You confirm at {provider} that it is you, and come back.',
  'approval.use.oidc': 'Use your electronic ID instead',
  'notice.wrong-oidc': {
    one: 'Your electronic ID did not approve what you see here. You have {count} attempt left.',
    other: 'Your electronic ID did not approve what you see here. You have {count} attempts left.',
  },
  'oidc.submit.cancellation': 'Cancel the payment with {provider}',
  'oidc.submit.access': 'Give access with {provider}',
  'oidc.submit.end': 'End the access with {provider}',
  'oidc.submit.contact': 'Confirm with {provider}',
  'oidc.submit.overview': 'Confirm with {provider}',
  'oidc.submit.passkey': 'Confirm with {provider}',
  'page.provider-aborted': 'You did not finish',
  'page.provider-aborted.text':
    'You went back without logging in or approving. Nothing has been changed.',
  'page.provider-log-in-required': 'A new log-in is needed',
  'page.provider-log-in-required.text':
    'Your electronic ID needs a new log-in. Nothing has been changed. Please try again.',
  'page.provider-unavailable': 'The log-in service is not responding',
  'page.provider-unavailable.text':
    'The service for electronic ID is not responding right now. Nothing is lost. Please try again soon.',
  'page.provider-invalid': 'The log-in did not work',
  'page.provider-invalid.text':
    'We could not use the answer of the service for electronic ID. Nothing has been changed. Please try again.',
  'page.provider-weak': 'A stronger log-in is needed',
  'page.provider-weak.text':
    'The log-in was too weak or too old for this. Nothing has been changed. Please try again with another electronic ID.',
  'page.provider-unknown-transaction': 'This log-in cannot be used',
  'page.provider-unknown-transaction.text':
    'The log-in did not start in this browser, or it is used or too old. Nothing has been changed. Follow the link of your app once more.',
  'page.provider-unknown-customer': 'You are not a customer here',
  'page.provider-unknown-customer.text':
    'We do not know you as a customer of this bank. Nothing has been changed.',
  'page.provider-blocked-customer': 'Your access is blocked',
  'page.provider-blocked-customer.text':
    'The bank has blocked your access. Nothing has been changed. Please contact the bank.',
  'page.provider-ambiguous-customer': 'We cannot tell who you are',
  'page.provider-ambiguous-customer.text':
    'The bank knows more than one customer with your electronic ID. Nothing has been changed. Please contact the bank.',
} as const;
