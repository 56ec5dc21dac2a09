import type { notices as english } from '../en/notices.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Danish texts of error pages and other notices. */
export const notices: TextsLike<typeof english> = {
  'page.not-found': 'Siden findes ikke',
  'page.not-found.text': 'Der er ingen side på denne adresse. Åbn linket i din app en gang til.',
  'page.unknown-link': 'Ukendt link',
  'page.unknown-link.text':
    'Vi kender ikke dette link. Gå tilbage til den app, der sendte dig, og begynd forfra.',
  'page.form': 'Siden er udløbet',
  'page.form.text':
    'Siden er for gammel, eller den blev åbnet i en anden browser. Intet er ændret.',
  'page.other-browser': 'Ikke tilgængelig i denne browser',
  'page.other-browser.text':
    'Godkendelsen er afsluttet, eller du loggede ind med en anden browser. Intet er ændret her.',
  'page.tpp-stopped': 'Appen må ikke handle for dig',
  'page.tpp-stopped.text':
    'Banken samarbejder ikke længere med den app, der sendte dig hertil. Du kan lukke dette vindue; der kan ikke godkendes mere.',
  'page.bad-request': 'Det forstod vi ikke',
  'page.bad-request.text': 'Noget manglede eller var for stort. Intet er ændret.',
  'page.too-large': 'Det var for stort',
  'page.too-large.text':
    'Browseren sendte mere, end siden tager imod. Intet er ændret. Slet cookies for dette websted, og åbn linket i appen en gang til.',
  'page.too-slow': 'Det tog for lang tid',
  'page.too-slow.text': 'Anmodningen nåede ikke frem i tide. Intet er ændret. Prøv igen.',
  'page.too-many': 'For mange forsøg',
  'page.too-many.text': 'Der kom for mange forsøg fra dit netværk. Vent lidt, og prøv så igen.',
  'page.tpp-busy': 'Mange kunder lige nu',
  'page.tpp-busy.text':
    'Rigtig mange kunder kommer fra samme app som dig lige nu. Intet er gået tabt. Prøv igen om lidt.',
  'page.unavailable': 'Ikke tilgængelig lige nu',
  'page.unavailable.text': 'En del af banken svarer ikke. Intet er gået tabt. Prøv igen om lidt.',
  'page.maintenance': 'Banken vedligeholdes',
  'page.maintenance.text':
    'Vi arbejder på tjenesten til senest {until}. Intet er gået tabt. Prøv igen bagefter.',
  'page.error': 'Noget gik galt',
  'page.error.text': 'Fejlen er vores. Intet er gået tabt. Prøv igen.',
  'page.done': 'Færdig',
  'page.done.text': 'Vi har modtaget din godkendelse.',
  'page.reference': 'Oplys {reference}, hvis du kontakter banken om dette.',
};
