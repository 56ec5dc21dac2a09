import type { overview as english } from '../en/overview.js';
import type { TextsLike } from '../en/catalogue.js';

/**
 * The Swedish texts of the start page and of the overview of a PSU: which apps have access, and what waits for a second
 * signature.
 */
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
