import type { overview as english } from '../en/overview.js';
import type { TextsLike } from '../en/catalogue.js';

/**
 * The Danish texts of the start page and of the overview of a PSU: which apps have access, and what waits for a second
 * signature.
 */
export const overview: TextsLike<typeof english> = {
  'start.title': 'Godkend betalinger og styr adgang',
  'start.text':
    'På denne side fra {bank} godkender du betalinger, som du foretager i apps, og bestemmer, hvilke apps der må se dine konti.',
  'start.overview': 'Se, hvad der venter på din underskrift, og hvilke apps der har adgang.',
  'start.link': 'Skal du godkende noget? Åbn linket i den app, hvor du begyndte.',
  'my.title': 'Mine apps og underskrifter',
  'my.start':
    'Log ind for at se, hvad der venter på din underskrift, og hvilke apps der har adgang til dine konti. Du kan altid afslutte en adgang.',
  'my.logIn': 'Log ind',
  'my.app': 'Organisations-id for appen',
  'my.app.hint':
    "Testmiljø: hver app har sine egne testkunder. Id'et står i appens certifikat, for eksempel {example}.",
  'my.app.unknown': 'Ingen app med dette id har brugt testmiljøet.',
  'my.logOut': 'Log ud',
  'my.apps': 'Apps med adgang',
  'my.accounts': 'Konti',
  'my.lastRead': 'Senest læst',
  'my.lastRead.never': 'Ikke endnu',
  'my.paused': 'Banken svarer ikke denne app for tiden, så den læser intet.',
  'my.lastRead.attended': '{at}, mens du brugte appen',
  'my.lastRead.unattended': '{at}, uden at du brugte appen',
  'my.read.balances.attended': 'Saldo læst {at}, mens du brugte appen',
  'my.read.balances.unattended': 'Saldo læst {at}, uden at du brugte appen',
  'my.read.transactions.attended': 'Transaktioner læst {at}, mens du brugte appen',
  'my.read.transactions.unattended': 'Transaktioner læst {at}, uden at du brugte appen',
  'my.gone': 'En konto, der er lukket eller ikke længere er din',
  'my.actsFor': 'På vegne af',
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
