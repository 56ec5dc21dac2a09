/** The English texts of log-ins and approvals at the bank's identity provider. */
export const enOfProvider = {
  'logIn.provider': 'Log in with {provider}',
  'logIn.providerHint': 'You log in at {provider} and come back here.',
  'oidc.proofHint': 'You approve exactly what is shown here, at {provider}, and come back.',
  'approval.use.oidc': 'Use your electronic ID instead',
  'notice.wrong-oidc':
    'The answer of the electronic ID did not approve what is shown here. Attempts left: {left}.',
  'oidc.submit.payment': 'Approve with {provider}',
  'oidc.submit.basket': 'Approve with {provider}',
  'oidc.submit.cancellation': 'Call off with {provider}',
  'oidc.submit.access': 'Give access with {provider}',
  'oidc.submit.contact': 'Confirm with {provider}',
  'oidc.submit.overview': 'Confirm with {provider}',
  'oidc.submit.passkey': 'Confirm with {provider}',
  'page.provider-aborted': 'You did not finish',
  'page.provider-aborted.text':
    'You went back without logging in or approving. Nothing has been changed.',
  'page.provider-log-in-required': 'A new log-in is needed',
  'page.provider-log-in-required.text':
    'Your electronic ID needs a new log-in. Nothing has been changed; please try again.',
  'page.provider-unavailable': 'The log-in service does not answer',
  'page.provider-unavailable.text':
    'The service for electronic ID does not answer right now. Nothing has been lost; please try again soon.',
  'page.provider-invalid': 'The log-in did not work',
  'page.provider-invalid.text':
    'We could not use the answer of the service for electronic ID. Nothing has been changed; please try again.',
  'page.provider-weak': 'A stronger log-in is needed',
  'page.provider-weak.text':
    'The log-in was not strong enough or too old for this. Nothing has been changed; please try again with another electronic ID.',
  'page.provider-unknown-transaction': 'This log-in cannot be used',
  'page.provider-unknown-transaction.text':
    'The log-in did not start in this browser, or it is used or too old. Nothing has been changed. Follow the link of your app once more.',
  'page.provider-unknown-customer': 'You are not a customer here',
  'page.provider-unknown-customer.text':
    'We do not know you as a customer of this bank. Nothing has been changed.',
  'page.provider-blocked-customer': 'Your access is blocked',
  'page.provider-blocked-customer.text':
    'The bank has blocked your access. Nothing has been changed. Please contact the bank.',
  'page.provider-ambiguous-customer': 'We cannot tell who you are',
  'page.provider-ambiguous-customer.text':
    'The bank knows more than one customer with your electronic ID. Nothing has been changed. Please contact the bank.',
} as const;

/** The same texts in Norwegian. */
export const nbOfProvider: { readonly [Key in keyof typeof enOfProvider]: string } = {
  'logIn.provider': 'Logg inn med {provider}',
  'logIn.providerHint': 'Du logger inn hos {provider} og kommer tilbake hit.',
  'oidc.proofHint': 'Du godkjenner akkurat det som vises her, hos {provider}, og kommer tilbake.',
  'approval.use.oidc': 'Bruk elektronisk ID i stedet',
  'notice.wrong-oidc':
    'Svaret fra den elektroniske ID-en godkjente ikke det som vises her. Forsøk igjen: {left}.',
  'oidc.submit.payment': 'Godkjenn med {provider}',
  'oidc.submit.basket': 'Godkjenn med {provider}',
  'oidc.submit.cancellation': 'Avbestill med {provider}',
  'oidc.submit.access': 'Gi tilgang med {provider}',
  'oidc.submit.contact': 'Bekreft med {provider}',
  'oidc.submit.overview': 'Bekreft med {provider}',
  'oidc.submit.passkey': 'Bekreft med {provider}',
  'page.provider-aborted': 'Du fullførte ikke',
  'page.provider-aborted.text':
    'Du gikk tilbake uten å logge inn eller godkjenne. Ingenting er endret.',
  'page.provider-log-in-required': 'Ny innlogging trengs',
  'page.provider-log-in-required.text':
    'Den elektroniske ID-en din krever ny innlogging. Ingenting er endret; prøv på nytt.',
  'page.provider-unavailable': 'Innloggingstjenesten svarer ikke',
  'page.provider-unavailable.text':
    'Tjenesten for elektronisk ID svarer ikke akkurat nå. Ingenting er tapt; prøv igjen snart.',
  'page.provider-invalid': 'Innloggingen virket ikke',
  'page.provider-invalid.text':
    'Vi kunne ikke bruke svaret fra tjenesten for elektronisk ID. Ingenting er endret; prøv på nytt.',
  'page.provider-weak': 'Sterkere innlogging trengs',
  'page.provider-weak.text':
    'Innloggingen var ikke sterk nok eller for gammel til dette. Ingenting er endret; prøv på nytt med en annen elektronisk ID.',
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
