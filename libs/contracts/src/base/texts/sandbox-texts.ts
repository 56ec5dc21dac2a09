/** Texts in English about the data of the sandbox, which production does not have. */
export const enOfSandbox = {
  'sandbox.resetting': 'Another reset of the sandbox is in progress.',
  'sandbox.ofCore':
    'The customers and accounts of this sandbox are those of a core system, so it cannot be reset.',
  'sandbox.runInProgress': 'A run has been in progress since {startedAt}. Another run follows it.',
  'sandbox.clock.one': 'Exactly one of now and advance says where the clock moves to.',
  'sandbox.clock.instant': 'The time must be ISO 8601 with an offset, as in 2026-12-24T09:00:00Z.',
  'sandbox.clock.duration': 'The duration must be ISO 8601, as in P30D or PT1H.',
  'sandbox.clock.notForward': 'The clock of a sandbox only moves forward.',
  'sandbox.clock.tooFar': 'The clock of a sandbox moves at most three years ahead.',
  'sandbox.clock.moving': 'The clock of the sandbox is moving already.',
  'sandbox.clock.noRun': 'This bank has no runs.',
  'sandbox.clock.ofCore':
    'The customers and accounts of this sandbox are those of a core system, whose clock does not move.',
  'sandbox.unknown': 'The sandbox has no such resource.',
  'sandbox.noChange': 'At least one of instructedAmount and requestedExecutionDate is required.',
  'sandbox.notChangeable':
    'The payment is {status}. The bank changes a payment before its approval.',
  'sandbox.notCancellable': 'The payment is {status}. It is being executed or has ended.',
  'sandbox.notRefusable': 'The payment is {status}. No execution of it is to come.',
  'sandbox.refusalOfCore': 'A core system executes the payments of this sandbox.',
  'sandbox.notRevocable': 'The consent is {status}. A consent in force can be revoked.',
  'sandbox.id': 'The id must be one that the lists of the sandbox show.',
  'sandbox.engaged': 'The person is already engaged for this account.',
  'sandbox.bound.customersOfTpp': 'A TPP has at most {max} customers of its own in the sandbox.',
  'sandbox.bound.agreementsOfTpp': 'A TPP has at most {max} agreements of its own in the sandbox.',
  'sandbox.bound.accountsOfCustomer': 'A customer has at most {max} accounts made by hand.',
  'sandbox.bound.engagementsOfAgreement': 'An agreement has at most {max} engagements.',
  'sandbox.bound.pendingByHand': 'An account has at most {max} pending transactions made by hand.',
  'sandbox.balance': 'The balance of the account would have more than 18 digits.',
  'sandbox.bound.bookedByHand': 'An account has at most {max} booked transactions made by hand.',
  'sandbox.numberTaken': 'Another resource of the sandbox has this number.',
} as const;

/** The same in Norwegian. */
export const nbOfSandbox: { readonly [Key in keyof typeof enOfSandbox]: string } = {
  'sandbox.resetting': 'En annen tilbakestilling av sandkassen pågår.',
  'sandbox.ofCore':
    'Kundene og kontoene i denne sandkassen er fra et kjernesystem, så den kan ikke tilbakestilles.',
  'sandbox.runInProgress': 'En kjøring har pågått siden {startedAt}. En ny kjøring følger etter.',
  'sandbox.clock.one': 'Nøyaktig én av now og advance sier hvor klokken flyttes.',
  'sandbox.clock.instant': 'Tidspunktet må være ISO 8601 med tidssone, som 2026-12-24T09:00:00Z.',
  'sandbox.clock.duration': 'Varigheten må være ISO 8601, som P30D eller PT1H.',
  'sandbox.clock.notForward': 'Klokken i en sandkasse går bare fremover.',
  'sandbox.clock.tooFar': 'Klokken i en sandkasse kan flyttes høyst tre år frem.',
  'sandbox.clock.moving': 'Klokken i sandkassen flyttes allerede.',
  'sandbox.clock.noRun': 'Denne banken har ingen kjøringer.',
  'sandbox.clock.ofCore':
    'Kundene og kontoene i denne sandkassen er fra et kjernesystem, og klokken der flyttes ikke.',
  'sandbox.unknown': 'Sandkassen har ingen slik ressurs.',
  'sandbox.noChange': 'Minst ett av instructedAmount og requestedExecutionDate er påkrevd.',
  'sandbox.notChangeable': 'Betalingen er {status}. Banken endrer en betaling før den er godkjent.',
  'sandbox.notCancellable': 'Betalingen er {status}. Den utføres eller er avsluttet.',
  'sandbox.notRefusable': 'Betalingen er {status}. Den skal ikke utføres mer.',
  'sandbox.refusalOfCore': 'Et kjernesystem utfører betalingene i denne sandkassen.',
  'sandbox.notRevocable': 'Samtykket er {status}. Et gyldig samtykke kan trekkes tilbake.',
  'sandbox.id': 'Id-en må være en som sandkassens lister viser.',
  'sandbox.engaged': 'Personen har allerede en fullmakt for denne kontoen.',
  'sandbox.bound.customersOfTpp': 'En TPP har høyst {max} egne kunder i sandkassen.',
  'sandbox.bound.agreementsOfTpp': 'En TPP har høyst {max} egne avtaler i sandkassen.',
  'sandbox.bound.accountsOfCustomer': 'En kunde har høyst {max} kontoer laget for hånd.',
  'sandbox.bound.engagementsOfAgreement': 'En avtale har høyst {max} fullmakter.',
  'sandbox.bound.pendingByHand':
    'En konto har høyst {max} reserverte transaksjoner laget for hånd.',
  'sandbox.balance': 'Saldoen på kontoen ville fått mer enn 18 sifre.',
  'sandbox.bound.bookedByHand': 'En konto har høyst {max} bokførte transaksjoner laget for hånd.',
  'sandbox.numberTaken': 'En annen ressurs i sandkassen har dette nummeret.',
};
