import type { inbox as english } from '../en/inbox.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Swedish texts of what waits for a second signature. */
export const inbox: TextsLike<typeof english> = {
  'inbox.title': 'Väntar på ytterligare en underskrift',
  'inbox.heading': '{sum} till {to}',
  'inbox.for': 'Gäller',
  'inbox.by': 'Begäran från',
  'inbox.first': 'Första underskriften',
  'inbox.you': 'Du',
  'inbox.waits': 'Du har skrivit under. En annan person måste också skriva under.',
  'inbox.sign.payment': 'Se och skriv under betalningen till {to}',
  'inbox.sign.bulk': {
    one: 'Se och skriv under {count} betalning',
    other: 'Se och skriv under {count} betalningar på en gång',
  },
  'inbox.sign.basket': {
    one: 'Se och skriv under {count} betalning',
    other: 'Se och skriv under {count} betalningar',
  },
  'inbox.unavailable': 'Vi kan inte visa vad som väntar på din underskrift just nu.',
  'inbox.back': 'Gå tillbaka och bestäm dig senare',
  'inbox.gone': 'Det här väntar inte längre på din underskrift.',
  'inbox.after.done': 'Du var den andra som skrev under. Nu betalas det.',
  'inbox.after.refused': 'Du nekade. Det betalas inte.',
  'inbox.after.recorded': 'Vi har ditt svar. Det börjar gälla om ett ögonblick.',
  'inbox.after.late': 'Någon annan hann före. Ditt svar ändrade ingenting.',
  'inbox.after.other-customer': 'Du kan inte längre skriva under det här. Ingenting har ändrats.',
};
