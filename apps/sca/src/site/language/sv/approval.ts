import type { approval as english } from '../en/approval.js';
import type { TextsLike } from '../en/catalogue.js';

/** The Swedish texts of the pages on which a PSU picks accounts and approves: heading, proof and ways out. */
export const approval: TextsLike<typeof english> = {
  'accounts.legend': 'Konton för {name}',
  'accounts.none': 'Det finns inga konton här som du kan ge åtkomst till.',
  'accounts.next': 'Du godkänner på nästa sida. Ingenting ändras innan dess.',
  'accounts.added': 'nytt',
  'accounts.asBefore': 'som förra gången',
  'accounts.submit': 'Fortsätt',
  'accounts.change': 'Välj andra konton',
  'context.PRIVATE': 'Mig själv, som privatperson',
  'context.CORPORATE': 'Ett företag',
  'context.submit': 'Visa vad jag kan godkänna här',
  'approval.withoutMethodText':
    'Banken kräver ett starkare bevis än du kan ge här. Inget är godkänt. Kontakta banken för att få ett annat sätt att godkänna.',
  'approval.withoutMethodBack': 'Inget är godkänt när du går tillbaka till {tpp}.',
  'approval.unpayable': 'Det finns ingenting som du kan godkänna här',
  'approval.unpayableText':
    'Om du går tillbaka till {tpp} avvisas betalningen och ingenting betalas.',
  'approval.unpayableBasket':
    'Om du går tillbaka till {tpp} avvisas betalningarna och ingenting betalas.',
  'approval.contact': 'Bekräfta vem du är',
  'approval.contactText': 'I en timme kan {tpp} läsa det du har gett åtkomst till.',
  'approval.contactTextExempt': '{tpp} kan läsa det du har gett åtkomst till.',
  'approval.actsFor': 'Du företräder',
  'approval.sandboxCode': 'Testmiljö: din kod är',
  'approval.code': 'Kod',
  'approval.codeHint.approve': 'Koden godkänner exakt det du ser här.',
  'approval.codeHint.stop': 'Koden stoppar den här betalningen.',
  'approval.codeHint.access': 'Koden bekräftar exakt det du ser här.',
  'approval.codeHint.identity': 'Koden bekräftar att det är du.',
  'approval.submit.cancellation': 'Stoppa betalningen',
  'approval.stopHint.once':
    'Betalningen är godkänd men inte genomförd ännu. Om du stoppar den genomförs den inte.',
  'approval.stopHint.periodic': 'Betalningarna är godkända. Om du stoppar dem genomförs inga fler.',
  'approval.submit.access': 'Ge åtkomst',
  'approval.submit.end': 'Återkalla åtkomsten',
  'approval.submit.contact': 'Bekräfta',
  'approval.refuse': 'Neka',
  'approval.keep': 'Behåll betalningen',
  'approval.refuseHint.payment':
    'Betalningen är inte godkänd ännu. Om du nekar genomförs den inte.',
  'approval.refuseHint.basket': 'Om du nekar genomförs ingen av betalningarna som väntar på dig.',
  'approval.refuseHint.cancellation': 'Om du behåller betalningen genomförs den som planerat.',
  'approval.until': 'Du kan använda den här sidan fram till kl.\u00a0{time}.',
  'notice.wrong-code': {
    one: 'Koden är fel. Du har {count} försök kvar.',
    other: 'Koden är fel. Du har {count} försök kvar.',
  },
  'notice.changed':
    'Det här har ändrats sedan du såg det. Kontrollera det och använd den nya koden.',
  'notice.choose': 'Välj minst ett konto, eller neka.',
  'approval.overview': 'Bekräfta att det är du',
  'approval.submit.overview': 'Gå vidare',
  'approval.refuseHint.overview': 'Om du nekar ser du ingenting, och ingenting ändras.',
  'signers.first':
    'Två personer måste skriva under för {name}. Efter dig måste även en annan person skriva under.',
  'signers.passOn': 'Skicka adressen vidare. Den andra personen loggar in och skriver under där:',
  'signers.second': '{name} har skrivit under. Om du också skriver under genomförs betalningen.',
  'approval.use.sandbox-code': 'Använd en kod i stället',
  'sum.each': '{sum} varje gång',
  'title.approve.one': 'Godkänn {sum} till {payee}',
  'title.approve.standing': 'Godkänn stående överföring: {sum} till {payee}',
  'title.approve.many': {
    one: 'Godkänn {sum} i {count} betalning',
    other: 'Godkänn {sum} i {count} betalningar',
  },
  'title.callOff.one': 'Stoppa betalningen på {sum} till {payee}',
  'title.callOff.standing': 'Stoppa den stående överföringen på {sum} till {payee}',
  'title.callOff.many': {
    one: 'Stoppa {count} betalning på {sum}',
    other: 'Stoppa {count} betalningar, totalt {sum}',
  },
  'submit.sum': 'Godkänn {sum}',
  'submit.sum.passkey': 'Godkänn {sum} med lösennyckel',
  'submit.sum.oidc': 'Godkänn {sum} med {provider}',
  'who.asks': '{tpp} begär detta.',
  'who.loggedIn': 'Inloggad som {customer}.',
  'who.actsFor': 'Du företräder {name}.',
  'who.change': 'Välj vem du företräder',
  'leave.hint': 'Om du avbryter händer ingenting, och {tpp} kan fråga igen.',
};
