/** Words of English. Source: RFC 2142, and names that open-banking teams use. */
const english =
  'abuse access account accounts admin alert alerts api app banking billing business care ' +
  'center centre client clients compliance contact customer customercare customers ' +
  'customerservice department desk dev developer developers devops dpo email engineering ' +
  'enquiries enquiry feedback finance fintech group hello help helpdesk hi hostmaster incident ' +
  'incidents info information inquiries inquiry integration integrations it legal mail mailbox ' +
  'monitoring noc notice notices notifications office oncall open openbanking operations ops ' +
  'partner partners payment payments platform post postmaster privacy product psd2 psd3 ' +
  'reception register requests sca security service services sre status support system systems ' +
  'team tech technical technology tpp webmaster xs2a';

/** Words of Norwegian. */
const norwegian =
  'administrasjon applikasjon avdeling bank bedrift betaling betalinger bruker brukerstøtte ' +
  'drift driftsmelding driftsmeldinger driftssenter driftsvakt epost faktura fellespost ' +
  'firmapost forespørsel forretning hei hendelse hendelser henvendelse henvendelser hjelp ' +
  'informasjon integrasjon integrasjoner juridisk jus kontakt kontor kunde kundebehandling ' +
  'kundekontakt kunder kundesenter kundeservice kundestøtte ledelse marked melding meldinger ' +
  'overvåking partnere personvern personvernombud plattform postmottak presse regnskap ' +
  'resepsjon salg samarbeid sentralbord sikkerhet sikkerhetsvakt støtte systemdrift teknikk ' +
  'teknisk teknologi tjeneste tjenester utvikler utviklere utvikling vakt varsel varsling ' +
  'åpenbank økonomi';

/** Words of Swedish that Norwegian does not have. */
const swedish =
  'administration ansökan avdelning betalning betalningar brevlåda dataskydd dataskyddsombud ' +
  'driftcentral driftinfo driftstörning ekonomi epostlåda fråga frågor företag förfrågan ' +
  'förvaltning grupp handläggning hej hjälp händelse incidenter informationen jour jourhavande ' +
  'juridik kund kundcenter kundkontakt kundservice kundstöd kundsupport kundtjänst kundvård ' +
  'ledning meddelande meddelanden myndighet personuppgifter plattform registrator samarbete ' +
  'styrning stöd säkerhet teknik tekniker tjänst tjänster utvecklare utveckling växel åtkomst ' +
  'övervakning';

/** Words of Danish that neither has. */
const danish =
  'adgang afdeling ansøgning beredskab betalingsservice brugerservice brugersupport ' +
  'databeskyttelse driften driftscenter driftsinfo driftsstatus driftsvagt erhverv forespørgsel ' +
  'forretning fællespost fællespostkasse goddag hjælp hovedpostkasse hændelse hændelser ' +
  'integrationer jura kundecenter kundehenvendelse kundehenvendelser kundepleje kundesupport ' +
  'meddelelse meddelelser overvågning partnere persondata platform postkasse receptionen ' +
  'regnskab salgsafdeling samarbejde sekretariat sikkerhed spørgsmål tilsyn udvikler udviklere ' +
  'udvikling vagt vagtcentral økonomiafdeling';

/** How addresses spell the letters that many of them avoid. */
const plainLetters: readonly (readonly [letter: string, short: string, long: string])[] = [
  ['å', 'a', 'aa'],
  ['ä', 'a', 'ae'],
  ['æ', 'ae', 'ae'],
  ['ö', 'o', 'oe'],
  ['ø', 'o', 'oe'],
];

/** A word as it is, and as addresses without its letters spell it. */
function spellingsOf(word: string): readonly string[] {
  const short = plainLetters.reduce((text, [one, to]) => text.replaceAll(one, to), word);
  const long = plainLetters.reduce((text, [one, , to]) => text.replaceAll(one, to), word);
  return [word, short, long];
}

/**
 * Words that name a role in an e-mail address, in the four languages of the countries. The bank profile may have
 * another list.
 */
export const ROLE_WORDS: readonly string[] = [
  ...new Set(
    [english, norwegian, swedish, danish].flatMap((words) => words.split(' ').flatMap(spellingsOf)),
  ),
];

/** Domains at which anybody gets an address. The bank profile may have another list. */
export const FREE_MAIL_DOMAINS: readonly string[] = [
  ...['aol.com', 'fastmail.com', 'gmail.com', 'gmx.com', 'gmx.de', 'gmx.net', 'googlemail.com'],
  ...['hey.com', 'hotmail.com', 'hotmail.no', 'icloud.com', 'live.com', 'live.no', 'mac.com'],
  ...['mail.com', 'mail.ru', 'me.com', 'msn.com', 'online.no', 'outlook.com', 'pm.me'],
  ...['proton.me', 'protonmail.com', 'qq.com', 'tutanota.com', 'web.de', 'yahoo.com', 'yahoo.no'],
  ...['yandex.com', 'yandex.ru', 'zoho.com'],
];
