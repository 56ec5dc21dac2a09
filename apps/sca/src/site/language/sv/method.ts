import type { method as english } from '../en/method.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Swedish texts of passkeys, and of log-ins and approvals at the identity provider of the bank. */
export const method: TextsLike<typeof english> = {
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
  'logIn.provider': 'Logga in med {provider}',
  'logIn.providerHint': 'Du loggar in hos {provider} och kommer tillbaka hit.',
  'oidc.proofHint.approve':
    'Hos {provider} godkänner du exakt det du ser här. Sedan kommer du tillbaka hit.',
  'oidc.proofHint.stop':
    'Du bekräftar hos {provider} att betalningen ska stoppas och kommer tillbaka.',
  'oidc.proofHint.access':
    'Hos {provider} bekräftar du exakt det du ser här. Sedan kommer du tillbaka hit.',
  'oidc.proofHint.identity': 'Du bekräftar hos {provider} att det är du och kommer tillbaka.',
  'approval.use.oidc': 'Använd e-legitimation i stället',
  'notice.wrong-oidc': {
    one: 'Din e-legitimation godkände inte det du ser här. Du har {count} försök kvar.',
    other: 'Din e-legitimation godkände inte det du ser här. Du har {count} försök kvar.',
  },
  'oidc.submit.cancellation': 'Stoppa betalningen med {provider}',
  'oidc.submit.access': 'Ge åtkomst med {provider}',
  'oidc.submit.end': 'Återkalla åtkomsten med {provider}',
  'oidc.submit.contact': 'Bekräfta med {provider}',
  'oidc.submit.overview': 'Bekräfta med {provider}',
  'oidc.submit.passkey': 'Bekräfta med {provider}',
  'page.provider-aborted': 'Du blev inte klar',
  'page.provider-aborted.text':
    'Du gick tillbaka utan att logga in eller godkänna. Ingenting har ändrats.',
  'page.provider-log-in-required': 'Du behöver logga in igen',
  'page.provider-log-in-required.text':
    'Din e-legitimation kräver en ny inloggning. Ingenting har ändrats. Försök igen.',
  'page.provider-unavailable': 'Inloggningstjänsten svarar inte',
  'page.provider-unavailable.text':
    'Tjänsten för e-legitimation svarar inte just nu. Ingenting har gått förlorat. Försök igen snart.',
  'page.provider-invalid': 'Inloggningen fungerade inte',
  'page.provider-invalid.text':
    'Vi kunde inte använda svaret från tjänsten för e-legitimation. Ingenting har ändrats. Försök igen.',
  'page.provider-weak': 'En starkare inloggning behövs',
  'page.provider-weak.text':
    'Inloggningen var för svag eller för gammal för det här. Ingenting har ändrats. Försök igen med en annan e-legitimation.',
  'page.provider-unknown-transaction': 'Den här inloggningen kan inte användas',
  'page.provider-unknown-transaction.text':
    'Inloggningen började inte i den här webbläsaren, eller så är den använd eller för gammal. Ingenting har ändrats. Öppna länken i din app en gång till.',
  'page.provider-unknown-customer': 'Du är inte kund här',
  'page.provider-unknown-customer.text':
    'Vi känner dig inte som kund i den här banken. Ingenting har ändrats.',
  'page.provider-blocked-customer': 'Din åtkomst är spärrad',
  'page.provider-blocked-customer.text':
    'Banken har spärrat din åtkomst. Ingenting har ändrats. Kontakta banken.',
  'page.provider-ambiguous-customer': 'Vi kan inte avgöra vem du är',
  'page.provider-ambiguous-customer.text':
    'Banken känner flera kunder med din e-legitimation. Ingenting har ändrats. Kontakta banken.',
};
