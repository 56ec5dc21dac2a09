import type { ended as english } from '../en/ended.js';
import type { TextsLike } from '../en/catalogue.js';

/**
 * The Swedish texts of what ends without success: the page of an approval, its return to the TPP in the redirect
 * (specification 5.12), and error pages and other notices.
 */
export const ended: TextsLike<typeof english> = {
  'ended.expired': 'Tiden för det här godkännandet är slut',
  'ended.wrong-codes': 'Godkännandet misslyckades tre gånger',
  'ended.unknown-customer': 'Ingen känd kund loggade in',
  'ended.other-customer': 'En annan kund måste logga in här',
  'ended.joined-basket': 'Betalningen godkänns nu tillsammans med andra',
  'ended.refused': 'Det här nekades',
  'ended.no-method': 'Du har inget sätt att godkänna det här som banken accepterar',
  'ended.not-debitable': 'Du kan inte betala från det här kontot',
  'ended.not-approvable': 'Det finns ingenting kvar att godkänna',
  'ended.signed-already': 'Du har redan skrivit under det här',
  'ended.fault': 'Godkännandet misslyckades i banken',
  'ended.tpp-stopped': 'Appen får inte agera för dig',
  'ended.withdrawn': '{tpp} har dragit tillbaka sin begäran',
  'ended.rejected': 'Banken kunde inte ta emot betalningen',
  'ended.decided-before': 'Betalningen var redan ändrad, stoppad eller avgjord',
  'ended.used': 'Länken har redan använts',
  'ended.aborted': 'Du gick tillbaka utan att godkänna',
  'ended.unavailable': 'Banken kan inte slutföra godkännandet just nu',
  'ended.access-ended': 'Åtkomsten är återkallad',
  'ended.nothing.payment': 'Ingenting betalades här.',
  'ended.nothing.basket': 'Ingenting betalades här.',
  'ended.nothing.cancellation': 'Betalningen stoppades inte här.',
  'ended.nothing.contact': '{tpp} fick ingen bekräftelse här.',
  'ended.nothing.overview': 'Ingenting ändrades.',
  'ended.nothing.passkey': 'Ingen lösennyckel lades till.',
  'ended.again.payment': 'Om du ändå vill godkänna betalningen måste du börja om i appen.',
  'ended.again.basket': 'Om du ändå vill godkänna betalningarna måste du börja om i appen.',
  'ended.again.cancellation': 'Om du ändå vill stoppa betalningen måste du börja om i appen.',
  'ended.again.contact': 'Om du ändå vill bekräfta måste du börja om i appen.',
  'ended.otherSigner': 'En annan person måste också skriva under det.',
  'ended.leave': {
    one: 'Du skickas tillbaka till {tpp} om {count} sekund.',
    other: 'Du skickas tillbaka till {tpp} om {count} sekunder.',
  },
  'failed.expired': 'Tiden för godkännandet är slut',
  'failed.wrong-codes': 'Godkännandet misslyckades för många gånger',
  'failed.unknown-customer': 'Inget känt kundnummer angavs',
  'failed.other-customer': 'En annan kund eller ett annat företag måste logga in här',
  'failed.joined-basket': 'Betalningen godkänns nu tillsammans med andra',
  'failed.refused': 'Kunden nekade',
  'failed.not-debitable': 'Kunden kan inte betala från det här kontot',
  'failed.not-approvable': 'Det finns ingenting kvar att godkänna',
  'failed.signed-already':
    'Du har skrivit under det här. En annan person måste också skriva under det',
  'failed.fault': 'Godkännandet misslyckades i banken',
  'failed.tpp-stopped': 'Appen får inte agera för dig i den här banken',
  'failed.withdrawn': 'Appen har dragit tillbaka sin begäran',
  'failed.rejected': 'Banken kunde inte ta emot betalningen',
  'failed.decided-before': 'Betalningen ändrades, stoppades eller avgjordes tidigare',
  'failed.access-ended': 'Kunden återkallade åtkomsten',
  'failed.used': 'Länken har redan använts',
  'failed.no-method': 'Kunden har inget sätt att godkänna som banken accepterar för detta',
  'failed.aborted': 'Kunden gick tillbaka utan att godkänna',
  'failed.unavailable': 'Banken kan inte slutföra godkännandet just nu',
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
