import type { frame as english } from '../en/frame.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Norwegian (bokmål) texts of the frame of the pages, and of links away from them. */
export const frame: TextsLike<typeof english> = {
  'frame.tagline': 'Godkjenning',
  'frame.about': 'Om denne siden fra {bank}',
  'frame.overview': 'Mine apper og signaturer',
  'frame.testEnvironment': 'Testmiljø',
  'frame.sandbox': 'Bare testkunder og testpenger.',
  'frame.language': 'Språk',
  'back.to': 'Tilbake til {tpp}',
  'back.cancel': 'Avbryt og gå tilbake til {tpp}',
  'back.keep': 'Behold betalingen og gå tilbake til {tpp}',
  'back.closeWindow': 'Du kan lukke dette vinduet.',
  again: 'Prøv igjen',
};
