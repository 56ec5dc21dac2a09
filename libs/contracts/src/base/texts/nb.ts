import type { TextKey } from './en.js';
import { nbOfProfile } from './profile-texts.js';
import { nbForPsu } from './psu-texts.js';
import { nbOfSandbox } from './sandbox-texts.js';
import { textsOfSettings } from './setting-texts.js';

/** The Norwegian (bokmål) texts. The type requires every key of the English ones. */
export const nb: Readonly<Record<TextKey, string>> = {
  // A JSON body, and the bank profile.
  'json.empty': 'Forespørselen mangler innhold; det skal være et JSON-objekt.',
  'json.tooLarge': 'Innholdet er større enn {max} byte.',
  'json.byteOrderMark': 'Innholdet begynner med et byterekkefølgemerke; send UTF-8 uten.',
  'json.invalidUtf8': 'Innholdet er ikke gyldig UTF-8.',
  'json.malformed': 'Innholdet er ikke gyldig JSON.',
  'json.malformedAt': 'Innholdet er ikke gyldig JSON: se linje {line}, kolonne {column}.',
  'json.tooDeep': 'Innholdet nøster objekter og lister i mer enn {max} nivåer.',
  'faults.more': 'Forespørselen har flere feil: bare de første {count} er nevnt her.',
  'json.tooManyMembers':
    'Innholdet har flere enn {max} felt, og det er flere enn noen forespørsel trenger.',
  'json.objectTooLarge':
    'Et objekt i innholdet har flere enn {max} felt, og det er flere enn noen forespørsel trenger.',
  'json.notObject': 'Innholdet må være et JSON-objekt.',
  'json.duplicateMember': 'Objektet har dette feltet mer enn én gang.',
  'member.required': 'Feltet er påkrevd.',
  'member.withoutEffect': 'Feltet {member} godtas, men endrer ingenting her.',
  'member.spelledTwice':
    'Det samme feltet er sendt med en annen skrivemåte: {member}. Send bare ett.',
  'member.executionTime': 'Et klokkeslett for utførelse støttes ikke; bruk requestedExecutionDate.',
  'member.unknown': 'Feltet er ikke kjent her; kontroller skrivemåten.',
  'type.string': 'Verdien må være en JSON-streng.',
  'type.object': 'Verdien må være et JSON-objekt.',
  'type.array': 'Verdien må være en JSON-liste.',
  'type.integer': 'Verdien må være et JSON-heltall.',
  'text.empty': 'Teksten kan ikke være tom.',
  'text.invisible': 'Teksten må ha et synlig tegn.',
  'text.tooLong': 'Teksten er lengre enn {max} tegn.',
  'text.character':
    'Tegnet {character} i posisjon {position} kan ikke behandles; utskrivbare Latin-1-tegn godtas, formateringstegn ikke.',
  'choice.unlisted': 'Verdien er ikke blant de oppførte kodene.',
  'choice.oneOf': 'Verdien må være en av: {allowed}.',
  'uuid.form': 'Verdien må være en UUID.',
  'list.empty': 'Listen kan ikke være tom.',
  'list.tooLong': 'Listen har mer enn {max} elementer.',
  'list.duplicate': 'Listen har denne verdien mer enn én gang.',
  'number.range': 'Verdien må være et helt tall fra {min} til {max}.',
  'amount.form':
    'Beløpet må være en desimalstreng større enn null, uten fortegn, eksponent eller ledende nuller, med høyst 18 sifre, hvorav høyst 5 desimaler.',
  'amount.minorUnits': 'Et beløp i {currency} har høyst {digits} desimaler.',
  'account.missing': 'Kontoen må ha bban eller iban.',
  'account.disagree': 'Kontonummeret i bban er ikke det samme som i iban.',
  'bban.form': 'bban må ha 1 til 30 bokstaver og sifre, uten mellomrom eller punktum.',
  'bban.notNorwegian': 'bban må være et norsk kontonummer med 11 sifre.',
  'bban.checkDigit': 'Kontrollsifferet i kontonummeret er feil.',
  'iban.form':
    'iban må skrives i elektronisk form: land, to kontrollsifre, konto; uten mellomrom, høyst 34 tegn.',
  'iban.invalid': 'iban har feil lengde, oppbygning eller kontrollsifre.',
  'iban.notNorwegian': 'En innenlandsk betaling krever norsk iban.',
  'account.otherIdentification': 'Feltet {member} støttes ikke; bruk iban eller bban.',
  'basket.consents': 'En signeringskurv har bare betalinger; consentIds må være tom.',
  'bic.form':
    'En BIC må ha 8 eller 11 store bokstaver og sifre, med bokstaver på plass 5 og 6 (ISO 9362).',
  'bic.lowerCase': 'En BIC skrives med store bokstaver; små bokstaver godtas ikke.',
  'bic.country':
    'Plass 5 og 6 i en BIC må være et land i ISO 3166 eller XK; {country} er ikke et land.',
  'date.form': 'Datoen må skrives ÅÅÅÅ-MM-DD.',
  'date.notInCalendar': 'Datoen finnes ikke i kalenderen.',
  'date.past': 'Datoen er før dagens dato ({today}).',
  'date.tooLate': 'Datoen er for langt fram: den siste mulige er {last}.',
  'date.noOccurrence': 'Oppdraget slutter før den første utførelsen, som er {first}.',
  'account.same': 'Mottakerens konto er betalerens konto.',
  'serviceLevel.sepa': 'En betaling i euro innenfor SEPA-området kan ikke haste.',
  'date.endBeforeStart': 'Sluttdatoen er før startdatoen.',
  'dayOfExecution.form': 'Utførelsesdagen må være en streng med ett eller to sifre.',
  'dayOfExecution.range': 'Utførelsesdagen må være fra 1 til 31.',
  'dayOfExecution.notWithFrequency': 'Frekvensen {frequency} har ingen utførelsesdag.',
  'monthsOfExecution.notWithFrequency':
    'Utførelsesmåneder brukes bare med frekvensen MonthlyVariable, ikke med {frequency}.',
  'monthsOfExecution.required': 'Frekvensen MonthlyVariable krever utførelsesmåneder.',
  'monthsOfExecution.december':
    'Måneden må være fra 1 til 11; x-accept-fix-verdien months-of-execution-12 tillater 12.',
  'city.deprecated': 'Feltet city er utfaset; bruk townName.',
  'type.boolean': 'Verdien må være true eller false.',
  'amount.productCurrency': 'Dette produktet gjelder bare {currency}.',
  'amount.noLimit':
    'Banken har beløpsgrenser for dette produktet, og ingen i {currency}: betalinger kan gjøres i {allowed}.',
  'amount.aboveLimit': 'Én betaling med dette produktet er høyst {amount} {currency}.',
  'exchange.noRate': 'Banken har ingen vekslingskurs for {currency}.',
  'exchange.impossible':
    'Banken kan ikke veksle dette beløpet: i {currency} er det ingenting, eller har mer enn 18 sifre.',
  'bulk.sumTooLarge':
    'Summen av betalingene har mer enn 18 sifre i {currency}; la hver betaling bli bokført for seg.',
  'date.closed': 'Bankene er stengt den ønskede dagen, {day}; betalingen blir utført {date}.',
  'date.afterCutOff': 'Betalingen kom etter {cutOff} i Oslo; den blir utført {date}.',
  'iban.required': 'Dette produktet krever kontoens iban.',
  'iban.notSepa': 'iban er fra {country}, som ikke er et land i SEPA-området for betalinger.',
  'date.instant':
    'En straksbetaling utføres med en gang: utelat datoen eller send dagens dato ({today}).',
  'kid.invalid':
    'Referansen er ikke en KID: 2 til 25 sifre med kontrollsiffer etter modulus 10 eller 11. Et fakturanummer har referenceType CINV.',
  'kid.missing': 'Denne mottakeren krever KID: send den i remittanceInformationStructuredArray.',
  'reference.creditorReference':
    'Referansen begynner med RF, men er ingen kreditorreferanse etter ISO 11649.',
  'remittance.oneWay': 'En betaling har enten fritekst eller strukturerte referanser, i ett felt.',
  'remittance.deprecated':
    'Feltet remittanceInformationStructured skal utfases; bruk remittanceInformationStructuredArray.',
  'regulatoryReporting.code': 'Koden må ha to sifre.',
  'regulatoryReporting.incomplete':
    'Rapportering til valutaregisteret krever både regulatoryReportingCode og regulatoryReportingInformation.',
  'address.structured':
    'Betalingen krever en strukturert adresse: townName og country for mottakeren og BIC i creditorAgent.',
  'address.exchanged':
    'Beløpet er i {currency} og kontoen i {accountCurrency}: Valutaveksling krever townName og country for mottakeren og BIC i creditorAgent.',

  // The request as a whole: headers, query, route, TPP, resource.
  'header.required': 'Headeren {header} er påkrevd her.',
  'header.malformed': 'Headeren har ikke den formen spesifikasjonen krever.',
  'header.beyondAscii':
    'Headeren kan bare ha synlige ASCII-tegn. Skriv andre tegn i en adresse med prosentkoding (RFC 3986), og vertsnavnet på xn---form.',
  'header.tooLong': 'Headeren har mer enn {max} tegn.',
  'header.listTooLong': 'Headeren lister mer enn {max} verdier.',
  'header.psuOrContext':
    'Headeren PSU-ID er påkrevd her; ved første kontakt kan PSU-Context (PRIVATE eller CORPORATE) sendes i stedet.',
  'header.acceptFix': 'Headeren x-accept-fix er påkrevd her: send amount-as-string.',
  'header.sessionOfPsu': 'Headeren TPP-Session-ID er påkrevd her, sammen med PSU-ID.',
  'header.privateAgreement':
    'PSU-Context sier PRIVATE, mens PSU-Corporate-ID oppgir en avtale: send bare en av dem.',
  'header.repeated': 'Headeren kan bare sendes én gang.',
  'header.redirectUri':
    'Adressen må være absolutt, bruke https og ha et vertsnavn uten brukerinfo og jokertegn.',
  'header.unknownFix': 'Rettelsen {fix} er ukjent og har ingen virkning.',
  'header.amountAsString': 'Beløp er tekst her; oppgi amount-as-string i x-accept-fix.',
  'query.required': 'Parameteren {parameter} er påkrevd her.',
  'query.repeated': 'Parameteren kan bare sendes én gang.',
  'query.unknown': 'Det finnes ingen slik parameter her.',
  'query.misspelt': 'Det finnes ingen slik parameter her; det riktige navnet er {parameter}.',
  'query.noDelta':
    'En liste over endringer støttes ikke; be om dager med dateFrom, og følg lenken next.',
  'limit.form': 'limit må være et helt tall av sifre, minst 1.',
  'limit.aboveMax': 'En side har høyst {max} transaksjoner.',
  'offset.form': 'offset må være den i en lenke, eller et tall fra 0 til {max}.',
  'offset.startAgain':
    'offset hører ikke til denne lesingen, eller lesingen begynte for over {minutes} minutter siden: begynn på nytt uten offset.',
  'dateFrom.afterDateTo': 'Den første dagen er etter den siste.',
  'dateFrom.withoutPsu':
    'Uten brukeren er transaksjoner høyst {days} dager gamle: den første dagen er {date}.',
  'dateFrom.sessionOver':
    'Timen for økten er over: den første dagen er {date}. Transaksjoner eldre enn {days} dager krever ny SCA, som en forespørsel med en eldre dateFrom starter.',
  'pending.all': 'Alle ventende transaksjoner vises: {parameter} endrer ingenting her.',
  'transaction.withoutPsu':
    'Uten brukeren er transaksjoner høyst {days} dager gamle; denne er eldre.',
  'access.exceeded':
    'Uten brukeren leses dette høyst {max} ganger på 24 timer; neste lesing er mulig fra {until}.',
  'funds.exceeded':
    'Uten brukeren bekreftes dekningen på en konto høyst {max} ganger på 24 timer; neste spørsmål er mulig fra {until}.',
  'funds.notConvertible':
    'Banken har ingen kurs for {currency} som beløpet kan sammenlignes med kontoen etter.',
  'account.notGranted':
    'Brukeren har ikke gitt tredjeparten tilgang til denne kontoen, eller kan ikke se den nå.',
  'account.unknown': 'Banken har ingen slik konto.',
  'route.unknown': 'Det finnes ingenting på denne adressen.',
  'route.slash': 'Det finnes ingenting på denne adressen. Utelat skråstreken på slutten: {path}',
  'route.method': 'Denne adressen tar ikke imot {method}.',
  'request.contentType': 'Innholdet må være JSON (application/json, UTF-8).',
  'request.contentCoding': 'Innholdskoding tas ikke imot: send innholdet som det er.',
  'request.transferCoding': 'Den eneste overføringskodingen for en forespørsel er chunked.',
  'request.accept': 'Svar er JSON; Accept-headeren utelukker det.',
  'request.acceptEncoding':
    'Svar sendes som de er, eller kodet med gzip eller br; Accept-Encoding-headeren utelukker alt dette.',
  'request.tooLarge': 'Forespørselen er større enn grensesnittet tar imot.',
  'request.tooSlow': 'Forespørselen brukte lengre tid på å komme inn enn grensesnittet venter.',
  'request.tooMany': 'For mange forespørsler; Retry-After sier når den neste er velkommen.',
  'request.malformed':
    'Forespørselen er ikke velformet HTTP: kontroller forespørselslinjen, headerlinjene og lengden.',
  'request.path':
    'Adressen er ikke velformet: etter et prosenttegn kommer to heksadesimale sifre av UTF-8.',
  'request.expectation': 'Expect-headeren kan bare være 100-continue.',
  'role.missing': 'Operasjonen krever et sertifikat med en av disse rollene: {roles}.',
  'tpp.withdrawn':
    'Registeret over tredjeparter oppgir ikke lenger denne tredjeparten som godkjent.',
  'tpp.unknown': 'Registeret over tredjeparter kjenner ikke denne tredjeparten.',
  'tpp.stopped': 'Banken har stoppet denne tredjeparten.',
  'tpp.stoppedUntil': 'Banken har stoppet denne tredjeparten til og med {until}.',
  'product.unknown': 'Dette betalingsproduktet er ukjent. Banken tilbyr her: {products}.',
  'product.off': 'Banken har slått av dette betalingsproduktet. Banken tilbyr her: {products}.',
  'product.otherService':
    'Dette betalingsproduktet tilbys ikke her, men i: {services}. Banken tilbyr her: {products}.',
  'resource.unknown': 'Ingen slik ressurs tilhører denne tredjeparten.',
  'resource.unknownBeforeApproval':
    'Ingenting vises av denne betalingen før den er godkjent; rettelsen payment-status-before-approval i x-accept-fix endrer det.',
  'resource.psuMismatch':
    'Ingen slik ressurs tilhører denne brukeren: send den PSU-ID-en den ble laget med, eller en annen signatars sammen med avtalens PSU-Corporate-ID.',
  'request.idReused': 'Denne X-Request-ID hører til en annen forespørsel fra tredjeparten.',
  'amount.signed':
    'Et beløp her er en streng ulik null, med minus foran for en belastning: høyst 18 siffer, høyst 5 av dem desimaler.',
  'date.range': 'Datoen må være fra {first} til {last}.',
  'transaction.pendingDebit': 'Bare en belastning kan være reservert: beløpet har minus foran.',
  'transaction.pendingDate': 'En reservert transaksjon er fra i dag og har ingen slik dato.',
  'transaction.staysBooked': 'En bokført transaksjon kan ikke bli reservert.',
  'transaction.noFunds': 'Kontoen har ikke så mye disponibelt.',
  'transaction.ofPayment': 'En betaling er avhengig av denne reserverte transaksjonen.',
  'transaction.accountAmount': 'Kontoen har en annen valuta.',
  'customerNumber.form': 'En person har et nummer på 11 siffer, en organisasjon et på 8 eller 9.',
  'customerNumber.person': 'Nummeret til en person har 11 siffer.',
  'customerNumber.organisation': 'Nummeret til en organisasjon har 8 eller 9 siffer.',
  'amount.signedOrZero':
    'Et beløp her har høyst 18 siffer, høyst 5 av dem desimaler, og minus foran for en belastning.',
  'exchangeRate.form': 'En kurs er over null: høyst 10 siffer, og høyst 10 desimaler.',
  'percentage.form': 'En prosentsats har høyst tre siffer, og høyst 10 desimaler.',
  'dateTime.form': 'Tidspunktet må skrives som i 2030-03-01T10:00:00Z (ISO 8601).',
  'bban.checkDigitOfSandbox':
    'Kontonummeret har feil kontrollsiffer. Bare denne sandkassen godtar nummeret.',
  'list.objectOrList': 'Innholdet må være et objekt, eller en liste med 1 til {max} objekter.',
  'limit.ofAgreements': 'Grensen er et heltall fra 1 til 100.',
  'limit.ofCustomers': 'Grensen er et heltall fra 1 til 1000.',
  'offset.ofCustomers': 'Forskyvningen er et heltall på høyst 7 siffer.',
  'maskedPan.sandbox':
    'Et maskert kortnummer har 8 til 35 siffer og bokstaver x, minst fire av dem x.',
  'amount.orZero':
    'Et beløp her er en streng på null eller mer: høyst 18 siffer, høyst 5 av dem desimaler, uten fortegn.',
  'contact.form': 'Dette er ingen e-postadresse, eller den har tegn som ikke godtas her.',
  'contact.freeMail':
    'Hvem som helst får en adresse hos {domain}: registrer en hos deres organisasjon.',
  'contact.notARole':
    'Adressen må navngi en rolle, som psd2-operations@…: «{word}» står ikke på listen over slike ord.',
  'contact.none': 'Ingen kontaktadresse er registrert.',
  'basket.memberUnknown': 'Ingen slik betaling tilhører denne tredjeparten.',
  'basket.memberMix': 'Masse- og faste betalinger kan ikke legges i en signeringskurv.',
  'basket.memberSettled':
    'Betalingen er allerede {status}; bare ikke godkjente betalinger kan være med.',
  'basket.memberTaken': 'Betalingen ligger i en annen kurv.',
  'basket.contexts':
    'Alle betalinger i en kurv må ha konteksten og avtalen som forespørselen oppgir: send PSU-Context, og PSU-Corporate-ID for en avtale.',
  'sca.needed': 'Sterk kundeautentisering er nødvendig: send brukeren til scaRedirect.',
  'sca.expired': 'Økten er utløpt: send brukeren til scaRedirect.',
  'sca.none':
    'Ingen autentisering er fullført med denne TPP-Session-ID: send brukeren til scaRedirect.',
  'consent.unknown': 'Brukeren har ikke gitt samtykke til dette: send brukeren til scaRedirect.',
  'consent.ended': 'Samtykket er avsluttet: send brukeren til scaRedirect.',
  'consent.expired': 'Samtykket er eldre enn 180 dager: send brukeren til scaRedirect.',
  'authorisations.tooMany':
    'Høyst {max} autorisasjoner av dette kan være åpne samtidig. Bruk en åpen, eller vent til en er over.',
  'consent.notOpen': 'Samtykket er avgjort: det er ikke noe igjen å godkjenne.',
  'consent.deprecated':
    'POST /v1/consents er utgått, og innholdet leses ikke; bruk POST /v1/bank-offered-consents.',
  'consent.deprecatedPath': 'Adressen /v1/consents er utgått; bruk /v1/bank-offered-consents.',
  'consent.replaced':
    'Et nyere samtykke har erstattet dette, og tilgangen fortsetter: slett {consentId} for å avslutte den.',
  'psu.notThatAgreement':
    'Brukeren handler ikke under denne avtalen: send en fra GET /v1/agreements, eller PSU-Context: PRIVATE uten avtale.',
  'psu.corporateIdRequired':
    'Denne brukeren er kjent i bedriftskontekst: send PSU-Corporate-ID, eller PSU-Context: PRIVATE for den private konteksten.',
  'payment.refused-by-psu': 'Brukeren avviste betalingen.',
  'payment.account-not-debitable':
    'Brukeren kan ikke belaste denne kontoen, eller betalingen er i en annen valuta enn kontoen.',
  'payment.not-approved-in-time': 'Ingen godkjente betalingen i tide.',
  'payment.debtor-unknown':
    'Banken kjenner ikke betalerens adresse i de delene som denne betalingen trenger.',
  'payment.not-executable': 'Betalingen kunne ikke utføres.',
  'payment.no-funds': 'Det er ikke nok penger på kontoen.',
  'payment.product-not-offered':
    'Banken tilbød ikke lenger dette produktet da betalingen skulle utføres.',
  'payment.amount-above-limit':
    'Beløpet var over grensen for produktet da betalingen skulle utføres.',
  'payment.creditor-address-incomplete':
    'Etter godkjenningen må betalingen ha mottakerens sted, land og BIC.',
  'payment.debtor-account-closed': 'Betalerens konto er avsluttet.',
  'payment.creditor-account-unknown': 'Mottakerens konto finnes ikke.',
  'payment.not-convertible': 'Banken veksler ikke mellom disse valutaene.',
  'payment.refused-by-bank': 'Banken eller mottakerens bank avviste betalingen.',
  'payment.inOpenBasket':
    'Betalingen ligger i en åpen signeringskurv og godkjennes sammen med den.',
  'payment.partOfBulk': 'En delbetaling godkjennes og stanses sammen med massebetalingen.',
  'payment.not-open.authorisations': 'Betalingen er {status}: det er ikke noe igjen å godkjenne.',
  'payment.not-open.cancellation-authorisations': 'Betalingen er {status} og kan ikke stanses.',
  'payment.executing': 'Banken utfører betalingen: den kan ikke lenger stanses.',
  'basket.notOpen': 'Kurven er avgjort: det er ikke noe igjen å godkjenne.',
  'basket.notDeletable': 'En kurv kan ikke slettes etter at brukeren har åpnet godkjenningssiden.',
  'system.undecided':
    'Banken har mottatt dette og har ikke avgjort det ennå; spør igjen om et øyeblikk.',
  'system.maintenance':
    'Banken vedlikeholdes til senest {until}. Forespørselen ble ikke tatt imot; Retry-After sier når den kan sendes på nytt.',
  'system.switchedOff':
    'Banken har slått av denne operasjonen inntil videre. Forespørselen ble ikke tatt imot.',
  'system.unavailable': 'Forespørselen ble ikke tatt imot; send den på nytt.',
  'system.error':
    'Banken klarte ikke å svare. Send forespørselen på nytt med samme X-Request-ID, eller oppgi den til banken.',

  ...nbOfProfile,
  ...nbForPsu,
  ...nbOfSandbox,
  ...textsOfSettings,
};
