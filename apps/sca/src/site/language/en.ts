import { enOfAccess } from './access-texts.js';
import { enOfEnded } from './ended-texts.js';
import { enOfApproval } from './approval-texts.js';
import { enOfOverview } from './overview-texts.js';
import { enOfPasskey } from './passkey-texts.js';
import type { TextsLike } from './plural-text.js';
import { enOfProvider } from './provider-texts.js';

/** The English texts of the site. Their keys are the keys of every other language. */
export const en = {
  // The frame of the pages, and links away from them.
  'frame.tagline': 'Approval',
  'frame.about': 'About this site of {bank}',
  'frame.overview': 'My apps and signatures',
  'frame.testEnvironment': 'Test environment',
  'frame.sandbox': 'Only test customers and test money.',
  'frame.language': 'Language',
  'back.to': 'Back to {tpp}',
  'back.cancel': 'Cancel and go back to {tpp}',
  'back.keep': 'Keep the payment and go back to {tpp}',
  'back.closeWindow': 'You can close this window.',
  again: 'Try again',

  // The start page.
  'start.title': '{bank}: approve payments and manage access',
  'start.text':
    'This is the site of {bank} on which you approve payments that you make in apps, and decide which apps may see your accounts.',
  'start.overview': 'See what waits for your signature and which apps have access.',
  'start.link': 'Do you want to approve something? Open the link in the app where you started.',

  // The log-in and the page before it.
  'logIn.title': 'Log in',
  'logIn.payment': '{tpp} asks you to approve a payment.',
  'logIn.basket': '{tpp} asks you to approve several payments.',
  'logIn.cancellation': '{tpp} asks you to cancel a payment.',
  'tpp.id': '{tpp} is registered as {id}.',
  'logIn.customerNumber': 'Customer number',
  'logIn.hint': 'Eleven digits',
  'logIn.sandboxHint': 'Test customers have no password.',
  'logIn.submit': 'Log in',
  'logIn.form': 'A customer number has eleven digits.',
  'logIn.unknown': 'We do not know this customer number.',
  'logIn.testCustomers': 'Or log in as a test customer',
  'waiting.title': 'One moment',
  'waiting.text': 'We are getting ready. The page goes on by itself.',
  'logIn.overview':
    'Log in to see what waits for your signature and which apps have access to your accounts.',

  // The approval page.
  'context.PRIVATE': 'Myself, as a private person',
  'context.CORPORATE': 'A company',
  'context.submit': 'Show what I can approve here',
  'approval.withoutMethodText':
    'The bank asks for a stronger proof than you can give here. Nothing is approved. Contact the bank to set up another way to approve.',
  'approval.withoutMethodBack': 'Nothing is approved when you go back to {tpp}.',
  'approval.unpayable': 'There is nothing that you can approve here',
  'approval.unpayableText': 'If you go back to {tpp}, the payment is refused and nothing is paid.',
  'approval.unpayableBasket':
    'If you go back to {tpp}, the payments are refused and nothing is paid.',
  'approval.contact': 'Confirm who you are',
  'approval.contactText': 'For one hour, {tpp} can read what you have given access to.',
  'approval.contactTextExempt': '{tpp} can read what you have given access to.',
  'approval.actsFor': 'You act on behalf of',
  'approval.sandboxCode': 'Test environment: your code is',
  'approval.code': 'Code',
  'approval.codeHint.approve': 'The code approves exactly what you see here.',
  'approval.codeHint.stop': 'The code cancels this payment.',
  'approval.codeHint.access': 'The code confirms exactly what you see here.',
  'approval.codeHint.identity': 'The code confirms that it is you.',
  'approval.submit.cancellation': 'Cancel the payment',
  'approval.stopHint.once':
    'The payment is approved and not carried out yet. If you cancel it, it is not carried out.',
  'approval.stopHint.periodic':
    'The payments are approved. If you cancel them, no more of them are carried out.',
  'approval.submit.access': 'Give access',
  'approval.submit.end': 'End the access',
  'approval.submit.contact': 'Confirm',
  'approval.refuse': 'Refuse',
  'approval.keep': 'Keep the payment',
  'approval.refuseHint.payment':
    'The payment is not approved yet. If you refuse, it is not carried out.',
  'approval.refuseHint.basket':
    'If you refuse, none of the payments waiting for you will be carried out.',
  'approval.refuseHint.cancellation': 'If you keep the payment, it is carried out as planned.',
  'approval.until': 'You can use this page until {time}.',
  'notice.wrong-code': {
    one: 'That code is wrong. You have {count} attempt left.',
    other: 'That code is wrong. You have {count} attempts left.',
  },
  'notice.changed': 'What is to be approved has changed. Please check it and use the new code.',
  'notice.choose': 'Choose at least one account, or refuse.',
  'approval.overview': 'Confirm that it is you',
  'approval.submit.overview': 'Go on',
  'approval.refuseHint.overview': 'If you refuse, you see nothing and nothing is changed.',
  'signers.first':
    'Two people have to sign payments of {name}. After you, somebody else signs too.',
  'signers.passOn': 'Pass the address on. The other person logs in and signs there:',
  'signers.second': '{name} has signed. If you sign too, the payment is carried out.',
  'approval.use.sandbox-code': 'Use a code instead',

  // The accounts of a consent.
  'accounts.legend': 'Accounts of {name}',
  'accounts.none': 'There are no accounts here that you can give access to.',
  'accounts.next': 'You approve on the next page. Nothing changes before that.',
  'accounts.added': 'new',
  'accounts.submit': 'Continue',
  'accounts.change': 'Choose other accounts',

  // The description of a payment.
  'payment.heading': 'Payment {number} of {count}',
  'bulk.count': 'Payments',
  'bulk.total': 'Sum',
  'bulk.name': 'Name',
  'payment.amount': 'Amount',
  'payment.to': 'To',
  'payment.toAccount': 'To account',
  'payment.fromAccount': 'From account',
  'payment.text': 'Text',
  'payment.reference': 'Reference',
  'payment.ultimateDebtor': 'On behalf of',
  'payment.date': 'Date',
  'payment.soon': 'As soon as possible',
  'payment.frequency': 'Repeats',
  'payment.end': 'Until',
  'payment.noEnd': 'Until you stop it',
  'payment.day': 'Day of the month',
  'payment.months': 'Months',
  'payment.rule': 'On weekends and bank holidays',
  'payment.rule.following': 'Paid on the next banking day',
  'payment.rule.preceeding': 'Paid on the banking day before',
  'payment.not-debitable':
    'You cannot pay from this account. If you approve, this payment is declined.',
  'payment.not-payable': '{tpp} wants to pay from an account that you cannot use here.',
  'payment.other-currency': 'The account is in another currency, so this is not paid.',
  'payment.settled.approved': 'This payment is approved already. That does not change here.',
  'payment.settled.cancelled': 'This payment is cancelled. That does not change here.',
  'payment.settled.rejected': 'This payment was rejected and is not carried out.',
  'payment.settled.waiting': 'This payment waits for somebody else.',
  'frequency.Daily': 'Every day',
  'frequency.Weekly': 'Every week',
  'frequency.EveryTwoWeeks': 'Every two weeks',
  'frequency.Monthly': 'Every month',
  'frequency.EveryTwoMonths': 'Every two months',
  'frequency.Quarterly': 'Every quarter',
  'frequency.SemiAnnual': 'Twice a year',
  'frequency.Annual': 'Every year',
  'frequency.MonthlyVariable': 'In chosen months',
  'payment.signed-by-you': 'You have signed this payment. Somebody else has to sign it too.',

  // Why an authorisation ended without success: on the page and in the redirect (5.12).
  'failed.expired': 'The time for the approval is over',
  'failed.wrong-codes': 'The approval failed too many times',
  'failed.unknown-customer': 'No known customer number was given',
  'failed.other-customer': 'Another customer, or another company, has to log in here',
  'failed.joined-basket': 'The payment is now approved together with others',
  'failed.refused': 'The customer refused',
  'failed.not-debitable': 'The customer cannot pay from this account',
  'failed.not-approvable': 'There is nothing left to approve',
  'failed.signed-already': 'You have signed this already: somebody else has to sign it too',
  'failed.fault': 'The approval failed at the bank',
  'failed.tpp-stopped': 'The app may not act for you at this bank',
  'failed.withdrawn': 'The app has withdrawn its request',
  'failed.rejected': 'The bank could not accept the payment',
  'failed.decided-before': 'The payment was changed, cancelled or decided before',
  'failed.access-ended': 'The customer ended the access',
  'failed.used': 'The link has been used already',
  'failed.no-method': 'The customer has no means of approval that the bank accepts for this',
  'failed.aborted': 'The customer went back without approving',
  'failed.unavailable': 'The bank cannot complete the approval at the moment',

  // Error pages and other notices.
  'page.not-found': 'Page not found',
  'page.not-found.text': 'There is no page at this address. Open the link in your app once more.',
  'page.unknown-link': 'Unknown link',
  'page.unknown-link.text':
    'We do not know this link. Go back to the app that sent you, and start again.',
  'page.form': 'This page is no longer valid',
  'page.form.text':
    'The page is too old, or it was opened in another browser. Nothing has been changed.',
  'page.other-browser': 'Not available in this browser',
  'page.other-browser.text':
    'The approval is over, or you logged in with another browser. Nothing has been changed here.',
  'page.tpp-stopped': 'This app may not act for you',
  'page.tpp-stopped.text':
    'The bank no longer works with the app that sent you here. You can close this window; nothing more can be approved.',
  'page.bad-request': 'We did not understand that',
  'page.bad-request.text': 'Something was missing or too large. Nothing has been changed.',
  'page.too-large': 'That was too large',
  'page.too-large.text':
    'Your browser sent more than this site takes. Nothing has been changed. Delete the cookies of this site, then open the link in the app again.',
  'page.too-slow': 'That took too long',
  'page.too-slow.text':
    'Your request did not arrive in time. Nothing has been changed. Please try again.',
  'page.too-many': 'Too many attempts',
  'page.too-many.text':
    'There were too many attempts from your network. Please wait a while, then try again.',
  'page.unavailable': 'Not available at the moment',
  'page.unavailable.text':
    'A part of the bank does not answer. Nothing is lost. Please try again soon.',
  'page.error': 'Something went wrong',
  'page.error.text': 'This is our fault. Nothing is lost. Please try again.',
  'page.done': 'Done',
  'page.done.text': 'We have your approval.',

  ...enOfAccess,
  ...enOfApproval,
  ...enOfEnded,
  ...enOfOverview,
  ...enOfPasskey,
  ...enOfProvider,
} as const;

/** The key of a text. */
export type TextKey = keyof typeof en;

/** The texts of a language: a text has forms for numbers exactly when the English text has them. */
export type Catalogue = TextsLike<typeof en>;
