import type { notices as english } from '../en/notices.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Swedish texts of error pages and other notices. */
export const notices: TextsLike<typeof english> = {
  'page.not-found': 'Sidan finns inte',
  'page.not-found.text':
    'Det finns ingen sida på den här adressen. Öppna länken i din app en gång till.',
  'page.unknown-link': 'Okänd länk',
  'page.unknown-link.text':
    'Vi känner inte till den här länken. Gå tillbaka till appen som skickade dig och börja om.',
  'page.form': 'Sidan har gått ut',
  'page.form.text':
    'Sidan är för gammal, eller så öppnades den i en annan webbläsare. Ingenting har ändrats.',
  'page.other-browser': 'Inte tillgängligt i den här webbläsaren',
  'page.other-browser.text':
    'Godkännandet är avslutat, eller så loggade du in med en annan webbläsare. Ingenting har ändrats här.',
  'page.tpp-stopped': 'Appen får inte agera för dig',
  'page.tpp-stopped.text':
    'Banken samarbetar inte längre med appen som skickade dig hit. Du kan stänga det här fönstret; inget mer kan godkännas.',
  'page.bad-request': 'Det förstod vi inte',
  'page.bad-request.text': 'Något saknades eller var för stort. Ingenting har ändrats.',
  'page.too-large': 'Det var för stort',
  'page.too-large.text':
    'Webbläsaren skickade mer än sidan tar emot. Ingenting har ändrats. Ta bort kakorna för den här webbplatsen och öppna länken i appen en gång till.',
  'page.too-slow': 'Det tog för lång tid',
  'page.too-slow.text': 'Begäran kom inte fram i tid. Ingenting har ändrats. Försök igen.',
  'page.too-many': 'För många försök',
  'page.too-many.text':
    'Det kom för många försök från ditt nätverk. Vänta en stund och försök igen.',
  'page.tpp-busy': 'Många kunder just nu',
  'page.tpp-busy.text':
    'Väldigt många kunder kommer från samma app som du just nu. Ingenting har gått förlorat. Försök igen om en stund.',
  'page.unavailable': 'Inte tillgängligt just nu',
  'page.unavailable.text':
    'En del av banken svarar inte. Ingenting har gått förlorat. Försök igen om en stund.',
  'page.maintenance': 'Banken har underhåll',
  'page.maintenance.text':
    'Vi arbetar med tjänsten till senast {until}. Ingenting har gått förlorat. Försök igen efteråt.',
  'page.error': 'Något gick fel',
  'page.error.text': 'Felet är vårt. Ingenting har gått förlorat. Försök igen.',
  'page.done': 'Klart',
  'page.done.text': 'Vi har tagit emot ditt godkännande.',
  'page.reference': 'Uppge {reference} om du kontaktar banken om det här.',
};
