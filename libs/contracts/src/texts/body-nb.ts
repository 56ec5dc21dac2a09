import type { bodyTextsEn } from './body-en.js';

/** Norwegian (bokmål) texts of what may be wrong with a JSON body, by rule. */
export const bodyTextsNb: Readonly<Record<keyof typeof bodyTextsEn, string>> = {
  'json.empty': 'Forespørselen mangler innhold; det skal være et JSON-objekt.',
  'json.tooLarge': 'Innholdet er større enn {max} oktetter.',
  'json.byteOrderMark': 'Innholdet begynner med et byterekkefølgemerke; send UTF-8 uten.',
  'json.invalidUtf8': 'Innholdet er ikke gyldig UTF-8.',
  'json.malformed': 'Innholdet er ikke gyldig JSON.',
  'json.malformedAt': 'Innholdet er ikke gyldig JSON: se linje {line}, kolonne {column}.',
  'json.tooDeep': 'Innholdet nøster objekter og lister i mer enn {max} nivåer.',
  'json.notObject': 'Innholdet må være et JSON-objekt.',
  'json.duplicateMember': 'Objektet har dette feltet mer enn én gang.',
  'member.required': 'Feltet er påkrevd.',
  'member.unknown': 'Feltet er ikke kjent her; kontroller skrivemåten.',
  'type.string': 'Verdien må være en JSON-streng.',
  'type.object': 'Verdien må være et JSON-objekt.',
  'type.array': 'Verdien må være en JSON-liste.',
  'type.integer': 'Verdien må være et JSON-heltall.',
  'text.empty': 'Teksten kan ikke være tom.',
  'text.tooLong': 'Teksten er lengre enn {max} tegn.',
  'text.character':
    'Tegnet {character} i posisjon {position} kan ikke behandles; utskrivbare Latin-1-tegn godtas.',
  'choice.unlisted': 'Verdien er ikke blant de oppførte kodene.',
  'choice.oneOf': 'Verdien må være en av: {allowed}.',
  'list.empty': 'Listen kan ikke være tom.',
  'list.tooLong': 'Listen har mer enn {max} elementer.',
  'list.duplicate': 'Listen har denne verdien mer enn én gang.',
  'number.range': 'Tallet må være fra {min} til {max}.',
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
  'bic.form': 'bic må ha 8 eller 11 tegn (ISO 9362).',
  'date.form': 'Datoen må skrives ÅÅÅÅ-MM-DD.',
  'date.notInCalendar': 'Datoen finnes ikke i kalenderen.',
  'date.past': 'Datoen er før dagens dato ({today}).',
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
  'amount.aboveLimit': 'Én betaling med dette produktet er høyst {amount} {currency}.',
  'date.afterCutOff':
    'Betalingen kom etter {cutOff} i Oslo, eller en dag uten clearing; den regnes som mottatt {date}.',
  'iban.required': 'Dette produktet krever kontoens iban.',
  'iban.notSepa': 'iban er ikke fra et land i SEPA-området.',
  'date.instant':
    'En straksbetaling utføres med en gang: utelat datoen eller send dagens dato ({today}).',
  'kid.invalid':
    'Referansen er ikke en KID: 2 til 25 sifre med kontrollsiffer etter modulus 10 eller 11. Et fakturanummer har referenceType CINV.',
  'remittance.oneWay': 'En betaling har enten fritekst eller strukturerte referanser, i ett felt.',
  'remittance.deprecated':
    'Feltet remittanceInformationStructured skal utfases; bruk remittanceInformationStructuredArray.',
  'regulatoryReporting.code': 'Koden må ha to sifre.',
  'address.structured':
    'Betalingen krever en strukturert adresse: townName og country for mottakeren og bic for mottakerens bank.',
  'profile.timeOfDay': 'Klokkeslettet må skrives TT:MM, fra 00:00 til 23:59.',
  'profile.iosAppId': 'Id-en må være team og bundle, for eksempel ABCDE12345.no.bank.app.',
  'profile.androidPackage': 'Pakken må være et navn med punktum.',
  'profile.androidFingerprint':
    'Fingeravtrykket må være 32 par med store bokstaver og kolon mellom.',
};
