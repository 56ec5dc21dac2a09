import { enOfProvider } from './provider-texts.js';

/** The English texts of the site. Their keys are the keys of every other language. */
export const en = {
  // The frame of the pages, and links away from them.
  'frame.tagline': 'Approval',
  'frame.about': 'About this site of {bank}',
  'frame.overview': 'My apps and signatures',
  'frame.sandbox': 'Sandbox: test customers and test payments only.',
  'back.to': 'Back to {tpp}',
  'back.cancel': 'Cancel and go back to {tpp}',
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
  'logIn.cancellation': '{tpp} asks you to call off a payment.',
  'logIn.contact': '{tpp} asks who you are.',
  'logIn.access': '{tpp} asks for access to your accounts.',
  'tpp.id': '{tpp} is registered as {id}.',
  'logIn.customerNumber': 'Customer number',
  'logIn.hint': 'Eleven digits',
  'logIn.sandboxHint': 'Test customers have no password.',
  'logIn.submit': 'Log in',
  'logIn.form': 'A customer number has eleven digits.',
  'logIn.unknown': 'We do not know this customer number.',
  'waiting.title': 'One moment',
  'waiting.text': 'We are getting your approval ready. This page continues by itself.',
  'logIn.overview': 'Log in to see what waits for your signature and who may read your accounts.',
  'logIn.passkey': 'Log in to add a passkey.',

  // The approval page.
  'context.PRIVATE': 'Myself, as a private person',
  'context.CORPORATE': 'A company',
  'context.submit': 'Show what I can approve here',
  'approval.payment': 'Approve payment',
  'approval.basket': { one: 'Approve {count} payment', other: 'Approve {count} payments' },
  'approval.unpayable': 'There is nothing that you can approve here',
  'approval.unpayableText': 'If you go back to {tpp}, what is shown here will not be paid.',
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
  'approval.minutesLeft': {
    one: 'This page can be used for {count} more minute.',
    other: 'This page can be used for {count} more minutes.',
  },
  'notice.wrong-code': 'That code is wrong. Attempts left: {left}.',
  'notice.changed': 'What is to be approved has changed. Please check it and use the new code.',
  'approval.overview': 'Confirm that it is you',
  'approval.submit.overview': 'Go to my consents',
  'approval.refuseHint.overview': 'If you refuse, nothing is shown and nothing is changed.',
  'signers.first':
    'Two people have to sign payments of {name}. After you, somebody else has to sign too.',
  'signers.second': '{name} has signed. You are the second: if you approve, it goes on to be paid.',
  'approval.passkey': 'Confirm that you want to add a passkey',
  'approval.passkeyText':
    'With a passkey you approve by fingerprint, face or the PIN of your device. Next you choose where it is kept.',
  'approval.submit.passkey': 'Go on',
  'approval.refuseHint.passkey': 'If you refuse, no passkey is added.',
  'approval.use.sandbox-code': 'Use a code instead',
  'approval.use.passkey': 'Use a passkey instead',
  'notice.wrong-passkey': 'This passkey did not prove that it is you. Attempts left: {left}.',

  // The accounts of a consent.
  'accounts.legend': 'Accounts of {name}',
  'accounts.hint':
    'Tick the accounts and cards that {tpp} may read: number, balance and transactions, for 180 days or until you end it.',
  'accounts.none': 'There are no accounts here that you can give access to.',
  'accounts.submit': 'Continue',
  'accounts.chosen': '{tpp} will be able to read these accounts for 180 days, or until you end it:',
  'accounts.noneChosen':
    'Nothing is ticked. {tpp} will be able to read none, and what you granted here before ends.',
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
  'payment.start': 'From',
  'payment.end': 'Until',
  'payment.noEnd': 'Until you stop it',
  'payment.day': 'Day of the month',
  'payment.months': 'Months',
  'payment.rule': 'On weekends and bank holidays',
  'payment.rule.following': 'Paid on the next banking day',
  'payment.rule.preceeding': 'Paid on the banking day before',
  'payment.not-debitable':
    'You cannot pay from this account here. This payment will be declined if you approve.',
  'payment.not-payable': 'You cannot pay from this account here.',
  'payment.other-currency':
    'The account has another currency than the payment says, so this will not be paid.',
  'payment.settled': 'This payment is no longer waiting for approval.',
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

  // The overview of the PSU.
  'my.title': 'My consents and signatures',
  'my.start':
    'Here you sign what waits for a second signature, and you see which apps may read your accounts: you can end it at any time.',
  'my.logIn': 'Log in',
  'my.logOut': 'Log out',
  'my.none': 'No app may read your accounts.',
  'my.since': 'Since',
  'my.until': 'Until',
  'my.accounts': 'Accounts',
  'my.read.balances.attended': 'Balance last read {at}, while you used the app',
  'my.read.balances.unattended': 'Balance last read {at}, without you',
  'my.read.transactions.attended': 'Transactions last read {at}, while you used the app',
  'my.read.transactions.unattended': 'Transactions last read {at}, without you',
  'my.gone': 'An account that is closed or no longer yours',
  'my.actsFor': 'For',
  'my.revoke': 'End access for {tpp}',
  'my.revoked': 'The access is ended. The app was not told; its next request is refused.',

  // What waits for a second signature.
  'inbox.title': 'Waiting for a second signature',
  'inbox.for': 'For',
  'inbox.by': 'Requested by',
  'inbox.first': 'Signed first by',
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
  'inbox.unavailable': 'We cannot show right now what waits for your signature.',
  'inbox.back': 'Back without deciding',
  'inbox.gone': 'This no longer waits for your signature.',
  'inbox.after.done': 'You were the second to sign. It goes on to be paid.',
  'inbox.after.refused': 'You refused. It will not be paid.',
  'inbox.after.recorded': 'Your answer is recorded and takes effect in a moment.',
  'inbox.after.late': 'Somebody else was faster: it was decided before your answer came.',
  'inbox.after.other-customer': 'You may no longer sign this. Nothing has been changed.',

  // Passkeys.
  'passkey.proofHint': 'Your passkey approves exactly what is shown here.',
  'passkey.submit.payment': 'Approve with passkey',
  'passkey.submit.basket': 'Approve with passkey',
  'passkey.submit.cancellation': 'Call off with passkey',
  'passkey.submit.access': 'Give access with passkey',
  'passkey.submit.contact': 'Confirm with passkey',
  'passkey.submit.overview': 'Confirm with passkey',
  'passkey.submit.passkey': 'Confirm with passkey',
  'passkey.unsupported': 'Passkeys need a browser that has them, with scripts allowed.',
  'passkey.problem': 'The passkey was not used. You can try once more.',
  'passkey.known': 'This device has a passkey already.',
  'passkey.enrolTitle': 'Add a passkey',
  'passkey.enrolText':
    'Your browser asks where the passkey is kept. The bank never sees its secret.',
  'passkey.name': 'Name',
  'passkey.nameHint': 'So that you know it again, for example: my phone.',
  'passkey.nameless': 'Passkey',
  'passkey.create': 'Create passkey',
  'passkey.cancel': 'Go back without a passkey',
  'passkey.title': 'Passkeys',
  'passkey.none': 'You have no passkey. With one you approve by fingerprint, face or PIN.',
  'passkey.some': 'You can approve with these.',
  'passkey.since': 'Added',
  'passkey.lastUsed': 'Last used',
  'passkey.never': 'Not yet',
  'passkey.add': 'Add a passkey',
  'passkey.remove': 'Remove {name}',
  'passkey.added': 'The passkey is added.',
  'passkey.toOverview': 'Go to your passkeys',
  'passkey.removed': 'The passkey is removed. Remove it from your device as well.',
  'passkey.full': 'You have as many passkeys as you can have. Remove one first.',
  'passkey.refused': 'This passkey could not be added. You can try once more.',

  // Why an authorisation ended without success: on the page and in the redirect (5.12).
  'failed.expired': 'The time for the approval is over',
  'failed.wrong-codes': 'The code was wrong too many times',
  'failed.unknown-customer': 'No known customer number was given',
  'failed.other-customer': 'Another customer, or another agreement, is expected here',
  'failed.joined-basket': 'The payment is part of a signing basket and is approved with it',
  'failed.refused': 'The customer refused',
  'failed.not-debitable': 'The customer cannot pay from this account',
  'failed.not-approvable': 'There is nothing left to approve',
  'failed.signed-already': 'You have signed this already: somebody else has to sign it too',
  'failed.fault': 'The approval failed at the bank',
  'failed.tpp-stopped': 'The app may not act for you at this bank',
  'failed.withdrawn': 'The app that asked for access has called it off',
  'failed.rejected': 'The bank could not accept the payment',
  'failed.decided-before': 'The payment was changed, cancelled or decided before the approval',
  'failed.used': 'The link has been used already',
  'failed.aborted': 'The customer went back without approving',
  'failed.unavailable': 'The bank cannot complete the approval at the moment',

  // Error pages and other notices.
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
  'page.tpp-stopped': 'This app may not act for you',
  'page.tpp-stopped.text':
    'The bank no longer serves the app that sent you here, and does not send you back to it. Nothing more can be approved here.',
  'page.bad-request': 'We did not understand that',
  'page.bad-request.text': 'The request was not complete or too large. Nothing has been changed.',
  'page.too-many': 'Too many attempts',
  'page.too-many.text':
    'Too many wrong entries or requests came from your network. Please wait a while, then try again.',
  'page.unavailable': 'Not available at the moment',
  'page.unavailable.text':
    'A part of the bank does not answer right now. Nothing has been lost; please try again soon.',
  'page.error': 'Something went wrong',
  'page.error.text': 'The fault is ours. Nothing has been lost; please try again.',
  'page.done': 'Done',
  'page.done.text': 'Your approval is recorded.',

  ...enOfProvider,
} as const;

/** The key of a text. */
export type TextKey = keyof typeof en;

/** A text in the forms for different numbers; the parameter `count` chooses the form. */
export interface PluralText {
  readonly one: string;
  readonly other: string;
}

/** The texts of a language: a text has forms for numbers exactly when the English text has them. */
export type Catalogue = {
  readonly [Key in TextKey]: (typeof en)[Key] extends string ? string : PluralText;
};
