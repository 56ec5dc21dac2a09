import type { failuresEn } from './failures-en.js';

/** Hvorfor kunden kommer tilbake uten godkjenning. */
export const failuresNb: Readonly<Record<keyof typeof failuresEn, string>> = {
  'failed.expired': 'Tiden for godkjenningen er ute',
  'failed.wrong-codes': 'Koden var feil for mange ganger',
  'failed.unknown-customer': 'Det ble ikke oppgitt noe kjent kundenummer',
  'failed.other-customer': 'En annen kunde eller en annen avtale er ventet her',
  'failed.joined-basket': 'Betalingen inngår i en signeringskurv og godkjennes sammen med den',
  'failed.refused': 'Kunden avviste',
  'failed.not-approvable': 'Det er ikke noe igjen å godkjenne',
  'failed.signed-already': 'Du har allerede signert dette: en annen må også signere',
  'failed.fault': 'Godkjenningen feilet i banken',
  'failed.withdrawn': 'Appen som ba om tilgang, har trukket forespørselen',
  'failed.used': 'Lenken er allerede brukt',
  'failed.aborted': 'Kunden gikk tilbake uten å godkjenne',
  'failed.unavailable': 'Banken kan ikke fullføre godkjenningen akkurat nå',
};
