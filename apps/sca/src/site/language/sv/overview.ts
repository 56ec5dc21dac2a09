import type { overview as english } from '../en/overview.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Swedish texts of the start page and of the overview of a PSU: which apps have access. */
export const overview: TextsLike<typeof english> = {
  'start.title': 'Godkänn betalningar och hantera åtkomst',
  'start.text':
    'På den här sidan från {bank} godkänner du betalningar som du gör i appar och bestämmer vilka appar som får se dina konton.',
  'start.overview': 'Se vad som väntar på din underskrift och vilka appar som har åtkomst.',
  'start.link': 'Ska du godkänna något? Öppna länken i appen där du började.',
  'my.title': 'Mina appar och underskrifter',
  'my.start':
    'Logga in för att se vad som väntar på din underskrift och vilka appar som har åtkomst till dina konton. Du kan återkalla en åtkomst när som helst.',
  'my.logIn': 'Logga in',
  'my.app': 'Organisations-id för appen',
  'my.app.hint':
    'Testmiljö: varje app har sina egna testkunder. Id:t står i appens certifikat, till exempel {example}.',
  'my.app.unknown': 'Ingen app med detta id har använt testmiljön.',
  'my.logOut': 'Logga ut',
  'my.apps': 'Appar med åtkomst',
  'my.accounts': 'Konton',
  'my.lastRead': 'Senast läst',
  'my.lastRead.never': 'Inte ännu',
  'my.paused': 'Banken svarar inte den här appen för tillfället, så den läser ingenting.',
  'my.lastRead.attended': '{at}, medan du använde appen',
  'my.lastRead.unattended': '{at}, utan att du använde appen',
  'my.read.balances.attended': 'Saldo läst {at}, medan du använde appen',
  'my.read.balances.unattended': 'Saldo läst {at}, utan att du använde appen',
  'my.read.transactions.attended': 'Transaktioner lästa {at}, medan du använde appen',
  'my.read.transactions.unattended': 'Transaktioner lästa {at}, utan att du använde appen',
  'my.gone': 'Ett konto som är avslutat eller inte längre är ditt',
  'my.actsFor': 'Gäller',
};
