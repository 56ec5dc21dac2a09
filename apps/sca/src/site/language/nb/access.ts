import type { AccessTexts } from '../en/access.js';

/** The Norwegian (bokmål) texts of the access of a TPP, by the names of the bank profile. */
export const access: AccessTexts = {
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
  'access.keepHint': 'Hvis du beholder tilgangen, blir ingenting endret.',
  'access.revoked': 'Appen har ikke lenger tilgang. Den merker det neste gang den prøver.',
  'access.removed': 'Tilgangen til disse kontoene avsluttes:',
  'access.endInstead': 'Avslutt tilgangen i stedet',
  'access.unchanged': 'Ingen tilgang ble gitt eller endret her.',
  'access.startAgain': 'Vil du gi tilgang likevel, må du starte på nytt i appen.',
};
