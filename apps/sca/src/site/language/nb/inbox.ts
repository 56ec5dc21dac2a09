import type { inbox as english } from '../en/inbox.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Norwegian (bokmål) texts of what waits for a second signature. */
export const inbox: TextsLike<typeof english> = {
  'inbox.title': 'Venter på en signatur til',
  'inbox.heading': '{sum} til {to}',
  'inbox.for': 'På vegne av',
  'inbox.by': 'Forespørsel fra',
  'inbox.first': 'Første signatur',
  'inbox.you': 'Du',
  'inbox.waits': 'Du har signert. En annen person må også signere.',
  'inbox.sign.payment': 'Se og signer betalingen til {to}',
  'inbox.sign.bulk': {
    one: 'Se og signer {count} betaling under ett',
    other: 'Se og signer {count} betalinger under ett',
  },
  'inbox.sign.basket': {
    one: 'Se og signer {count} betaling',
    other: 'Se og signer {count} betalinger',
  },
  'inbox.unavailable': 'Vi kan ikke vise hva som venter på din signatur akkurat nå.',
  'inbox.back': 'Gå tilbake og bestem deg senere',
  'inbox.gone': 'Dette venter ikke lenger på din signatur.',
  'inbox.after.done': 'Du signerte som nummer to. Nå blir det betalt.',
  'inbox.after.refused': 'Du avviste. Det blir ikke betalt.',
  'inbox.after.recorded': 'Vi har svaret ditt. Det gjelder om et øyeblikk.',
  'inbox.after.late': 'En annen var raskere. Svaret ditt endret ingenting.',
  'inbox.after.other-customer': 'Du kan ikke lenger signere dette. Ingenting er endret.',
};
