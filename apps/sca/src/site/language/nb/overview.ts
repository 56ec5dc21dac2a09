import type { overview as english } from '../en/overview.js';
import type { TextsLike } from '../en/catalogue.js';

/**
 * The Norwegian (bokmål) texts of the start page and of the overview of a PSU: which apps have access, and what waits for a second
 * signature.
 */
export const overview: TextsLike<typeof english> = {
  'start.title': 'Godkjenn betalinger og styr tilganger',
  'start.text':
    'På denne siden fra {bank} godkjenner du betalinger som du gjør i apper, og bestemmer hvilke apper som kan se kontoene dine.',
  'start.overview': 'Se hva som venter på din signatur, og hvilke apper som har tilgang.',
  'start.link': 'Skal du godkjenne noe? Åpne lenken i appen der du begynte.',
  'my.title': 'Mine apper og signaturer',
  'my.start':
    'Logg inn for å se hva som venter på din signatur, og hvilke apper som har tilgang til kontoene dine. Du kan avslutte en tilgang når som helst.',
  'my.logIn': 'Logg inn',
  'my.app': 'Organisasjons-ID for appen',
  'my.app.hint':
    'Testmiljø: hver app har sine egne testkunder. ID-en står i sertifikatet til appen, for eksempel {example}.',
  'my.app.unknown': 'Ingen app med denne ID-en har brukt testmiljøet.',
  'my.logOut': 'Logg ut',
  'my.apps': 'Apper med tilgang',
  'my.accounts': 'Kontoer',
  'my.lastRead': 'Sist lest',
  'my.lastRead.never': 'Ikke ennå',
  'my.paused': 'Banken svarer ikke denne appen for tiden, så den leser ingenting.',
  'my.lastRead.attended': '{at}, mens du brukte appen',
  'my.lastRead.unattended': '{at}, uten at du brukte appen',
  'my.read.balances.attended': 'Saldo lest {at}, mens du brukte appen',
  'my.read.balances.unattended': 'Saldo lest {at}, uten at du brukte appen',
  'my.read.transactions.attended': 'Transaksjoner lest {at}, mens du brukte appen',
  'my.read.transactions.unattended': 'Transaksjoner lest {at}, uten at du brukte appen',
  'my.gone': 'En konto som er avsluttet eller ikke lenger er din',
  'my.actsFor': 'På vegne av',
  'inbox.title': 'Venter på en signatur til',
  'inbox.heading': '{sum} til {to}',
  'inbox.for': 'På vegne av',
  'inbox.by': 'Forespørsel fra',
  'inbox.first': 'Første signatur',
  'inbox.you': 'Du',
  'inbox.waits': 'Du har signert. En annen person må også signere.',
  'inbox.sign.payment': 'Se og signer betalingen til {to}',
  'inbox.sign.bulk': {
    one: 'Se og signer {count} betaling under ett',
    other: 'Se og signer {count} betalinger under ett',
  },
  'inbox.sign.basket': {
    one: 'Se og signer {count} betaling',
    other: 'Se og signer {count} betalinger',
  },
  'inbox.unavailable': 'Vi kan ikke vise hva som venter på din signatur akkurat nå.',
  'inbox.back': 'Gå tilbake og bestem deg senere',
  'inbox.gone': 'Dette venter ikke lenger på din signatur.',
  'inbox.after.done': 'Du signerte som nummer to. Nå blir det betalt.',
  'inbox.after.refused': 'Du avviste. Det blir ikke betalt.',
  'inbox.after.recorded': 'Vi har svaret ditt. Det gjelder om et øyeblikk.',
  'inbox.after.late': 'En annen var raskere. Svaret ditt endret ingenting.',
  'inbox.after.other-customer': 'Du kan ikke lenger signere dette. Ingenting er endret.',
};
