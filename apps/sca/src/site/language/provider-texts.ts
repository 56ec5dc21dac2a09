import type { TextsLike } from './plural-text.js';

/** The English texts of log-ins and approvals at the bank's identity provider. */
export const enOfProvider = {
  'logIn.provider': 'Log in with {provider}',
  'logIn.providerHint': 'You log in at {provider} and come back here.',
  'oidc.proofHint.approve': 'You approve exactly what you see here, at {provider}, and come back.',
  'oidc.proofHint.stop': 'You confirm at {provider} that this payment is cancelled, and come back.',
  'oidc.proofHint.access': 'You confirm exactly what you see here, at {provider}, and come back.',
  'oidc.proofHint.identity': 'You confirm at {provider} that it is you, and come back.',
  'approval.use.oidc': 'Use your electronic ID instead',
  'notice.wrong-oidc': {
    one: 'Your electronic ID did not approve what you see here. You have {count} attempt left.',
    other: 'Your electronic ID did not approve what you see here. You have {count} attempts left.',
  },
  'oidc.submit.cancellation': 'Cancel the payment with {provider}',
  'oidc.submit.access': 'Give access with {provider}',
  'oidc.submit.end': 'End the access with {provider}',
  'oidc.submit.contact': 'Confirm with {provider}',
  'oidc.submit.overview': 'Confirm with {provider}',
  'oidc.submit.passkey': 'Confirm with {provider}',
  'page.provider-aborted': 'You did not finish',
  'page.provider-aborted.text':
    'You went back without logging in or approving. Nothing has been changed.',
  'page.provider-log-in-required': 'A new log-in is needed',
  'page.provider-log-in-required.text':
    'Your electronic ID needs a new log-in. Nothing has been changed. Please try again.',
  'page.provider-unavailable': 'The log-in service does not answer',
  'page.provider-unavailable.text':
    'The service for electronic ID does not answer right now. Nothing is lost. Please try again soon.',
  'page.provider-invalid': 'The log-in did not work',
  'page.provider-invalid.text':
    'We could not use the answer of the service for electronic ID. Nothing has been changed. Please try again.',
  'page.provider-weak': 'A stronger log-in is needed',
  'page.provider-weak.text':
    'The log-in was too weak or too old for this. Nothing has been changed. Please try again with another electronic ID.',
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

type ProviderTexts = TextsLike<typeof enOfProvider>;

/** The same texts in Norwegian. */
export const nbOfProvider: ProviderTexts = {
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
    'Tjenesten for elektronisk ID svarer ikke akkurat nå. Ingenting er tapt. Prøv igjen snart.',
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

/** The same texts in Swedish. */
export const svOfProvider: ProviderTexts = {
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

/** The same texts in Danish. */
export const daOfProvider: ProviderTexts = {
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
