import type { method as english } from '../en/method.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Norwegian (bokmål) texts of passkeys, and of log-ins and approvals at the identity provider of the bank. */
export const method: TextsLike<typeof english> = {
  'logIn.passkey': 'Logg inn for å legge til en passnøkkel.',
  'approval.passkey': 'Bekreft at du vil legge til en passnøkkel',
  'approval.passkeyText':
    'Med en passnøkkel godkjenner du med fingeravtrykk, ansikt eller PIN-koden til enheten. Deretter velger du hvor den skal ligge.',
  'approval.submit.passkey': 'Gå videre',
  'approval.refuseHint.passkey': 'Hvis du avviser, blir ingen passnøkkel lagt til.',
  'approval.use.passkey': 'Bruk en passnøkkel i stedet',
  'notice.wrong-passkey': {
    one: 'Denne passnøkkelen er ikke din. Du har {count} forsøk igjen.',
    other: 'Denne passnøkkelen er ikke din. Du har {count} forsøk igjen.',
  },
  'passkey.proofHint.approve': 'Passnøkkelen godkjenner nøyaktig det du ser her.',
  'passkey.proofHint.stop': 'Passnøkkelen stopper denne betalingen.',
  'passkey.proofHint.access': 'Passnøkkelen bekrefter nøyaktig det du ser her.',
  'passkey.proofHint.identity': 'Passnøkkelen bekrefter at det er deg.',
  'passkey.submit.cancellation': 'Stopp betalingen med passnøkkel',
  'passkey.submit.access': 'Gi tilgang med passnøkkel',
  'passkey.submit.end': 'Avslutt tilgangen med passnøkkel',
  'passkey.submit.contact': 'Bekreft med passnøkkel',
  'passkey.submit.overview': 'Bekreft med passnøkkel',
  'passkey.submit.passkey': 'Bekreft med passnøkkel',
  'passkey.unsupported': 'Denne nettleseren kan ikke bruke passnøkler, eller den stopper skript.',
  'passkey.problem': 'Passnøkkelen ble ikke brukt. Du kan prøve igjen.',
  'passkey.known': 'Denne enheten har allerede en passnøkkel.',
  'passkey.enrolTitle': 'Legg til en passnøkkel',
  'passkey.enrolText': 'Nettleseren spør hvor passnøkkelen skal ligge. Bare du kan bruke den.',
  'passkey.name': 'Navn',
  'passkey.nameHint': 'Slik at du kjenner den igjen, for eksempel: telefonen min.',
  'passkey.nameless': 'Passnøkkel',
  'passkey.create': 'Lag passnøkkel',
  'passkey.cancel': 'Gå tilbake uten passnøkkel',
  'passkey.title': 'Passnøkler',
  'passkey.none':
    'Du har ingen passnøkkel. Med en passnøkkel godkjenner du med fingeravtrykk, ansikt eller PIN.',
  'passkey.some': 'Du kan godkjenne med disse.',
  'passkey.since': 'Lagt til',
  'passkey.lastUsed': 'Sist brukt',
  'passkey.never': 'Ikke ennå',
  'passkey.add': 'Legg til en passnøkkel',
  'passkey.remove': 'Fjern {name}',
  'passkey.added': 'Passnøkkelen er lagt til.',
  'passkey.toOverview': 'Gå til passnøklene dine',
  'passkey.removed': 'Passnøkkelen er fjernet. Fjern den fra enheten din også.',
  'passkey.full': 'Du kan ikke ha flere passnøkler. Fjern en først.',
  'passkey.refused': 'Passnøkkelen kunne ikke legges til. Du kan prøve igjen.',
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
