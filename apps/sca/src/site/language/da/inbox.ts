import type { inbox as english } from '../en/inbox.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Danish texts of what waits for a second signature. */
export const inbox: TextsLike<typeof english> = {
  'inbox.title': 'Venter på en underskrift mere',
  'inbox.heading': '{sum} til {to}',
  'inbox.for': 'På vegne af',
  'inbox.by': 'Anmodning fra',
  'inbox.first': 'Første underskrift',
  'inbox.you': 'Dig',
  'inbox.waits': 'Du har skrevet under. En anden person skal også skrive under.',
  'inbox.sign.payment': 'Se og underskriv betalingen til {to}',
  'inbox.sign.bulk': {
    one: 'Se og underskriv {count} betaling samlet',
    other: 'Se og underskriv {count} betalinger samlet',
  },
  'inbox.sign.basket': {
    one: 'Se og underskriv {count} betaling',
    other: 'Se og underskriv {count} betalinger',
  },
  'inbox.unavailable': 'Vi kan ikke vise, hvad der venter på din underskrift lige nu.',
  'inbox.back': 'Gå tilbage, og beslut dig senere',
  'inbox.gone': 'Dette venter ikke længere på din underskrift.',
  'inbox.after.done': 'Du var den anden, der skrev under. Nu bliver det betalt.',
  'inbox.after.refused': 'Du afviste. Det bliver ikke betalt.',
  'inbox.after.recorded': 'Vi har dit svar. Det træder i kraft om et øjeblik.',
  'inbox.after.late': 'En anden var hurtigere. Dit svar ændrede ikke noget.',
  'inbox.after.other-customer': 'Du kan ikke længere underskrive dette. Intet er ændret.',
};
