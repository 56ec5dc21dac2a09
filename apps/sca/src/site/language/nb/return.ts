import type { returned as english } from '../en/return.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Norwegian (bokmål) texts of the return to a TPP without success, in the redirect (specification 5.12). */
export const returned: TextsLike<typeof english> = {
  'failed.expired': 'Tiden for godkjenningen er ute',
  'failed.wrong-codes': 'Godkjenningen mislyktes for mange ganger',
  'failed.unknown-customer': 'Det ble ikke oppgitt noe kjent kundenummer',
  'failed.other-customer': 'En annen kunde eller en annen bedrift må logge inn her',
  'failed.joined-basket': 'Betalingen blir nå godkjent sammen med andre',
  'failed.refused': 'Kunden avviste',
  'failed.not-debitable': 'Kunden kan ikke betale fra denne kontoen',
  'failed.not-approvable': 'Det er ingenting igjen å godkjenne',
  'failed.signed-already': 'Du har signert dette. En annen person må også signere det',
  'failed.fault': 'Godkjenningen feilet i banken',
  'failed.tpp-stopped': 'Appen kan ikke handle for deg i denne banken',
  'failed.withdrawn': 'Appen har trukket forespørselen',
  'failed.rejected': 'Banken kunne ikke godta betalingen',
  'failed.decided-before': 'Betalingen ble endret, stoppet eller avgjort før',
  'failed.access-ended': 'Kunden avsluttet tilgangen',
  'failed.used': 'Lenken er allerede brukt',
  'failed.no-method': 'Kunden har ingen godkjenningsmåte som banken godtar for dette',
  'failed.aborted': 'Kunden gikk tilbake uten å godkjenne',
  'failed.unavailable': 'Banken kan ikke fullføre godkjenningen akkurat nå',
};
