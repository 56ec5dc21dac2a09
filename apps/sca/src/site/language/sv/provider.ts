import type { provider as english } from '../en/provider.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Swedish texts of log-ins and approvals at the identity provider of the bank. */
export const provider: TextsLike<typeof english> = {
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
