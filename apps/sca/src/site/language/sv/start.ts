import type { start as english } from '../en/start.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Swedish texts of the start page. */
export const start: TextsLike<typeof english> = {
  'start.title': 'Godkänn betalningar och hantera åtkomst',
  'start.text':
    'På den här sidan från {bank} godkänner du betalningar som du gör i appar och bestämmer vilka appar som får se dina konton.',
  'start.overview': 'Se vad som väntar på din underskrift och vilka appar som har åtkomst.',
  'start.link': 'Ska du godkänna något? Öppna länken i appen där du började.',
};
