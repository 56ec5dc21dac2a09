import type { edgeTextsEn } from './edge-en.js';

/** Norwegian texts of refusals at the edge. */
export const edgeTextsNb: Readonly<Record<keyof typeof edgeTextsEn, string>> = {
  'header.required': 'Headeren {header} er påkrevd her.',
  'header.malformed': 'Headeren har ikke den formen spesifikasjonen krever.',
  'header.uuid': 'Headeren må være en UUID.',
  'header.choice': 'Headeren må være en av: {allowed}.',
  'header.redirectUri': 'Adressen må være absolutt og bruke https.',
  'header.unknownFix': 'Rettelsen {fix} er ukjent og har ingen virkning.',
  'header.amountAsString': 'Beløp er tekst her; oppgi amount-as-string i x-accept-fix.',
  'query.required': 'Parameteren {parameter} er påkrevd her.',
  'route.unknown': 'Det finnes ingenting på denne adressen.',
  'route.method': 'Denne adressen tar ikke imot {method}.',
  'request.contentType': 'Innholdet må være JSON (application/json, UTF-8).',
  'request.accept': 'Svar er JSON; Accept-headeren utelukker det.',
  'request.tooLarge': 'Forespørselen er større enn grensesnittet tar imot.',
  'request.malformed': 'Forespørselen er ikke velformet.',
  'role.missing': 'Sertifikatet har ikke rollen {role} som denne operasjonen krever.',
  'product.unknown': 'Dette betalingsproduktet er ukjent.',
  'resource.unknown': 'Ingen slik ressurs tilhører denne tredjeparten.',
  'resource.unknownBeforeApproval':
    'Ingenting vises av denne betalingen før den er godkjent; rettelsen payment-status-before-approval i x-accept-fix endrer det.',
  'resource.psuMismatch': 'Denne ressursen ble laget for en annen bruker.',
  'request.idReused': 'Denne X-Request-ID hører til en annen forespørsel fra tredjeparten.',
  'basket.memberUnknown': 'Ingen slik betaling tilhører denne tredjeparten.',
  'basket.memberMix': 'Masse- og faste betalinger kan ikke legges i en signeringskurv.',
  'basket.memberSettled':
    'Betalingen er allerede {status}; bare ikke godkjente betalinger kan være med.',
  'basket.memberTaken': 'Betalingen ligger i en annen åpen kurv.',
  'basket.contexts': 'Alle betalinger i en kurv må ha samme kontekst.',
  'sca.needed': 'Sterk kundeautentisering er nødvendig: send brukeren til scaRedirect.',
  'sca.expired': 'Økten er utløpt: send brukeren til scaRedirect.',
  'psu.corporateIdRequired': 'I bedriftskontekst er headeren PSU-Corporate-ID påkrevd.',
  'payment.refused-by-psu': 'Brukeren avviste betalingen.',
  'payment.account-not-debitable': 'Brukeren kan ikke belaste denne kontoen.',
  'system.unavailable': 'Forespørselen ble ikke tatt imot; send den på nytt.',
  'system.error': 'Tjenesten kunne ikke svare.',
};
