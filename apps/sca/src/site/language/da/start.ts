import type { start as english } from '../en/start.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Danish texts of the start page. */
export const start: TextsLike<typeof english> = {
  'start.title': 'Godkend betalinger og styr adgang',
  'start.text':
    'På denne side fra {bank} godkender du betalinger, som du foretager i apps, og bestemmer, hvilke apps der må se dine konti.',
  'start.overview': 'Se, hvad der venter på din underskrift, og hvilke apps der har adgang.',
  'start.link': 'Skal du godkende noget? Åbn linket i den app, hvor du begyndte.',
};
