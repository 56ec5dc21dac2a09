import type { provider as english } from '../en/provider.js';
import type { TextsLike } from '../en/plural-text.js';

/** The Norwegian (bokmål) texts of log-ins and approvals at the identity provider of the bank. */
export const provider: TextsLike<typeof english> = {
  'logIn.provider': 'Logg inn med {provider}',
  'logIn.providerHint': 'Du logger inn hos {provider} og kommer tilbake hit.',
  'oidc.proofHint.approve':
    'Hos {provider} godkjenner du nøyaktig det du ser her. Deretter kommer du tilbake hit.',
  'oidc.proofHint.stop':
    'Du bekrefter hos {provider} at betalingen skal stoppes, og kommer tilbake.',
  'oidc.proofHint.access':
    'Hos {provider} bekrefter du nøyaktig det du ser her. Deretter kommer du tilbake hit.',
  'oidc.proofHint.identity': 'Du bekrefter hos {provider} at det er deg, og kommer tilbake.',
  'approval.use.oidc': 'Bruk elektronisk ID i stedet',
  'notice.wrong-oidc': {
    one: 'Den elektroniske ID-en godkjente ikke det du ser her. Du har {count} forsøk igjen.',
    other: 'Den elektroniske ID-en godkjente ikke det du ser her. Du har {count} forsøk igjen.',
  },
  'oidc.submit.cancellation': 'Stopp betalingen med {provider}',
  'oidc.submit.access': 'Gi tilgang med {provider}',
  'oidc.submit.end': 'Avslutt tilgangen med {provider}',
  'oidc.submit.contact': 'Bekreft med {provider}',
  'oidc.submit.overview': 'Bekreft med {provider}',
  'oidc.submit.passkey': 'Bekreft med {provider}',
  'page.provider-aborted': 'Du fullførte ikke',
  'page.provider-aborted.text':
    'Du gikk tilbake uten å logge inn eller godkjenne. Ingenting er endret.',
  'page.provider-log-in-required': 'Du må logge inn på nytt',
  'page.provider-log-in-required.text':
    'Den elektroniske ID-en din krever ny innlogging. Ingenting er endret. Prøv på nytt.',
  'page.provider-unavailable': 'Innloggingstjenesten svarer ikke',
  'page.provider-unavailable.text':
    'Tjenesten for elektronisk ID svarer ikke akkurat nå. Ingenting har gått tapt. Prøv igjen om litt.',
  'page.provider-invalid': 'Innloggingen virket ikke',
  'page.provider-invalid.text':
    'Vi kunne ikke bruke svaret fra tjenesten for elektronisk ID. Ingenting er endret. Prøv på nytt.',
  'page.provider-weak': 'Det kreves sterkere innlogging',
  'page.provider-weak.text':
    'Innloggingen var for svak eller for gammel til dette. Ingenting er endret. Prøv på nytt med en annen elektronisk ID.',
  'page.provider-unknown-transaction': 'Denne innloggingen kan ikke brukes',
  'page.provider-unknown-transaction.text':
    'Innloggingen startet ikke i denne nettleseren, eller den er brukt eller for gammel. Ingenting er endret. Følg lenken i appen din en gang til.',
  'page.provider-unknown-customer': 'Du er ikke kunde her',
  'page.provider-unknown-customer.text':
    'Vi kjenner deg ikke som kunde i denne banken. Ingenting er endret.',
  'page.provider-blocked-customer': 'Tilgangen din er sperret',
  'page.provider-blocked-customer.text':
    'Banken har sperret tilgangen din. Ingenting er endret. Ta kontakt med banken.',
  'page.provider-ambiguous-customer': 'Vi kan ikke avgjøre hvem du er',
  'page.provider-ambiguous-customer.text':
    'Banken kjenner flere kunder med din elektroniske ID. Ingenting er endret. Ta kontakt med banken.',
};
