import type { approval as english } from '../en/approval.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Danish texts of the pages on which a PSU picks accounts and approves: heading, proof and ways out. */
export const approval: TextsLike<typeof english> = {
  'accounts.legend': 'Konti for {name}',
  'accounts.none': 'Der er ingen konti her, som du kan give adgang til.',
  'accounts.next': 'Du godkender på næste side. Intet bliver ændret inden da.',
  'accounts.added': 'ny',
  'accounts.asBefore': 'som sidst',
  'accounts.submit': 'Fortsæt',
  'accounts.change': 'Vælg andre konti',
  'context.PRIVATE': 'Mig selv, som privatperson',
  'context.CORPORATE': 'En virksomhed',
  'context.submit': 'Vis, hvad jeg kan godkende her',
  'approval.withoutMethodText':
    'Banken kræver et stærkere bevis, end du kan give her. Intet er godkendt. Kontakt banken for at få en anden måde at godkende på.',
  'approval.withoutMethodBack': 'Intet er godkendt, når du går tilbage til {tpp}.',
  'approval.unpayable': 'Der er ikke noget, du kan godkende her',
  'approval.unpayableText':
    'Hvis du går tilbage til {tpp}, bliver betalingen afvist, og intet bliver betalt.',
  'approval.unpayableBasket':
    'Hvis du går tilbage til {tpp}, bliver betalingerne afvist, og intet bliver betalt.',
  'approval.contact': 'Bekræft, hvem du er',
  'approval.contactText': 'I en time kan {tpp} læse det, du har givet adgang til.',
  'approval.contactTextExempt': '{tpp} kan læse det, du har givet adgang til.',
  'approval.actsFor': 'Du handler på vegne af',
  'approval.sandboxCode': 'Testmiljø: din kode er',
  'approval.code': 'Kode',
  'approval.codeHint.approve': 'Koden godkender præcis det, du ser her.',
  'approval.codeHint.stop': 'Koden stopper denne betaling.',
  'approval.codeHint.access': 'Koden bekræfter præcis det, du ser her.',
  'approval.codeHint.identity': 'Koden bekræfter, at det er dig.',
  'approval.submit.cancellation': 'Stop betalingen',
  'approval.stopHint.once':
    'Betalingen er godkendt, men endnu ikke gennemført. Hvis du stopper den, bliver den ikke gennemført.',
  'approval.stopHint.periodic':
    'Betalingerne er godkendt. Hvis du stopper dem, bliver der ikke gennemført flere.',
  'approval.submit.access': 'Giv adgang',
  'approval.submit.end': 'Afslut adgangen',
  'approval.submit.contact': 'Bekræft',
  'approval.refuse': 'Afvis',
  'approval.keep': 'Behold betalingen',
  'approval.refuseHint.payment':
    'Betalingen er endnu ikke godkendt. Hvis du afviser, bliver den ikke gennemført.',
  'approval.refuseHint.basket':
    'Hvis du afviser, bliver ingen af de betalinger, der venter på dig, gennemført.',
  'approval.refuseHint.cancellation':
    'Hvis du beholder betalingen, bliver den gennemført som planlagt.',
  'approval.until': 'Du kan bruge denne side til kl.\u00a0{time}.',
  'notice.wrong-code': {
    one: 'Koden er forkert. Du har {count} forsøg tilbage.',
    other: 'Koden er forkert. Du har {count} forsøg tilbage.',
  },
  'notice.changed': 'Dette er ændret, siden du så det. Kontrollér det, og brug den nye kode.',
  'notice.choose': 'Vælg mindst én konto, eller afvis.',
  'approval.overview': 'Bekræft, at det er dig',
  'approval.submit.overview': 'Fortsæt',
  'approval.refuseHint.overview': 'Hvis du afviser, ser du intet, og intet bliver ændret.',
  'signers.first':
    'To personer skal skrive under for {name}. Efter dig skal en anden person også skrive under.',
  'signers.passOn': 'Send adressen videre. Den anden person logger ind og skriver under der:',
  'signers.second':
    '{name} har skrevet under. Skriver du også under, bliver betalingen gennemført.',
  'approval.use.sandbox-code': 'Brug en kode i stedet',
  'sum.each': '{sum} hver gang',
  'title.approve.one': 'Godkend {sum} til {payee}',
  'title.approve.standing': 'Godkend fast betaling: {sum} til {payee}',
  'title.approve.many': {
    one: 'Godkend {sum} i {count} betaling',
    other: 'Godkend {sum} i {count} betalinger',
  },
  'title.callOff.one': 'Stop betalingen på {sum} til {payee}',
  'title.callOff.standing': 'Stop den faste betaling på {sum} til {payee}',
  'title.callOff.many': {
    one: 'Stop {count} betaling på {sum}',
    other: 'Stop {count} betalinger, i alt {sum}',
  },
  'submit.sum': 'Godkend {sum}',
  'submit.sum.passkey': 'Godkend {sum} med adgangsnøgle',
  'submit.sum.oidc': 'Godkend {sum} med {provider}',
  'who.asks': '{tpp} beder om dette.',
  'who.loggedIn': 'Logget ind som {customer}.',
  'who.actsFor': 'Du handler på vegne af {name}.',
  'who.change': 'Vælg, hvem du handler for',
  'leave.hint': 'Hvis du annullerer, sker der ingenting, og {tpp} kan spørge igen.',
};
