import { nbOfAccess } from './access-texts.js';
import { nbOfEnded } from './ended-texts.js';
import { nbOfApproval } from './approval-texts.js';
import { nbOfOverview } from './overview-texts.js';
import { nbOfPasskey } from './passkey-texts.js';
import { nbOfProvider } from './provider-texts.js';
import type { Catalogue } from './en.js';

/** The Norwegian (bokmål) texts of the site. */
export const nb: Catalogue = {
  // The frame of the pages, and links away from them.
  'frame.tagline': 'Godkjenning',
  'frame.about': 'Om denne siden fra {bank}',
  'frame.overview': 'Mine apper og signaturer',
  'frame.testEnvironment': 'Testmiljø',
  'frame.sandbox': 'Bare testkunder og testpenger.',
  'frame.language': 'Språk',
  'back.to': 'Tilbake til {tpp}',
  'back.cancel': 'Avbryt og gå tilbake til {tpp}',
  'back.keep': 'Behold betalingen og gå tilbake til {tpp}',
  'back.closeWindow': 'Du kan lukke dette vinduet.',
  again: 'Prøv igjen',

  // The start page.
  'start.title': '{bank}: godkjenn betalinger og styr tilganger',
  'start.text':
    'På denne siden fra {bank} godkjenner du betalinger som du gjør i apper, og bestemmer hvilke apper som kan se kontoene dine.',
  'start.overview': 'Se hva som venter på din signatur, og hvilke apper som har tilgang.',
  'start.link': 'Skal du godkjenne noe? Åpne lenken i appen der du begynte.',

  // The log-in and the page before it.
  'logIn.title': 'Logg inn',
  'logIn.payment': '{tpp} ber deg godkjenne en betaling.',
  'logIn.basket': '{tpp} ber deg godkjenne flere betalinger.',
  'logIn.cancellation': '{tpp} ber deg stoppe en betaling.',
  'tpp.id': '{tpp} er registrert som {id}.',
  'logIn.customerNumber': 'Kundenummer',
  'logIn.hint': 'Elleve siffer',
  'logIn.sandboxHint': 'Testkunder har ikke passord.',
  'logIn.submit': 'Logg inn',
  'logIn.form': 'Et kundenummer har elleve siffer.',
  'logIn.unknown': 'Vi kjenner ikke dette kundenummeret.',
  'logIn.testCustomers': 'Eller logg inn som en testkunde',
  'waiting.title': 'Et øyeblikk',
  'waiting.text': 'Vi gjør klar. Siden går videre av seg selv.',
  'logIn.overview':
    'Logg inn for å se hva som venter på din signatur, og hvilke apper som har tilgang til kontoene dine.',

  // The approval page.
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
    'Betalingen er godkjent og ikke utført ennå. Hvis du stopper den, blir den ikke utført.',
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
  'approval.until': 'Du kan bruke denne siden til kl. {time}.',
  'notice.wrong-code': {
    one: 'Koden er feil. Du har {count} forsøk igjen.',
    other: 'Koden er feil. Du har {count} forsøk igjen.',
  },
  'notice.changed': 'Dette er endret siden du så det. Kontroller det, og bruk den nye koden.',
  'notice.choose': 'Velg minst én konto, eller avvis.',
  'approval.overview': 'Bekreft at det er deg',
  'approval.submit.overview': 'Gå videre',
  'approval.refuseHint.overview': 'Hvis du avviser, ser du ingenting, og ingenting blir endret.',
  'signers.first': 'To personer må signere for {name}. Etter deg signerer en annen person også.',
  'signers.passOn': 'Send adressen til den andre. Vedkommende logger inn og signerer der:',
  'signers.second': '{name} har signert. Signerer du også, blir betalingen utført.',
  'approval.use.sandbox-code': 'Bruk en kode i stedet',

  // The accounts of a consent.
  'accounts.legend': 'Kontoene til {name}',
  'accounts.none': 'Det er ingen kontoer her som du kan gi tilgang til.',
  'accounts.next': 'Du godkjenner på neste side. Ingenting blir endret før det.',
  'accounts.added': 'ny',
  'accounts.submit': 'Fortsett',
  'accounts.change': 'Velg andre kontoer',

  // The description of a payment.
  'payment.heading': 'Betaling {number} av {count}',
  'bulk.count': 'Betalinger',
  'bulk.total': 'Sum',
  'bulk.name': 'Navn',
  'payment.amount': 'Beløp',
  'payment.to': 'Til',
  'payment.toAccount': 'Til konto',
  'payment.fromAccount': 'Fra konto',
  'payment.text': 'Tekst',
  'payment.reference': 'Referanse',
  'payment.ultimateDebtor': 'På vegne av',
  'payment.date': 'Dato',
  'payment.soon': 'Så snart som mulig',
  'payment.frequency': 'Gjentas',
  'payment.end': 'Til og med',
  'payment.noEnd': 'Til du stopper den',
  'payment.day': 'Dag i måneden',
  'payment.months': 'Måneder',
  'payment.rule': 'I helger og på helligdager',
  'payment.rule.following': 'Betales neste bankdag',
  'payment.rule.preceeding': 'Betales bankdagen før',
  'payment.not-debitable':
    'Du kan ikke betale fra denne kontoen. Hvis du godkjenner, blir denne betalingen avvist.',
  'payment.not-payable': '{tpp} vil betale fra en konto som du ikke kan bruke her.',
  'payment.other-currency': 'Kontoen er i en annen valuta, så dette blir ikke betalt.',
  'payment.settled.approved': 'Denne betalingen er allerede godkjent. Det endres ikke her.',
  'payment.settled.cancelled': 'Denne betalingen er stoppet. Det endres ikke her.',
  'payment.settled.rejected': 'Denne betalingen ble avvist og blir ikke utført.',
  'payment.settled.waiting': 'Denne betalingen venter på en annen person.',
  'frequency.Daily': 'Hver dag',
  'frequency.Weekly': 'Hver uke',
  'frequency.EveryTwoWeeks': 'Annenhver uke',
  'frequency.Monthly': 'Hver måned',
  'frequency.EveryTwoMonths': 'Annenhver måned',
  'frequency.Quarterly': 'Hvert kvartal',
  'frequency.SemiAnnual': 'To ganger i året',
  'frequency.Annual': 'Hvert år',
  'frequency.MonthlyVariable': 'I valgte måneder',
  'payment.signed-by-you': 'Du har signert denne betalingen. En annen person må også signere den.',

  // Why an authorisation ended without success: on the page and in the redirect (5.12).
  'failed.expired': 'Tiden for godkjenningen er ute',
  'failed.wrong-codes': 'Godkjenningen mislyktes for mange ganger',
  'failed.unknown-customer': 'Det ble ikke oppgitt noe kjent kundenummer',
  'failed.other-customer': 'En annen kunde eller en annen bedrift må logge inn her',
  'failed.joined-basket': 'Betalingen blir nå godkjent sammen med andre',
  'failed.refused': 'Kunden avviste',
  'failed.not-debitable': 'Kunden kan ikke betale fra denne kontoen',
  'failed.not-approvable': 'Det er ikke noe igjen å godkjenne',
  'failed.signed-already': 'Du har signert dette. En annen person må også signere det',
  'failed.fault': 'Godkjenningen feilet i banken',
  'failed.tpp-stopped': 'Appen kan ikke handle for deg i denne banken',
  'failed.withdrawn': 'Appen har trukket forespørselen',
  'failed.rejected': 'Banken kunne ikke godta betalingen',
  'failed.decided-before': 'Betalingen ble endret, stoppet eller avgjort før',
  'failed.access-ended': 'Kunden avsluttet tilgangen',
  'failed.used': 'Lenken er allerede brukt',
  'failed.no-method': 'Kunden har ingen godkjenningsmåte som banken godtar for dette',
  'failed.aborted': 'Kunden gikk tilbake uten å godkjenne',
  'failed.unavailable': 'Banken kan ikke fullføre godkjenningen akkurat nå',

  // Error pages and other notices.
  'page.not-found': 'Fant ikke siden',
  'page.not-found.text': 'Det er ingen side på denne adressen. Åpne lenken i appen en gang til.',
  'page.unknown-link': 'Ukjent lenke',
  'page.unknown-link.text':
    'Vi kjenner ikke denne lenken. Gå tilbake til appen som sendte deg, og start på nytt.',
  'page.form': 'Siden er utløpt',
  'page.form.text':
    'Siden er for gammel, eller den ble åpnet i en annen nettleser. Ingenting er endret.',
  'page.other-browser': 'Ikke tilgjengelig i denne nettleseren',
  'page.other-browser.text':
    'Godkjenningen er avsluttet, eller du logget inn med en annen nettleser. Ingenting er endret her.',
  'page.tpp-stopped': 'Appen kan ikke handle for deg',
  'page.tpp-stopped.text':
    'Banken samarbeider ikke lenger med appen som sendte deg hit. Du kan lukke dette vinduet; ingenting mer kan godkjennes.',
  'page.bad-request': 'Dette forsto vi ikke',
  'page.bad-request.text': 'Noe manglet eller var for stort. Ingenting er endret.',
  'page.too-large': 'Dette var for stort',
  'page.too-large.text':
    'Nettleseren sendte mer enn siden tar imot. Ingenting er endret. Slett informasjonskapslene for dette nettstedet, og åpne lenken i appen en gang til.',
  'page.too-slow': 'Dette tok for lang tid',
  'page.too-slow.text': 'Forespørselen kom ikke fram i tide. Ingenting er endret. Prøv igjen.',
  'page.too-many': 'For mange forsøk',
  'page.too-many.text': 'Det kom for mange forsøk fra nettverket ditt. Vent litt, og prøv igjen.',
  'page.unavailable': 'Ikke tilgjengelig akkurat nå',
  'page.unavailable.text': 'En del av banken svarer ikke. Ingenting er tapt. Prøv igjen om litt.',
  'page.error': 'Noe gikk galt',
  'page.error.text': 'Feilen er vår. Ingenting er tapt. Prøv igjen.',
  'page.done': 'Ferdig',
  'page.done.text': 'Vi har godkjenningen din.',

  ...nbOfAccess,
  ...nbOfApproval,
  ...nbOfEnded,
  ...nbOfOverview,
  ...nbOfPasskey,
  ...nbOfProvider,
};
