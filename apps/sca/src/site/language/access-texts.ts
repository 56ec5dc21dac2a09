import type { AccessTextName } from '@nordgate/contracts/profile';

/**
 * What the site says about the access of a TPP, by the names of the bank profile. The sentences are neutral: who
 * asks, what the TPP may see, until when, and how to end it. A bank must not comment on the access of a TPP.
 */
export type AccessTexts = { readonly [Name in AccessTextName as `access.${Name}`]: string };

/** The English texts about access. */
export const enOfAccess = {
  'access.asks': '{tpp} asks to see your accounts.',
  'access.asksFunds': '{tpp} asks to check whether an amount is available.',
  'access.asksContact': '{tpp} asks for confirmation that you are a customer here.',
  'access.title': 'Give {tpp} access to accounts',
  'access.titleFunds': 'Let {tpp} check whether an amount is available',
  'access.titleEnd': 'End the access of {tpp}',
  'access.reads': '{tpp} can see the name, number, balance and transactions of the accounts.',
  'access.funds': '{tpp} can ask whether an amount is available, and the answer is yes or no.',
  'access.until': 'The access lasts up to and including {date}.',
  'access.end': 'You can end the access at any time under "My apps and signatures".',
  'access.none': '{tpp} has no access now.',
  'access.live': '{tpp} has access now, up to and including {date}.',
  'access.liveFunds':
    '{tpp} can now only ask whether an amount is available, up to and including {date}.',
  'access.expired': '{tpp} has no access now. The last one lasted up to and including {date}.',
  'access.ended': '{tpp} has no access now. The last one was ended on {date}.',
  'access.elsewhere':
    '{tpp} also has access to accounts of {name}, up to and including {date}. That does not change here.',
  'access.elsewhereFunds':
    '{tpp} can also ask whether an amount is available in accounts of {name}, up to and including {date}. That does not change here.',
  'access.replaces': 'What you approve here takes the place of the access that {tpp} has now.',
  'access.refuseNone': 'If you refuse, {tpp} gets no access.',
  'access.refuseLive':
    'If you refuse, nothing changes: the access lasts up to and including {date}.',
  'access.endHint': 'If you end the access, {tpp} can no longer use it.',
  'access.contact': '{tpp} gets confirmation that you are a customer here.',
  'access.payments': 'You still approve each payment here.',
  'access.refuseContact':
    'If you refuse, {tpp} gets no confirmation. Access that you have given before does not change.',
  'access.since': 'Given',
  'access.validUntil': 'Valid up to and including',
  'access.revokeText': '{tpp} can then no longer use the access to these accounts.',
  'access.noApps': 'No apps have access to your accounts.',
  'access.revoke': 'End access for {tpp}',
  'access.revokeTitle': 'End access for {tpp}?',
  'access.keep': 'Keep the access',
  'access.revoked': 'The app no longer has access. It finds out the next time it tries.',
  'access.removed': 'Access to these accounts ends:',
  'access.endInstead': 'End the access instead',
  'access.unchanged': 'No access was given or changed here.',
  'access.startAgain': 'If you want to give access after all, start again in the app.',
} as const satisfies AccessTexts;

/** The same texts in Norwegian. */
export const nbOfAccess: AccessTexts = {
  'access.asks': '{tpp} ber om å få se kontoene dine.',
  'access.asksFunds': '{tpp} ber om å få spørre om det er dekning for et beløp på kontoen.',
  'access.asksContact': '{tpp} ber om å få bekreftet at du er kunde her.',
  'access.title': 'Gi {tpp} tilgang til kontoer',
  'access.titleFunds': 'La {tpp} spørre om det er dekning for et beløp på kontoen',
  'access.titleEnd': 'Avslutt tilgangen for {tpp}',
  'access.reads': '{tpp} kan se navn, nummer, saldo og transaksjoner på kontoene.',
  'access.funds':
    '{tpp} kan spørre om det er dekning for et beløp på kontoen, og får svaret ja eller nei.',
  'access.until': 'Tilgangen gjelder til og med {date}.',
  'access.end': 'Du kan når som helst avslutte tilgangen under «Mine apper og signaturer».',
  'access.none': '{tpp} har ingen tilgang nå.',
  'access.live': '{tpp} har tilgang nå, til og med {date}.',
  'access.liveFunds': '{tpp} kan nå bare spørre om det er dekning for et beløp, til og med {date}.',
  'access.expired': '{tpp} har ingen tilgang nå. Den forrige gjaldt til og med {date}.',
  'access.ended': '{tpp} har ingen tilgang nå. Den forrige ble avsluttet {date}.',
  'access.elsewhere':
    '{tpp} har også tilgang til kontoene til {name}, til og med {date}. Det endres ikke her.',
  'access.elsewhereFunds':
    '{tpp} kan også spørre om det er dekning for et beløp på kontoene til {name}, til og med {date}. Det endres ikke her.',
  'access.replaces': 'Det du godkjenner her, gjelder i stedet for tilgangen som {tpp} har nå.',
  'access.refuseNone': 'Hvis du avviser, får {tpp} ingen tilgang.',
  'access.refuseLive':
    'Hvis du avviser, blir ingenting endret: Tilgangen gjelder til og med {date}.',
  'access.endHint': 'Hvis du avslutter tilgangen, kan {tpp} ikke lenger bruke den.',
  'access.contact': '{tpp} får bekreftet at du er kunde her.',
  'access.payments': 'Hver betaling må du fortsatt godkjenne her.',
  'access.refuseContact':
    'Hvis du avviser, får {tpp} ingen bekreftelse. Tilgang som du har gitt før, endres ikke.',
  'access.since': 'Gitt',
  'access.validUntil': 'Gyldig til og med',
  'access.revokeText': '{tpp} kan da ikke lenger bruke tilgangen til disse kontoene.',
  'access.noApps': 'Ingen apper har tilgang til kontoene dine.',
  'access.revoke': 'Avslutt tilgangen for {tpp}',
  'access.revokeTitle': 'Avslutte tilgangen for {tpp}?',
  'access.keep': 'Behold tilgangen',
  'access.revoked': 'Appen har ikke lenger tilgang. Den merker det neste gang den prøver.',
  'access.removed': 'Tilgangen til disse kontoene avsluttes:',
  'access.endInstead': 'Avslutt tilgangen i stedet',
  'access.unchanged': 'Ingen tilgang ble gitt eller endret her.',
  'access.startAgain': 'Vil du gi tilgang likevel, må du starte på nytt i appen.',
};

