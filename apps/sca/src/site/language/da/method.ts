import type { method as english } from '../en/method.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Danish texts of passkeys, and of log-ins and approvals at the identity provider of the bank. */
export const method: TextsLike<typeof english> = {
  'logIn.passkey': 'Log ind for at tilføje en adgangsnøgle.',
  'approval.passkey': 'Bekræft, at du vil tilføje en adgangsnøgle',
  'approval.passkeyText':
    'Med en adgangsnøgle godkender du med fingeraftryk, ansigt eller enhedens PIN-kode. Derefter vælger du, hvor den skal ligge.',
  'approval.submit.passkey': 'Fortsæt',
  'approval.refuseHint.passkey': 'Hvis du afviser, bliver der ikke tilføjet en adgangsnøgle.',
  'approval.use.passkey': 'Brug en adgangsnøgle i stedet',
  'notice.wrong-passkey': {
    one: 'Denne adgangsnøgle er ikke din. Du har {count} forsøg tilbage.',
    other: 'Denne adgangsnøgle er ikke din. Du har {count} forsøg tilbage.',
  },
  'passkey.proofHint.approve': 'Adgangsnøglen godkender præcis det, du ser her.',
  'passkey.proofHint.stop': 'Adgangsnøglen stopper denne betaling.',
  'passkey.proofHint.access': 'Adgangsnøglen bekræfter præcis det, du ser her.',
  'passkey.proofHint.identity': 'Adgangsnøglen bekræfter, at det er dig.',
  'passkey.submit.cancellation': 'Stop betalingen med adgangsnøgle',
  'passkey.submit.access': 'Giv adgang med adgangsnøgle',
  'passkey.submit.end': 'Afslut adgangen med adgangsnøgle',
  'passkey.submit.contact': 'Bekræft med adgangsnøgle',
  'passkey.submit.overview': 'Bekræft med adgangsnøgle',
  'passkey.submit.passkey': 'Bekræft med adgangsnøgle',
  'passkey.unsupported': 'Denne browser kan ikke bruge adgangsnøgler, eller den blokerer scripts.',
  'passkey.problem': 'Adgangsnøglen blev ikke brugt. Du kan prøve igen.',
  'passkey.known': 'Denne enhed har allerede en adgangsnøgle.',
  'passkey.enrolTitle': 'Tilføj en adgangsnøgle',
  'passkey.enrolText': 'Browseren spørger, hvor adgangsnøglen skal ligge. Kun du kan bruge den.',
  'passkey.name': 'Navn',
  'passkey.nameHint': 'Så du kan kende den igen, for eksempel: min telefon.',
  'passkey.nameless': 'Adgangsnøgle',
  'passkey.create': 'Opret adgangsnøgle',
  'passkey.cancel': 'Gå tilbage uden adgangsnøgle',
  'passkey.title': 'Adgangsnøgler',
  'passkey.none':
    'Du har ingen adgangsnøgle. Med en adgangsnøgle godkender du med fingeraftryk, ansigt eller PIN.',
  'passkey.some': 'Du kan godkende med disse.',
  'passkey.since': 'Tilføjet',
  'passkey.lastUsed': 'Sidst brugt',
  'passkey.never': 'Ikke endnu',
  'passkey.add': 'Tilføj en adgangsnøgle',
  'passkey.remove': 'Fjern {name}',
  'passkey.added': 'Adgangsnøglen er tilføjet.',
  'passkey.toOverview': 'Gå til dine adgangsnøgler',
  'passkey.removed': 'Adgangsnøglen er fjernet. Fjern den også fra din enhed.',
  'passkey.full': 'Du kan ikke have flere adgangsnøgler. Fjern en først.',
  'passkey.refused': 'Adgangsnøglen kunne ikke tilføjes. Du kan prøve igen.',
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
