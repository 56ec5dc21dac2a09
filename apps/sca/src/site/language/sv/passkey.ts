import type { passkey as english } from '../en/passkey.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Swedish texts of passkeys. */
export const passkey: TextsLike<typeof english> = {
  'logIn.passkey': 'Logga in för att lägga till en lösennyckel.',
  'approval.passkey': 'Bekräfta att du vill lägga till en lösennyckel',
  'approval.passkeyText':
    'Med en lösennyckel godkänner du med fingeravtryck, ansikte eller enhetens PIN-kod. Sedan väljer du var den ska sparas.',
  'approval.submit.passkey': 'Gå vidare',
  'approval.refuseHint.passkey': 'Om du nekar läggs ingen lösennyckel till.',
  'approval.use.passkey': 'Använd en lösennyckel i stället',
  'notice.wrong-passkey': {
    one: 'Den här lösennyckeln är inte din. Du har {count} försök kvar.',
    other: 'Den här lösennyckeln är inte din. Du har {count} försök kvar.',
  },
  'passkey.proofHint.approve': 'Lösennyckeln godkänner exakt det du ser här.',
  'passkey.proofHint.stop': 'Lösennyckeln stoppar den här betalningen.',
  'passkey.proofHint.access': 'Lösennyckeln bekräftar exakt det du ser här.',
  'passkey.proofHint.identity': 'Lösennyckeln bekräftar att det är du.',
  'passkey.submit.cancellation': 'Stoppa betalningen med lösennyckel',
  'passkey.submit.access': 'Ge åtkomst med lösennyckel',
  'passkey.submit.end': 'Återkalla åtkomsten med lösennyckel',
  'passkey.submit.contact': 'Bekräfta med lösennyckel',
  'passkey.submit.overview': 'Bekräfta med lösennyckel',
  'passkey.submit.passkey': 'Bekräfta med lösennyckel',
  'passkey.unsupported':
    'Den här webbläsaren kan inte använda lösennycklar, eller så stoppar den skript.',
  'passkey.problem': 'Lösennyckeln användes inte. Du kan försöka igen.',
  'passkey.known': 'Den här enheten har redan en lösennyckel.',
  'passkey.enrolTitle': 'Lägg till en lösennyckel',
  'passkey.enrolText': 'Webbläsaren frågar var lösennyckeln ska sparas. Bara du kan använda den.',
  'passkey.name': 'Namn',
  'passkey.nameHint': 'Så att du känner igen den, till exempel: min telefon.',
  'passkey.nameless': 'Lösennyckel',
  'passkey.create': 'Skapa lösennyckel',
  'passkey.cancel': 'Gå tillbaka utan lösennyckel',
  'passkey.title': 'Lösennycklar',
  'passkey.none':
    'Du har ingen lösennyckel. Med en lösennyckel godkänner du med fingeravtryck, ansikte eller PIN.',
  'passkey.some': 'Du kan godkänna med dessa.',
  'passkey.since': 'Tillagd',
  'passkey.lastUsed': 'Senast använd',
  'passkey.never': 'Inte ännu',
  'passkey.add': 'Lägg till en lösennyckel',
  'passkey.remove': 'Ta bort {name}',
  'passkey.added': 'Lösennyckeln är tillagd.',
  'passkey.toOverview': 'Gå till dina lösennycklar',
  'passkey.removed': 'Lösennyckeln är borttagen. Ta bort den från din enhet också.',
  'passkey.full': 'Du kan inte ha fler lösennycklar. Ta bort en först.',
  'passkey.refused': 'Lösennyckeln kunde inte läggas till. Du kan försöka igen.',
};
