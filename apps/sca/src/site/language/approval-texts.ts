/** The English texts about money on the approval page, and of the ways out of it. */
export const enOfApproval = {
  // The heading and the button.
  'sum.each': '{sum} each time',
  'title.approve.one': 'Approve {sum} to {payee}',
  'title.approve.many': {
    one: 'Approve {sum} in {count} payment',
    other: 'Approve {sum} in {count} payments',
  },
  'title.callOff.one': 'Call off {sum} to {payee}',
  'title.callOff.many': {
    one: 'Call off {sum} in {count} payment',
    other: 'Call off {sum} in {count} payments',
  },
  'submit.sum': 'Approve {sum}',
  'submit.sum.passkey': 'Approve {sum} with passkey',
  'submit.sum.oidc': 'Approve {sum} with {provider}',

  // Where the money goes, and what that costs.
  'payment.toBank': 'To bank',
  'payment.toAddress': 'Address',
  'payment.ultimateCreditor': 'Passed on to',
  'payment.firstDate': 'First payment',
  'payment.speed': 'How fast',
  'payment.speed.instant': 'Within seconds',
  'payment.speed.URGP': 'Urgent',
  'payment.speed.NURG': 'Normal',
  'payment.fee': 'Fee',
  'payment.fee.none': 'None',
  'payment.charges': 'Other fees',
  'payment.charges.DEBT': 'You pay all of them',
  'payment.charges.CRED': 'The payee pays all of them',
  'payment.charges.SHAR': 'You and the payee share them',
  'payment.charges.SLEV': 'You and the payee each pay your own bank',
  'payment.purpose': 'Purpose',
  'purpose.INVS': 'Investment',
  'purpose.SALA': 'Salary',
  'purpose.IDCP': 'Card payment',
  'purpose.CASH': 'Cash management',
  'purpose.CORT': 'Settlement of a trade',
  'purpose.INTC': 'Between companies of one group',
  'purpose.PENS': 'Pension',
  'purpose.SSBE': 'Social security',
  'purpose.SUPP': 'Payment to a supplier',
  'purpose.TAXS': 'Tax',
  'purpose.TREA': 'Treasury',
  'purpose.VATX': 'VAT',
  'purpose.LOAN': 'Loan',
  'purpose.OTHR': 'Other',
  'payment.endToEnd': "Sender's reference",
  'payment.reported': 'Reported to the authorities',
  'payment.reported.code': 'code {code}',
  'bulk.booking': 'On your statement',
  'bulk.booking.sum': 'One sum',
  'bulk.booking.each': 'Each payment by itself',

  // Who asks whom.
  'who.from': 'Requested by {tpp} ({id}). Logged in as {customer}.',
  'who.loggedIn': 'Logged in as {customer}.',
  'who.actsFor': 'You act for {name}.',
  'who.change': 'Change',

  // The ways out without approving, and what to quote after an error.
  'leave.hint': 'If you cancel, nothing is decided: {tpp} can ask you again.',
  'page.reference': 'If you contact the bank about this, quote {reference}.',
} as const;

type ApprovalTexts = {
  readonly [Key in keyof typeof enOfApproval]: (typeof enOfApproval)[Key] extends string
    ? string
    : { readonly one: string; readonly other: string };
};

/** The same texts in Norwegian. */
export const nbOfApproval: ApprovalTexts = {
  'sum.each': '{sum} hver gang',
  'title.approve.one': 'Godkjenn {sum} til {payee}',
  'title.approve.many': {
    one: 'Godkjenn {sum} i {count} betaling',
    other: 'Godkjenn {sum} i {count} betalinger',
  },
  'title.callOff.one': 'Stans {sum} til {payee}',
  'title.callOff.many': {
    one: 'Stans {sum} i {count} betaling',
    other: 'Stans {sum} i {count} betalinger',
  },
  'submit.sum': 'Godkjenn {sum}',
  'submit.sum.passkey': 'Godkjenn {sum} med passnøkkel',
  'submit.sum.oidc': 'Godkjenn {sum} med {provider}',

  'payment.toBank': 'Til bank',
  'payment.toAddress': 'Adresse',
  'payment.ultimateCreditor': 'Går videre til',
  'payment.firstDate': 'Første betaling',
  'payment.speed': 'Hvor raskt',
  'payment.speed.instant': 'I løpet av sekunder',
  'payment.speed.URGP': 'Haster',
  'payment.speed.NURG': 'Vanlig',
  'payment.fee': 'Gebyr',
  'payment.fee.none': 'Ingen',
  'payment.charges': 'Andre gebyrer',
  'payment.charges.DEBT': 'Du betaler alle',
  'payment.charges.CRED': 'Mottakeren betaler alle',
  'payment.charges.SHAR': 'Du og mottakeren deler dem',
  'payment.charges.SLEV': 'Du og mottakeren betaler til hver deres bank',
  'payment.purpose': 'Formål',
  'purpose.INVS': 'Investering',
  'purpose.SALA': 'Lønn',
  'purpose.IDCP': 'Kortbetaling',
  'purpose.CASH': 'Likviditetsstyring',
  'purpose.CORT': 'Oppgjør for en handel',
  'purpose.INTC': 'Mellom selskaper i samme konsern',
  'purpose.PENS': 'Pensjon',
  'purpose.SSBE': 'Trygd',
  'purpose.SUPP': 'Betaling til leverandør',
  'purpose.TAXS': 'Skatt',
  'purpose.TREA': 'Finansforvaltning',
  'purpose.VATX': 'Merverdiavgift',
  'purpose.LOAN': 'Lån',
  'purpose.OTHR': 'Annet',
  'payment.endToEnd': 'Avsenders referanse',
  'payment.reported': 'Meldes til myndighetene',
  'payment.reported.code': 'kode {code}',
  'bulk.booking': 'På kontoutskriften',
  'bulk.booking.sum': 'Én sum',
  'bulk.booking.each': 'Hver betaling for seg',

  'who.from': 'Bestilt av {tpp} ({id}). Logget inn som {customer}.',
  'who.loggedIn': 'Logget inn som {customer}.',
  'who.actsFor': 'Du handler på vegne av {name}.',
  'who.change': 'Endre',

  'leave.hint': 'Hvis du avbryter, er ingenting avgjort: {tpp} kan spørre deg igjen.',
  'page.reference': 'Oppgi {reference} hvis du kontakter banken om dette.',
};
