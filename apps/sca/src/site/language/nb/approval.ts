import type { approval as english } from '../en/approval.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Norwegian (bokmål) texts of the pages on which a PSU picks accounts and approves: heading, proof and ways out. */
export const approval: TextsLike<typeof english> = {
  'accounts.legend': 'Kontoene til {name}',
  'accounts.none': 'Det er ingen kontoer her som du kan gi tilgang til.',
  'accounts.next': 'Du godkjenner på neste side. Før det blir ingenting endret.',
  'accounts.added': 'ny',
  'accounts.asBefore': 'som sist',
  'accounts.submit': 'Fortsett',
  'accounts.change': 'Velg andre kontoer',
  'context.PRIVATE': 'Meg selv, som privatperson',
  'context.CORPORATE': 'En bedrift',
  'context.submit': 'Vis hva jeg kan godkjenne her',
  'approval.withoutMethodText':
    'Banken krever et sterkere bevis enn du kan gi her. Ingenting er godkjent. Ta kontakt med banken for å få en annen måte å godkjenne på.',
  'approval.withoutMethodBack': 'Ingenting er godkjent når du går tilbake til {tpp}.',
  'approval.unpayable': 'Det er ingenting du kan godkjenne her',
  'approval.unpayableText':
    'Hvis du går tilbake til {tpp}, blir betalingen avvist, og ingenting blir betalt.',
  'approval.unpayableBasket':
    'Hvis du går tilbake til {tpp}, blir betalingene avvist, og ingenting blir betalt.',
  'approval.contact': 'Bekreft hvem du er',
  'approval.contactText': 'I en time kan {tpp} lese det du har gitt tilgang til.',
  'approval.contactTextExempt': '{tpp} kan lese det du har gitt tilgang til.',
  'approval.actsFor': 'Du handler på vegne av',
  'approval.sandboxCode': 'Testmiljø: koden din er',
  'approval.code': 'Kode',
  'approval.codeHint.approve': 'Koden godkjenner nøyaktig det du ser her.',
  'approval.codeHint.stop': 'Koden stopper denne betalingen.',
  'approval.codeHint.access': 'Koden bekrefter nøyaktig det du ser her.',
  'approval.codeHint.identity': 'Koden bekrefter at det er deg.',
  'approval.submit.cancellation': 'Stopp betalingen',
  'approval.stopHint.once':
    'Betalingen er godkjent, men ikke utført ennå. Hvis du stopper den, blir den ikke utført.',
  'approval.stopHint.periodic':
    'Betalingene er godkjent. Hvis du stopper dem, blir ingen flere utført.',
  'approval.submit.access': 'Gi tilgang',
  'approval.submit.end': 'Avslutt tilgangen',
  'approval.submit.contact': 'Bekreft',
  'approval.refuse': 'Avvis',
  'approval.keep': 'Behold betalingen',
  'approval.refuseHint.payment':
    'Betalingen er ikke godkjent ennå. Hvis du avviser, blir den ikke utført.',
  'approval.refuseHint.basket':
    'Hvis du avviser, blir ingen av betalingene som venter på deg, utført.',
  'approval.refuseHint.cancellation': 'Hvis du beholder betalingen, blir den utført som planlagt.',
  'approval.until': 'Du kan bruke denne siden til kl.\u00a0{time}.',
  'notice.wrong-code': {
    one: 'Koden er feil. Du har {count} forsøk igjen.',
    other: 'Koden er feil. Du har {count} forsøk igjen.',
  },
  'notice.changed': 'Dette er endret siden du så det. Kontroller det, og bruk den nye koden.',
  'notice.choose': 'Velg minst én konto, eller avvis.',
  'approval.overview': 'Bekreft at det er deg',
  'approval.submit.overview': 'Gå videre',
  'approval.refuseHint.overview': 'Hvis du avviser, ser du ingenting, og ingenting blir endret.',
  'signers.first': 'To personer må signere for {name}. Etter deg må også en annen person signere.',
  'signers.passOn': 'Send adressen til den andre. Vedkommende logger inn og signerer der:',
  'signers.second': '{name} har signert. Signerer du også, blir betalingen utført.',
  'approval.use.sandbox-code': 'Bruk en kode i stedet',
  'sum.each': '{sum} hver gang',
  'title.approve.one': 'Godkjenn {sum} til {payee}',
  'title.approve.standing': 'Godkjenn fast betaling: {sum} til {payee}',
  'title.approve.many': {
    one: 'Godkjenn {sum} i {count} betaling',
    other: 'Godkjenn {sum} i {count} betalinger',
  },
  'title.callOff.one': 'Stopp betalingen på {sum} til {payee}',
  'title.callOff.standing': 'Stopp den faste betalingen på {sum} til {payee}',
  'title.callOff.many': {
    one: 'Stopp {count} betaling på {sum}',
    other: 'Stopp {count} betalinger, til sammen {sum}',
  },
  'submit.sum': 'Godkjenn {sum}',
  'submit.sum.passkey': 'Godkjenn {sum} med passnøkkel',
  'submit.sum.oidc': 'Godkjenn {sum} med {provider}',
  'who.asks': '{tpp} ber om dette.',
  'who.loggedIn': 'Innlogget som {customer}.',
  'who.actsFor': 'Du handler på vegne av {name}.',
  'who.change': 'Velg hvem du handler for',
  'leave.hint': 'Avbryter du, er ingenting godkjent, og {tpp} kan spørre igjen.',
};
