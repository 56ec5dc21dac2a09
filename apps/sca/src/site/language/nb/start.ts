import type { start as english } from '../en/start.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Norwegian (bokmål) texts of the start page. */
export const start: TextsLike<typeof english> = {
  'start.title': 'Godkjenn betalinger og styr tilganger',
  'start.text':
    'På denne siden fra {bank} godkjenner du betalinger som du gjør i apper, og bestemmer hvilke apper som kan se kontoene dine.',
  'start.overview': 'Se hva som venter på din signatur, og hvilke apper som har tilgang.',
  'start.link': 'Skal du godkjenne noe? Åpne lenken i appen der du begynte.',
};
