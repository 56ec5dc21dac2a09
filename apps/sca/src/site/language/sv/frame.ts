import type { frame as english } from '../en/frame.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Swedish texts of the frame of the pages, and of links away from them. */
export const frame: TextsLike<typeof english> = {
  'frame.tagline': 'Godkännande',
  'frame.about': 'Om den här sidan från {bank}',
  'frame.overview': 'Mina appar och underskrifter',
  'frame.testEnvironment': 'Testmiljö',
  'frame.sandbox': 'Bara testkunder och testpengar.',
  'frame.language': 'Språk',
  'back.to': 'Tillbaka till {tpp}',
  'back.cancel': 'Avbryt och gå tillbaka till {tpp}',
  'back.keep': 'Behåll betalningen och gå tillbaka till {tpp}',
  'back.closeWindow': 'Du kan stänga det här fönstret.',
  again: 'Försök igen',
};
