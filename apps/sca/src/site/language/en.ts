import { accessEn } from './access-en.js';
import { failuresEn } from './failures-en.js';
import { inboxEn } from './inbox-en.js';
import { overviewEn } from './overview-en.js';
import { passkeysEn } from './passkeys-en.js';
import { paymentsEn } from './payments-en.js';

/** The English texts of the pages; English decides which there are. */
export const en = {
  ...accessEn,
  ...failuresEn,
  ...inboxEn,
  ...overviewEn,
  ...passkeysEn,
  ...paymentsEn,
  'frame.tagline': 'Approval',
  'frame.sandbox': 'Sandbox: test customers and test payments only.',
  'back.to': 'Back to {tpp}',
  'back.cancel': 'Cancel and go back to {tpp}',
  'back.closeWindow': 'You can close this window.',
  again: 'Try again',
  'logIn.title': 'Log in',
  'logIn.payment': '{tpp} asks you to approve a payment.',
  'logIn.basket': '{tpp} asks you to approve several payments.',
  'logIn.cancellation': '{tpp} asks you to call off a payment.',
  'logIn.contact': '{tpp} asks who you are.',
  'logIn.access': '{tpp} asks for access to your accounts.',
  'logIn.customerNumber': 'Customer number',
  'logIn.hint': 'Eleven digits',
  'logIn.sandboxHint': 'Test customers have no password.',
  'logIn.submit': 'Log in',
  'logIn.form': 'A customer number has eleven digits.',
  'logIn.unknown': 'We do not know this customer number.',
  'waiting.title': 'One moment',
  'waiting.text': 'We are getting your approval ready. This page continues by itself.',
  'context.PRIVATE': 'Myself, as a private person',
  'context.CORPORATE': 'A company',
  'context.submit': 'Show what I can approve here',
  'approval.payment': 'Approve payment',
  'approval.basket': 'Approve {count} payments',
  'approval.cancellation': 'Call off a payment',
  'approval.access': 'Give access to accounts',
  'approval.contact': 'Confirm who you are',
  'approval.contactText':
    '{tpp} will be able to recognise you and to act within this session for one hour.',
  'approval.by': 'Requested by',
  'approval.customer': 'Logged in as',
  'approval.actsFor': 'Acts for',
  'approval.sandboxCode': 'Sandbox: your code is',
  'approval.code': 'Code',
  'approval.codeHint': 'The code approves exactly what is shown here.',
  'approval.submit.payment': 'Approve',
  'approval.submit.basket': 'Approve',
  'approval.submit.cancellation': 'Call off the payment',
  'approval.submit.access': 'Give access',
  'approval.submit.contact': 'Confirm',
  'approval.refuse': 'Refuse',
  'approval.refuseHint.payment': 'If you refuse, what is shown here will not be paid.',
  'approval.refuseHint.basket': 'If you refuse, what is shown here will not be paid.',
  'approval.refuseHint.cancellation': 'If you refuse, what is shown here will be paid.',
  'approval.refuseHint.contact': 'If you refuse, the app does not learn who you are.',
  'approval.refuseHint.access': 'If you refuse, no access is given.',
  'approval.minutesLeft': 'This page can be used for {minutes} more minutes.',
  'notice.wrong-code': 'That code is wrong. Attempts left: {left}.',
  'notice.changed': 'What is to be approved has changed. Please check it and use the new code.',
  'page.not-found': 'Page not found',
  'page.not-found.text': 'There is nothing at this address. Follow the link of your app once more.',
  'page.unknown-link': 'Unknown link',
  'page.unknown-link.text':
    'We know nothing of this link. Go back to the app that sent you and start again.',
  'page.ended': 'This link cannot be used',
  'page.form': 'This form cannot be used',
  'page.form.text':
    'The form did not come from this browser, or it is too old. Nothing has been changed.',
  'page.other-browser': 'Not available in this browser',
  'page.other-browser.text':
    'This approval belongs to the browser in which the log-in took place. Nothing has been changed.',
  'page.bad-request': 'We did not understand that',
  'page.bad-request.text': 'The request was not complete or too large. Nothing has been changed.',
  'page.unavailable': 'Not available at the moment',
  'page.unavailable.text':
    'A part of the bank does not answer right now. Nothing has been lost; please try again soon.',
  'page.error': 'Something went wrong',
  'page.error.text': 'The fault is ours. Nothing has been lost; please try again.',
  'page.done': 'Done',
  'page.done.text': 'Your approval is recorded.',
} as const;

/** Key of a text. */
export type TextKey = keyof typeof en;
