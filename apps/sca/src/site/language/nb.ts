import { accessNb } from './access-nb.js';
import type { TextKey } from './en.js';
import { failuresNb } from './failures-nb.js';
import { inboxNb } from './inbox-nb.js';
import { overviewNb } from './overview-nb.js';
import { passkeysNb } from './passkeys-nb.js';
import { paymentsNb } from './payments-nb.js';

/** The Norwegian (bokmål) texts; the type demands every key of the English ones. */
export const nb: Readonly<Record<TextKey, string>> = {
  ...accessNb,
  ...failuresNb,
  ...inboxNb,
  ...overviewNb,
  ...passkeysNb,
  ...paymentsNb,
  'frame.tagline': 'Godkjenning',
  'frame.sandbox': 'Sandkasse: bare testkunder og testbetalinger.',
  'back.to': 'Tilbake til {tpp}',
  'back.cancel': 'Avbryt og gå tilbake til {tpp}',
  'back.closeWindow': 'Du kan lukke dette vinduet.',
  again: 'Prøv igjen',
  'logIn.title': 'Logg inn',
  'logIn.payment': '{tpp} ber deg godkjenne en betaling.',
  'logIn.basket': '{tpp} ber deg godkjenne flere betalinger.',
  'logIn.cancellation': '{tpp} ber deg stanse en betaling.',
  'logIn.access': '{tpp} ber om tilgang til kontoene dine.',
  'logIn.customerNumber': 'Kundenummer',
  'logIn.hint': 'Elleve siffer',
  'logIn.sandboxHint': 'Testkunder har ikke passord.',
  'logIn.submit': 'Logg inn',
  'logIn.form': 'Et kundenummer har elleve siffer.',
  'logIn.unknown': 'Vi kjenner ikke dette kundenummeret.',
  'waiting.title': 'Et øyeblikk',
  'waiting.text': 'Vi gjør klar godkjenningen. Siden går videre av seg selv.',
  'context.PRIVATE': 'Meg selv, som privatperson',
  'context.CORPORATE': 'En bedrift',
  'context.submit': 'Vis hva jeg kan godkjenne her',
  'approval.payment': 'Godkjenn betaling',
  'approval.basket': 'Godkjenn {count} betalinger',
  'approval.cancellation': 'Stans en betaling',
  'approval.access': 'Gi tilgang til kontoer',
  'approval.accessText':
    '{tpp} kan kjenne deg igjen og handle innenfor denne økten i inntil en time.',
  'approval.by': 'På oppdrag fra',
  'approval.customer': 'Logget inn som',
  'approval.actsFor': 'Handler for',
  'approval.sandboxCode': 'Sandkasse: koden din er',
  'approval.code': 'Kode',
  'approval.codeHint': 'Koden godkjenner nøyaktig det som vises her.',
  'approval.submit.payment': 'Godkjenn',
  'approval.submit.basket': 'Godkjenn',
  'approval.submit.cancellation': 'Stans betalingen',
  'approval.submit.access': 'Gi tilgang',
  'approval.refuse': 'Avvis',
  'approval.refuseHint.payment': 'Hvis du avviser, blir det som vises her ikke betalt.',
  'approval.refuseHint.basket': 'Hvis du avviser, blir det som vises her ikke betalt.',
  'approval.refuseHint.cancellation': 'Hvis du avviser, blir det som vises her betalt.',
  'approval.refuseHint.access': 'Hvis du avviser, gis det ingen tilgang.',
  'approval.minutesLeft': 'Siden kan brukes i {minutes} minutter til.',
  'notice.wrong-code': 'Koden er feil. Forsøk igjen: {left}.',
  'notice.changed': 'Det som skal godkjennes er endret. Kontroller det og bruk den nye koden.',
  'page.not-found': 'Fant ikke siden',
  'page.not-found.text': 'Det er ingenting på denne adressen. Følg lenken fra appen en gang til.',
  'page.unknown-link': 'Ukjent lenke',
  'page.unknown-link.text':
    'Vi kjenner ikke denne lenken. Gå tilbake til appen som sendte deg, og start på nytt.',
  'page.ended': 'Lenken kan ikke brukes',
  'page.form': 'Skjemaet kan ikke brukes',
  'page.form.text':
    'Skjemaet kom ikke fra denne nettleseren, eller det er for gammelt. Ingenting er endret.',
  'page.other-browser': 'Ikke tilgjengelig i denne nettleseren',
  'page.other-browser.text':
    'Godkjenningen hører til nettleseren der innloggingen skjedde. Ingenting er endret.',
  'page.bad-request': 'Dette forsto vi ikke',
  'page.bad-request.text': 'Forespørselen var ufullstendig eller for stor. Ingenting er endret.',
  'page.unavailable': 'Ikke tilgjengelig akkurat nå',
  'page.unavailable.text':
    'En del av banken svarer ikke akkurat nå. Ingenting er tapt; prøv igjen om litt.',
  'page.error': 'Noe gikk galt',
  'page.error.text': 'Feilen er vår. Ingenting er tapt; prøv igjen.',
  'page.done': 'Ferdig',
  'page.done.text': 'Godkjenningen er registrert.',
};
