import { daOfAccess } from './access-texts.js';
import { daOfEnded } from './ended-texts.js';
import { daOfApproval } from './approval-texts-sv-da.js';
import type { Catalogue } from './en.js';
import { daOfOverview } from './overview-texts.js';
import { daOfPasskey } from './passkey-texts.js';
import { daOfProvider } from './provider-texts.js';

/** The Danish texts of the site. */
export const da: Catalogue = {
  // The frame of the pages, and links away from them.
  'frame.tagline': 'Godkendelse',
  'frame.about': 'Om denne side fra {bank}',
  'frame.overview': 'Mine apps og underskrifter',
  'frame.testEnvironment': 'Testmiljø',
  'frame.sandbox': 'Kun testkunder og testpenge.',
  'frame.language': 'Sprog',
  'back.to': 'Tilbage til {tpp}',
  'back.cancel': 'Annuller og gå tilbage til {tpp}',
  'back.keep': 'Behold betalingen og gå tilbage til {tpp}',
  'back.closeWindow': 'Du kan lukke dette vindue.',
  again: 'Prøv igen',

  // The start page.
  'start.title': '{bank}: godkend betalinger og styr adgang',
  'start.text':
    'På denne side fra {bank} godkender du betalinger, som du foretager i apps, og bestemmer, hvilke apps der må se dine konti.',
  'start.overview': 'Se, hvad der venter på din underskrift, og hvilke apps der har adgang.',
  'start.link': 'Skal du godkende noget? Åbn linket i den app, hvor du begyndte.',

  // The log-in and the page before it.
  'logIn.title': 'Log ind',
  'logIn.payment': '{tpp} beder dig godkende en betaling.',
  'logIn.basket': '{tpp} beder dig godkende flere betalinger.',
  'logIn.cancellation': '{tpp} beder dig stoppe en betaling.',
  'tpp.id': '{tpp} er registreret som {id}.',
  'logIn.customerNumber': 'Kundenummer',
  'logIn.hint': 'Elleve cifre',
  'logIn.sandboxHint': 'Testkunder har ingen adgangskode.',
  'logIn.submit': 'Log ind',
  'logIn.form': 'Et kundenummer har elleve cifre.',
  'logIn.unknown': 'Vi kender ikke dette kundenummer.',
  'logIn.testCustomers': 'Eller log ind som en testkunde',
  'waiting.title': 'Et øjeblik',
  'waiting.text': 'Vi gør klar. Siden går videre af sig selv.',
  'logIn.overview':
    'Log ind for at se, hvad der venter på din underskrift, og hvilke apps der har adgang til dine konti.',

  // The approval page.
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
    'Betalingen er godkendt og endnu ikke gennemført. Hvis du stopper den, bliver den ikke gennemført.',
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
  'approval.until': 'Du kan bruge denne side til kl. {time}.',
  'notice.wrong-code': {
    one: 'Koden er forkert. Du har {count} forsøg tilbage.',
    other: 'Koden er forkert. Du har {count} forsøg tilbage.',
  },
  'notice.changed': 'Dette er ændret, siden du så det. Kontrollér det, og brug den nye kode.',
  'notice.choose': 'Vælg mindst én konto, eller afvis.',
  'approval.overview': 'Bekræft, at det er dig',
  'approval.submit.overview': 'Gå videre',
  'approval.refuseHint.overview': 'Hvis du afviser, ser du intet, og intet bliver ændret.',
  'signers.first':
    'To personer skal skrive under for {name}. Efter dig skriver en anden person også under.',
  'signers.passOn': 'Send adressen videre. Den anden person logger ind og skriver under der:',
  'signers.second':
    '{name} har skrevet under. Skriver du også under, bliver betalingen gennemført.',
  'approval.use.sandbox-code': 'Brug en kode i stedet',

  // The accounts of a consent.
  'accounts.legend': 'Konti for {name}',
  'accounts.none': 'Der er ingen konti her, som du kan give adgang til.',
  'accounts.next': 'Du godkender på næste side. Intet bliver ændret før det.',
  'accounts.added': 'ny',
  'accounts.submit': 'Fortsæt',
  'accounts.change': 'Vælg andre konti',

  // The description of a payment.
  'payment.heading': 'Betaling {number} af {count}',
  'bulk.count': 'Betalinger',
  'bulk.total': 'Sum',
  'bulk.name': 'Navn',
  'payment.amount': 'Beløb',
  'payment.to': 'Til',
  'payment.toAccount': 'Til konto',
  'payment.fromAccount': 'Fra konto',
  'payment.text': 'Tekst',
  'payment.reference': 'Reference',
  'payment.ultimateDebtor': 'På vegne af',
  'payment.date': 'Dato',
  'payment.soon': 'Så snart som muligt',
  'payment.frequency': 'Gentages',
  'payment.end': 'Til og med',
  'payment.noEnd': 'Til du stopper den',
  'payment.day': 'Dag i måneden',
  'payment.months': 'Måneder',
  'payment.rule': 'I weekender og på helligdage',
  'payment.rule.following': 'Betales næste bankdag',
  'payment.rule.preceeding': 'Betales bankdagen før',
  'payment.not-debitable':
    'Du kan ikke betale fra denne konto. Hvis du godkender, bliver denne betaling afvist.',
  'payment.not-payable': '{tpp} vil betale fra en konto, som du ikke kan bruge her.',
  'payment.other-currency': 'Kontoen er i en anden valuta, så dette bliver ikke betalt.',
  'payment.settled.approved': 'Denne betaling er allerede godkendt. Det ændres ikke her.',
  'payment.settled.cancelled': 'Denne betaling er stoppet. Det ændres ikke her.',
  'payment.settled.rejected': 'Denne betaling blev afvist og bliver ikke gennemført.',
  'payment.settled.waiting': 'Denne betaling venter på en anden person.',
  'frequency.Daily': 'Hver dag',
  'frequency.Weekly': 'Hver uge',
  'frequency.EveryTwoWeeks': 'Hver anden uge',
  'frequency.Monthly': 'Hver måned',
  'frequency.EveryTwoMonths': 'Hver anden måned',
  'frequency.Quarterly': 'Hvert kvartal',
  'frequency.SemiAnnual': 'To gange om året',
  'frequency.Annual': 'Hvert år',
  'frequency.MonthlyVariable': 'I valgte måneder',
  'payment.signed-by-you':
    'Du har underskrevet denne betaling. En anden person skal også underskrive den.',

  // Why an authorisation ended without success.
  'failed.expired': 'Tiden for godkendelsen er udløbet',
  'failed.wrong-codes': 'Godkendelsen mislykkedes for mange gange',
  'failed.unknown-customer': 'Der blev ikke oplyst noget kendt kundenummer',
  'failed.other-customer': 'En anden kunde eller en anden virksomhed skal logge ind her',
  'failed.joined-basket': 'Betalingen bliver nu godkendt sammen med andre',
  'failed.refused': 'Kunden afviste',
  'failed.not-debitable': 'Kunden kan ikke betale fra denne konto',
  'failed.not-approvable': 'Der er ikke mere at godkende',
  'failed.signed-already': 'Du har underskrevet dette. En anden person skal også underskrive det',
  'failed.fault': 'Godkendelsen mislykkedes i banken',
  'failed.tpp-stopped': 'Appen må ikke handle for dig i denne bank',
  'failed.withdrawn': 'Appen har trukket sin anmodning tilbage',
  'failed.rejected': 'Banken kunne ikke tage imod betalingen',
  'failed.decided-before': 'Betalingen blev ændret, stoppet eller afgjort før',
  'failed.access-ended': 'Kunden afsluttede adgangen',
  'failed.used': 'Linket er allerede brugt',
  'failed.no-method': 'Kunden har ingen måde at godkende på, som banken accepterer til dette',
  'failed.aborted': 'Kunden gik tilbage uden at godkende',
  'failed.unavailable': 'Banken kan ikke fuldføre godkendelsen lige nu',

  // Error pages and other notices.
  'page.not-found': 'Siden findes ikke',
  'page.not-found.text': 'Der er ingen side på denne adresse. Åbn linket i din app en gang til.',
  'page.unknown-link': 'Ukendt link',
  'page.unknown-link.text':
    'Vi kender ikke dette link. Gå tilbage til den app, der sendte dig, og begynd forfra.',
  'page.form': 'Siden er udløbet',
  'page.form.text':
    'Siden er for gammel, eller den blev åbnet i en anden browser. Intet er ændret.',
  'page.other-browser': 'Ikke tilgængelig i denne browser',
  'page.other-browser.text':
    'Godkendelsen er afsluttet, eller du loggede ind med en anden browser. Intet er ændret her.',
  'page.tpp-stopped': 'Appen må ikke handle for dig',
  'page.tpp-stopped.text':
    'Banken samarbejder ikke længere med den app, der sendte dig hertil. Du kan lukke dette vindue; der kan ikke godkendes mere.',
  'page.bad-request': 'Det forstod vi ikke',
  'page.bad-request.text': 'Noget manglede eller var for stort. Intet er ændret.',
  'page.too-large': 'Det var for stort',
  'page.too-large.text':
    'Browseren sendte mere, end siden tager imod. Intet er ændret. Slet cookies for dette websted, og åbn linket i appen en gang til.',
  'page.too-slow': 'Det tog for lang tid',
  'page.too-slow.text': 'Anmodningen nåede ikke frem i tide. Intet er ændret. Prøv igen.',
  'page.too-many': 'For mange forsøg',
  'page.too-many.text': 'Der kom for mange forsøg fra dit netværk. Vent lidt, og prøv så igen.',
  'page.unavailable': 'Ikke tilgængelig lige nu',
  'page.unavailable.text': 'En del af banken svarer ikke. Intet er gået tabt. Prøv igen om lidt.',
  'page.error': 'Noget gik galt',
  'page.error.text': 'Fejlen er vores. Intet er gået tabt. Prøv igen.',
  'page.done': 'Færdig',
  'page.done.text': 'Vi har din godkendelse.',

  ...daOfAccess,
  ...daOfApproval,
  ...daOfEnded,
  ...daOfOverview,
  ...daOfPasskey,
  ...daOfProvider,
};
