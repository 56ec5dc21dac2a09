import type { frame as english } from '../en/frame.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Danish texts of the frame of the pages, and of links away from them. */
export const frame: TextsLike<typeof english> = {
  'frame.tagline': 'Godkendelse',
  'frame.about': 'Om denne side fra {bank}',
  'frame.overview': 'Mine apps og underskrifter',
  'frame.testEnvironment': 'Testmiljø',
  'frame.sandbox': 'Kun testkunder og testpenge.',
  'frame.language': 'Sprog',
  'back.to': 'Tilbage til {tpp}',
  'back.cancel': 'Annuller og gå tilbage til {tpp}',
  'back.keep': 'Behold betalingen og gå tilbage til {tpp}',
  'back.closeWindow': 'Du kan lukke dette vindue.',
  again: 'Prøv igen',
};
