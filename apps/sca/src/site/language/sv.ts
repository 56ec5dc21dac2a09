import { svOfAccess } from './access-texts.js';
import { svOfEnded } from './ended-texts.js';
import { svOfApproval } from './approval-texts-sv-da.js';
import type { Catalogue } from './en.js';
import { svOfOverview } from './overview-texts.js';
import { svOfPasskey } from './passkey-texts.js';
import { svOfProvider } from './provider-texts.js';

/** The Swedish texts of the site. */
export const sv: Catalogue = {
  // The frame of the pages, and links away from them.
  'frame.tagline': 'Godkännande',
  'frame.about': 'Om den här sidan från {bank}',
  'frame.overview': 'Mina appar och underskrifter',
  'frame.testEnvironment': 'Testmiljö',
  'frame.sandbox': 'Bara testkunder och testpengar.',
  'frame.language': 'Språk',
  'back.to': 'Tillbaka till {tpp}',
  'back.cancel': 'Avbryt och gå tillbaka till {tpp}',
  'back.keep': 'Behåll betalningen och gå tillbaka till {tpp}',
  'back.closeWindow': 'Du kan stänga det här fönstret.',
  again: 'Försök igen',

  // The start page.
  'start.title': '{bank}: godkänn betalningar och hantera åtkomst',
  'start.text':
    'På den här sidan från {bank} godkänner du betalningar som du gör i appar och bestämmer vilka appar som får se dina konton.',
  'start.overview': 'Se vad som väntar på din underskrift och vilka appar som har åtkomst.',
  'start.link': 'Ska du godkänna något? Öppna länken i appen där du började.',

  // The log-in and the page before it.
  'logIn.title': 'Logga in',
  'logIn.payment': '{tpp} ber dig godkänna en betalning.',
  'logIn.basket': '{tpp} ber dig godkänna flera betalningar.',
  'logIn.cancellation': '{tpp} ber dig stoppa en betalning.',
  'tpp.id': '{tpp} är registrerad som {id}.',
  'logIn.customerNumber': 'Kundnummer',
  'logIn.hint': 'Elva siffror',
  'logIn.sandboxHint': 'Testkunder har inget lösenord.',
  'logIn.submit': 'Logga in',
  'logIn.form': 'Ett kundnummer har elva siffror.',
  'logIn.unknown': 'Vi känner inte till det här kundnumret.',
  'logIn.testCustomers': 'Eller logga in som en testkund',
  'waiting.title': 'Ett ögonblick',
  'waiting.text': 'Vi förbereder. Sidan går vidare av sig själv.',
  'logIn.overview':
    'Logga in för att se vad som väntar på din underskrift och vilka appar som har åtkomst till dina konton.',

  // The approval page.
  'context.PRIVATE': 'Mig själv, som privatperson',
  'context.CORPORATE': 'Ett företag',
  'context.submit': 'Visa vad jag kan godkänna här',
  'approval.withoutMethodText':
    'Banken kräver ett starkare bevis än du kan ge här. Inget är godkänt. Kontakta banken för att få ett annat sätt att godkänna.',
  'approval.withoutMethodBack': 'Inget är godkänt när du går tillbaka till {tpp}.',
  'approval.unpayable': 'Det finns ingenting som du kan godkänna här',
  'approval.unpayableText':
    'Om du går tillbaka till {tpp} avvisas betalningen och ingenting betalas.',
  'approval.unpayableBasket':
    'Om du går tillbaka till {tpp} avvisas betalningarna och ingenting betalas.',
  'approval.contact': 'Bekräfta vem du är',
  'approval.contactText': 'I en timme kan {tpp} läsa det du har gett åtkomst till.',
  'approval.contactTextExempt': '{tpp} kan läsa det du har gett åtkomst till.',
  'approval.actsFor': 'Du företräder',
  'approval.sandboxCode': 'Testmiljö: din kod är',
  'approval.code': 'Kod',
  'approval.codeHint.approve': 'Koden godkänner exakt det du ser här.',
  'approval.codeHint.stop': 'Koden stoppar den här betalningen.',
  'approval.codeHint.access': 'Koden bekräftar exakt det du ser här.',
  'approval.codeHint.identity': 'Koden bekräftar att det är du.',
  'approval.submit.cancellation': 'Stoppa betalningen',
  'approval.stopHint.once':
    'Betalningen är godkänd och inte genomförd ännu. Om du stoppar den genomförs den inte.',
  'approval.stopHint.periodic': 'Betalningarna är godkända. Om du stoppar dem genomförs inga fler.',
  'approval.submit.access': 'Ge åtkomst',
  'approval.submit.end': 'Återkalla åtkomsten',
  'approval.submit.contact': 'Bekräfta',
  'approval.refuse': 'Neka',
  'approval.keep': 'Behåll betalningen',
  'approval.refuseHint.payment':
    'Betalningen är inte godkänd ännu. Om du nekar genomförs den inte.',
  'approval.refuseHint.basket': 'Om du nekar genomförs ingen av betalningarna som väntar på dig.',
  'approval.refuseHint.cancellation': 'Om du behåller betalningen genomförs den som planerat.',
  'approval.until': 'Du kan använda den här sidan till kl. {time}.',
  'notice.wrong-code': {
    one: 'Koden är fel. Du har {count} försök kvar.',
    other: 'Koden är fel. Du har {count} försök kvar.',
  },
  'notice.changed':
    'Det här har ändrats sedan du såg det. Kontrollera det och använd den nya koden.',
  'notice.choose': 'Välj minst ett konto, eller neka.',
  'approval.overview': 'Bekräfta att det är du',
  'approval.submit.overview': 'Gå vidare',
  'approval.refuseHint.overview': 'Om du nekar ser du ingenting, och ingenting ändras.',
  'signers.first':
    'Två personer måste skriva under för {name}. Efter dig skriver en annan person också under.',
  'signers.passOn': 'Skicka adressen vidare. Den andra personen loggar in och skriver under där:',
  'signers.second': '{name} har skrivit under. Om du också skriver under genomförs betalningen.',
  'approval.use.sandbox-code': 'Använd en kod i stället',

  // The accounts of a consent.
  'accounts.legend': 'Konton för {name}',
  'accounts.none': 'Det finns inga konton här som du kan ge åtkomst till.',
  'accounts.next': 'Du godkänner på nästa sida. Ingenting ändras innan dess.',
  'accounts.added': 'nytt',
  'accounts.submit': 'Fortsätt',
  'accounts.change': 'Välj andra konton',

  // The description of a payment.
  'payment.heading': 'Betalning {number} av {count}',
  'bulk.count': 'Betalningar',
  'bulk.total': 'Summa',
  'bulk.name': 'Namn',
  'payment.amount': 'Belopp',
  'payment.to': 'Till',
  'payment.toAccount': 'Till konto',
  'payment.fromAccount': 'Från konto',
  'payment.text': 'Text',
  'payment.reference': 'Referens',
  'payment.ultimateDebtor': 'För',
  'payment.date': 'Datum',
  'payment.soon': 'Så snart som möjligt',
  'payment.frequency': 'Upprepas',
  'payment.end': 'Till och med',
  'payment.noEnd': 'Tills du stoppar den',
  'payment.day': 'Dag i månaden',
  'payment.months': 'Månader',
  'payment.rule': 'På helger och helgdagar',
  'payment.rule.following': 'Betalas nästa bankdag',
  'payment.rule.preceeding': 'Betalas bankdagen före',
  'payment.not-debitable':
    'Du kan inte betala från det här kontot. Om du godkänner avvisas den här betalningen.',
  'payment.not-payable': '{tpp} vill betala från ett konto som du inte kan använda här.',
  'payment.other-currency': 'Kontot är i en annan valuta, så det här betalas inte.',
  'payment.settled.approved': 'Den här betalningen är redan godkänd. Det ändras inte här.',
  'payment.settled.cancelled': 'Den här betalningen är stoppad. Det ändras inte här.',
  'payment.settled.rejected': 'Den här betalningen avvisades och genomförs inte.',
  'payment.settled.waiting': 'Den här betalningen väntar på en annan person.',
  'frequency.Daily': 'Varje dag',
  'frequency.Weekly': 'Varje vecka',
  'frequency.EveryTwoWeeks': 'Varannan vecka',
  'frequency.Monthly': 'Varje månad',
  'frequency.EveryTwoMonths': 'Varannan månad',
  'frequency.Quarterly': 'Varje kvartal',
  'frequency.SemiAnnual': 'Två gånger om året',
  'frequency.Annual': 'Varje år',
  'frequency.MonthlyVariable': 'I valda månader',
  'payment.signed-by-you':
    'Du har skrivit under den här betalningen. En annan person måste också skriva under den.',

  // Why an authorisation ended without success.
  'failed.expired': 'Tiden för godkännandet är slut',
  'failed.wrong-codes': 'Godkännandet misslyckades för många gånger',
  'failed.unknown-customer': 'Inget känt kundnummer angavs',
  'failed.other-customer': 'En annan kund eller ett annat företag måste logga in här',
  'failed.joined-basket': 'Betalningen godkänns nu tillsammans med andra',
  'failed.refused': 'Kunden nekade',
  'failed.not-debitable': 'Kunden kan inte betala från det här kontot',
  'failed.not-approvable': 'Det finns ingenting kvar att godkänna',
  'failed.signed-already':
    'Du har skrivit under det här. En annan person måste också skriva under det',
  'failed.fault': 'Godkännandet misslyckades i banken',
  'failed.tpp-stopped': 'Appen får inte agera för dig i den här banken',
  'failed.withdrawn': 'Appen har dragit tillbaka sin begäran',
  'failed.rejected': 'Banken kunde inte ta emot betalningen',
  'failed.decided-before': 'Betalningen ändrades, stoppades eller avgjordes tidigare',
  'failed.access-ended': 'Kunden återkallade åtkomsten',
  'failed.used': 'Länken har redan använts',
  'failed.no-method': 'Kunden har inget sätt att godkänna som banken accepterar för detta',
  'failed.aborted': 'Kunden gick tillbaka utan att godkänna',
  'failed.unavailable': 'Banken kan inte slutföra godkännandet just nu',

  // Error pages and other notices.
  'page.not-found': 'Sidan finns inte',
  'page.not-found.text':
    'Det finns ingen sida på den här adressen. Öppna länken i din app en gång till.',
  'page.unknown-link': 'Okänd länk',
  'page.unknown-link.text':
    'Vi känner inte till den här länken. Gå tillbaka till appen som skickade dig och börja om.',
  'page.form': 'Sidan har gått ut',
  'page.form.text':
    'Sidan är för gammal, eller så öppnades den i en annan webbläsare. Ingenting har ändrats.',
  'page.other-browser': 'Inte tillgängligt i den här webbläsaren',
  'page.other-browser.text':
    'Godkännandet är avslutat, eller så loggade du in med en annan webbläsare. Ingenting har ändrats här.',
  'page.tpp-stopped': 'Appen får inte agera för dig',
  'page.tpp-stopped.text':
    'Banken samarbetar inte längre med appen som skickade dig hit. Du kan stänga det här fönstret; inget mer kan godkännas.',
  'page.bad-request': 'Det förstod vi inte',
  'page.bad-request.text': 'Något saknades eller var för stort. Ingenting har ändrats.',
  'page.too-large': 'Det var för stort',
  'page.too-large.text':
    'Webbläsaren skickade mer än sidan tar emot. Ingenting har ändrats. Ta bort kakorna för den här webbplatsen och öppna länken i appen en gång till.',
  'page.too-slow': 'Det tog för lång tid',
  'page.too-slow.text': 'Begäran kom inte fram i tid. Ingenting har ändrats. Försök igen.',
  'page.too-many': 'För många försök',
  'page.too-many.text':
    'Det kom för många försök från ditt nätverk. Vänta en stund och försök igen.',
  'page.unavailable': 'Inte tillgängligt just nu',
  'page.unavailable.text':
    'En del av banken svarar inte. Ingenting har gått förlorat. Försök igen om en stund.',
  'page.error': 'Något gick fel',
  'page.error.text': 'Felet är vårt. Ingenting har gått förlorat. Försök igen.',
  'page.done': 'Klart',
  'page.done.text': 'Vi har ditt godkännande.',

  ...svOfAccess,
  ...svOfApproval,
  ...svOfEnded,
  ...svOfOverview,
  ...svOfPasskey,
  ...svOfProvider,
};
