import type { inboxEn } from './inbox-en.js';

/** Tekstene om andre signatur. */
export const inboxNb: Readonly<Record<keyof typeof inboxEn, string>> = {
  'signers.first':
    'To personer må signere betalinger for {name}. Etter deg må en annen også signere.',
  'signers.second':
    '{name} har signert. Du er nummer to: godkjenner du, går den videre til betaling.',
  'payment.signed-by-you': 'Du har signert denne betalingen. En annen må også signere.',
  'inbox.title': 'Venter på en signatur til',
  'inbox.for': 'For',
  'inbox.by': 'Bestilt av',
  'inbox.first': 'Først signert av',
  'inbox.you': 'Deg',
  'inbox.waits': 'Du har signert. En annen må også signere.',
  'inbox.sign.payment': 'Se og signer betalingen til {to}',
  'inbox.sign.bulk': 'Se og signer {count} betalinger under ett',
  'inbox.sign.basket': 'Se og signer {count} betalinger',
  'inbox.unavailable': 'Vi kan ikke vise akkurat nå hva som venter på din signatur.',
  'inbox.back': 'Tilbake uten å bestemme deg',
  'inbox.gone': 'Dette venter ikke lenger på din signatur.',
  'inbox.after.done': 'Du var nummer to som signerte. Den går videre til betaling.',
  'inbox.after.refused': 'Du avviste. Det blir ikke betalt.',
  'inbox.after.recorded': 'Svaret ditt er registrert og virker om et øyeblikk.',
  'inbox.after.late': 'En annen var raskere: det var avgjort før svaret ditt kom.',
  'inbox.after.other-customer': 'Du kan ikke lenger signere dette. Ingenting er endret.',
};
