import type { AccessTexts } from '../en/access.js';

/** The Danish texts of the access of a TPP, by the names of the bank profile. */
export const access: AccessTexts = {
  'access.asks': '{tpp} beder om lov til at se dine konti.',
  'access.asksFunds':
    '{tpp} beder om at få lov til at spørge, om der er dækning for et beløb på kontoen.',
  'access.asksContact': '{tpp} beder om bekræftelse på, at du er kunde her.',
  'access.title': 'Giv {tpp} adgang til konti',
  'access.titleFunds': 'Lad {tpp} spørge, om der er dækning for et beløb på kontoen',
  'access.titleEnd': 'Afslut adgangen for {tpp}',
  'access.reads': '{tpp} kan se navn, nummer, saldo og transaktioner på kontiene.',
  'access.funds':
    '{tpp} kan spørge, om der er dækning for et beløb på kontoen, og får svaret ja eller nej.',
  'access.until': 'Adgangen gælder til og med {date}.',
  'access.end': 'Du kan altid afslutte adgangen under »Mine apps og underskrifter«.',
  'access.none': '{tpp} har ingen adgang nu.',
  'access.live': '{tpp} har adgang nu, til og med {date}.',
  'access.liveFunds': '{tpp} kan nu kun spørge, om der er dækning for et beløb, til og med {date}.',
  'access.expired': '{tpp} har ingen adgang nu. Den forrige gjaldt til og med {date}.',
  'access.ended': '{tpp} har ingen adgang nu. Den forrige blev afsluttet {date}.',
  'access.elsewhere':
    '{tpp} har også adgang til konti for {name}, til og med {date}. Det ændres ikke her.',
  'access.elsewhereFunds':
    '{tpp} kan også spørge, om der er dækning for et beløb på konti for {name}, til og med {date}. Det ændres ikke her.',
  'access.replaces': 'Det, du godkender her, gælder i stedet for den adgang, som {tpp} har nu.',
  'access.refuseNone': 'Hvis du afviser, får {tpp} ingen adgang.',
  'access.refuseLive': 'Hvis du afviser, bliver intet ændret: Adgangen gælder til og med {date}.',
  'access.endHint': 'Hvis du afslutter adgangen, kan {tpp} ikke længere bruge den.',
  'access.contact': '{tpp} får bekræftet, at du er kunde her.',
  'access.payments': 'Hver betaling skal du stadig godkende her.',
  'access.refuseContact':
    'Hvis du afviser, får {tpp} ingen bekræftelse. Adgang, som du har givet før, ændres ikke.',
  'access.since': 'Givet',
  'access.validUntil': 'Gælder til og med',
  'access.revokeText': '{tpp} kan så ikke længere bruge adgangen til disse konti.',
  'access.noApps': 'Ingen apps har adgang til dine konti.',
  'access.revoke': 'Afslut adgangen for {tpp}',
  'access.revokeTitle': 'Afslut adgangen for {tpp}?',
  'access.keep': 'Behold adgangen',
  'access.keepHint': 'Hvis du beholder adgangen, bliver intet ændret.',
  'access.revoked': 'Appen har ikke længere adgang. Den opdager det, næste gang den prøver.',
  'access.removed': 'Adgangen til disse konti ophører:',
  'access.endInstead': 'Afslut adgangen i stedet',
  'access.unchanged': 'Ingen adgang blev givet eller ændret her.',
  'access.startAgain': 'Vil du alligevel give adgang, skal du begynde forfra i appen.',
};