/** The same texts in Swedish. */
export const svOfAccess: AccessTexts = {
  'access.asks': '{tpp} ber att få se dina konton.',
  'access.asksFunds': '{tpp} ber att få fråga om det finns täckning för ett belopp på kontot.',
  'access.asksContact': '{tpp} ber om bekräftelse på att du är kund här.',
  'access.title': 'Ge {tpp} åtkomst till konton',
  'access.titleFunds': 'Låt {tpp} fråga om det finns täckning för ett belopp på kontot',
  'access.titleEnd': 'Återkalla åtkomsten för {tpp}',
  'access.reads': '{tpp} kan se namn, nummer, saldo och transaktioner på kontona.',
  'access.funds':
    '{tpp} kan fråga om det finns täckning för ett belopp på kontot och får svaret ja eller nej.',
  'access.until': 'Åtkomsten gäller till och med {date}.',
  'access.end': 'Du kan när som helst återkalla åtkomsten under "Mina appar och underskrifter".',
  'access.none': '{tpp} har ingen åtkomst nu.',
  'access.live': '{tpp} har åtkomst nu, till och med {date}.',
  'access.liveFunds':
    '{tpp} kan nu bara fråga om det finns täckning för ett belopp, till och med {date}.',
  'access.expired': '{tpp} har ingen åtkomst nu. Den förra gällde till och med {date}.',
  'access.ended': '{tpp} har ingen åtkomst nu. Den förra återkallades {date}.',
  'access.elsewhere':
    '{tpp} har också åtkomst till konton för {name}, till och med {date}. Det ändras inte här.',
  'access.elsewhereFunds':
    '{tpp} kan också fråga om det finns täckning för ett belopp på konton för {name}, till och med {date}. Det ändras inte här.',
  'access.replaces': 'Det du godkänner här gäller i stället för den åtkomst som {tpp} har nu.',
  'access.refuseNone': 'Om du nekar får {tpp} ingen åtkomst.',
  'access.refuseLive': 'Om du nekar ändras ingenting: åtkomsten gäller till och med {date}.',
  'access.endHint': 'Om du återkallar åtkomsten kan {tpp} inte längre använda den.',
  'access.contact': '{tpp} får en bekräftelse på att du är kund här.',
  'access.payments': 'Varje betalning måste du fortfarande godkänna här.',
  'access.refuseContact':
    'Om du nekar får {tpp} ingen bekräftelse. Åtkomst som du har gett tidigare ändras inte.',
  'access.since': 'Given',
  'access.validUntil': 'Giltig till och med',
  'access.revokeText': '{tpp} kan då inte längre använda åtkomsten till de här kontona.',
  'access.noApps': 'Inga appar har åtkomst till dina konton.',
  'access.revoke': 'Återkalla åtkomsten för {tpp}',
  'access.revokeTitle': 'Återkalla åtkomsten för {tpp}?',
  'access.keep': 'Behåll åtkomsten',
  'access.revoked': 'Appen har inte längre åtkomst. Den märker det nästa gång den försöker.',
  'access.removed': 'Åtkomsten till de här kontona upphör:',
  'access.endInstead': 'Återkalla åtkomsten i stället',
  'access.unchanged': 'Ingen åtkomst gavs eller ändrades här.',
  'access.startAgain': 'Om du ändå vill ge åtkomst måste du börja om i appen.',
};

/** The same texts in Danish. */
export const daOfAccess: AccessTexts = {
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
  'access.revoked': 'Appen har ikke længere adgang. Den opdager det, næste gang den prøver.',
  'access.removed': 'Adgangen til disse konti ophører:',
  'access.endInstead': 'Afslut adgangen i stedet',
  'access.unchanged': 'Ingen adgang blev givet eller ændret her.',
  'access.startAgain': 'Vil du alligevel give adgang, skal du begynde forfra i appen.',
};
