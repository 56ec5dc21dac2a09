import type { provider as english } from '../en/provider.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Danish texts of log-ins and approvals at the identity provider of the bank. */
export const provider: TextsLike<typeof english> = {
  'logIn.provider': 'Log ind med {provider}',
  'logIn.providerHint': 'Du logger ind hos {provider} og kommer tilbage hertil.',
  'oidc.proofHint.approve':
    'Hos {provider} godkender du præcis det, du ser her. Derefter kommer du tilbage hertil.',
  'oidc.proofHint.stop':
    'Du bekræfter hos {provider}, at betalingen skal stoppes, og kommer tilbage.',
  'oidc.proofHint.access':
    'Hos {provider} bekræfter du præcis det, du ser her. Derefter kommer du tilbage hertil.',
  'oidc.proofHint.identity': 'Du bekræfter hos {provider}, at det er dig, og kommer tilbage.',
  'approval.use.oidc': 'Brug elektronisk ID i stedet',
  'notice.wrong-oidc': {
    one: 'Dit elektroniske ID godkendte ikke det, du ser her. Du har {count} forsøg tilbage.',
    other: 'Dit elektroniske ID godkendte ikke det, du ser her. Du har {count} forsøg tilbage.',
  },
  'oidc.submit.cancellation': 'Stop betalingen med {provider}',
  'oidc.submit.access': 'Giv adgang med {provider}',
  'oidc.submit.end': 'Afslut adgangen med {provider}',
  'oidc.submit.contact': 'Bekræft med {provider}',
  'oidc.submit.overview': 'Bekræft med {provider}',
  'oidc.submit.passkey': 'Bekræft med {provider}',
  'page.provider-aborted': 'Du blev ikke færdig',
  'page.provider-aborted.text': 'Du gik tilbage uden at logge ind eller godkende. Intet er ændret.',
  'page.provider-log-in-required': 'Du skal logge ind igen',
  'page.provider-log-in-required.text':
    'Dit elektroniske ID kræver, at du logger ind igen. Intet er ændret. Prøv igen.',
  'page.provider-unavailable': 'Login-tjenesten svarer ikke',
  'page.provider-unavailable.text':
    'Tjenesten for elektronisk ID svarer ikke lige nu. Intet er gået tabt. Prøv igen om lidt.',
  'page.provider-invalid': 'Login lykkedes ikke',
  'page.provider-invalid.text':
    'Vi kunne ikke bruge svaret fra tjenesten for elektronisk ID. Intet er ændret. Prøv igen.',
  'page.provider-weak': 'Der kræves et stærkere login',
  'page.provider-weak.text':
    'Dit login var for svagt eller for gammelt til dette. Intet er ændret. Prøv igen med et andet elektronisk ID.',
  'page.provider-unknown-transaction': 'Dette login kan ikke bruges',
  'page.provider-unknown-transaction.text':
    'Dit login begyndte ikke i denne browser, eller det er brugt eller for gammelt. Intet er ændret. Åbn linket i din app en gang til.',
  'page.provider-unknown-customer': 'Du er ikke kunde her',
  'page.provider-unknown-customer.text':
    'Vi kender dig ikke som kunde i denne bank. Intet er ændret.',
  'page.provider-blocked-customer': 'Din adgang er spærret',
  'page.provider-blocked-customer.text':
    'Banken har spærret din adgang. Intet er ændret. Kontakt banken.',
  'page.provider-ambiguous-customer': 'Vi kan ikke afgøre, hvem du er',
  'page.provider-ambiguous-customer.text':
    'Banken kender flere kunder med dit elektroniske ID. Intet er ændret. Kontakt banken.',
};
