import type { notices as english } from '../en/notices.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Norwegian (bokmål) texts of error pages and other notices. */
export const notices: TextsLike<typeof english> = {
  'page.not-found': 'Fant ikke siden',
  'page.not-found.text': 'Det er ingen side på denne adressen. Åpne lenken i appen en gang til.',
  'page.unknown-link': 'Ukjent lenke',
  'page.unknown-link.text':
    'Vi kjenner ikke denne lenken. Gå tilbake til appen som sendte deg, og start på nytt.',
  'page.form': 'Siden er utløpt',
  'page.form.text':
    'Siden er for gammel, eller den ble åpnet i en annen nettleser. Ingenting er endret.',
  'page.other-browser': 'Ikke tilgjengelig i denne nettleseren',
  'page.other-browser.text':
    'Godkjenningen er avsluttet, eller du logget inn med en annen nettleser. Ingenting er endret her.',
  'page.tpp-stopped': 'Appen kan ikke handle for deg',
  'page.tpp-stopped.text':
    'Banken samarbeider ikke lenger med appen som sendte deg hit. Du kan lukke dette vinduet; ingenting mer kan godkjennes.',
  'page.bad-request': 'Dette forsto vi ikke',
  'page.bad-request.text': 'Noe manglet eller var for stort. Ingenting er endret.',
  'page.too-large': 'Dette var for stort',
  'page.too-large.text':
    'Nettleseren sendte mer enn siden tar imot. Ingenting er endret. Slett informasjonskapslene for dette nettstedet, og åpne lenken i appen en gang til.',
  'page.too-slow': 'Dette tok for lang tid',
  'page.too-slow.text': 'Forespørselen kom ikke fram i tide. Ingenting er endret. Prøv igjen.',
  'page.too-many': 'For mange forsøk',
  'page.too-many.text': 'Det kom for mange forsøk fra nettverket ditt. Vent litt, og prøv igjen.',
  'page.tpp-busy': 'Mange kunder akkurat nå',
  'page.tpp-busy.text':
    'Svært mange kunder kommer fra samme app som deg akkurat nå. Ingenting har gått tapt. Prøv igjen om litt.',
  'page.unavailable': 'Ikke tilgjengelig akkurat nå',
  'page.unavailable.text':
    'En del av banken svarer ikke. Ingenting har gått tapt. Prøv igjen om litt.',
  'page.maintenance': 'Banken vedlikeholdes',
  'page.maintenance.text':
    'Vi arbeider med tjenesten til senest {until}. Ingenting har gått tapt. Prøv igjen etterpå.',
  'page.error': 'Noe gikk galt',
  'page.error.text': 'Feilen er vår. Ingenting har gått tapt. Prøv igjen.',
  'page.done': 'Ferdig',
  'page.done.text': 'Vi har mottatt godkjenningen din.',
  'page.reference': 'Oppgi {reference} hvis du kontakter banken om dette.',
};
