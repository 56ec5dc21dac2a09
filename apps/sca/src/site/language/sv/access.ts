import type { AccessTexts } from '../en/access.js';

/** The Swedish texts of the access of a TPP, by the names of the bank profile. */
export const access: AccessTexts = {
  'access.asks': '{tpp} ber att få se dina konton.',
  'access.asksFunds': '{tpp} ber att få fråga om det finns täckning för ett belopp på kontot.',
  'access.asksContact': '{tpp} ber om bekräftelse på att du är kund här.',
  'access.title': 'Ge {tpp} åtkomst till konton',
  'access.titleFunds': 'Låt {tpp} fråga om det finns täckning för ett belopp på kontot',
  'access.titleEnd': 'Återkalla åtkomsten för {tpp}',
  'access.reads': '{tpp} kan se namn, nummer, saldo och transaktioner på kontona.',
  'access.funds':
    '{tpp} kan fråga om det finns täckning för ett belopp på kontot och får svaret ja eller nej.',
  'access.until': 'Åtkomsten gäller till och med {date}.',
  'access.end': 'Du kan när som helst återkalla åtkomsten under "Mina appar och underskrifter".',
  'access.none': '{tpp} har ingen åtkomst nu.',
  'access.live': '{tpp} har åtkomst nu, till och med {date}.',
  'access.liveFunds':
    '{tpp} kan nu bara fråga om det finns täckning för ett belopp, till och med {date}.',
  'access.expired': '{tpp} har ingen åtkomst nu. Den förra gällde till och med {date}.',
  'access.ended': '{tpp} har ingen åtkomst nu. Den förra återkallades {date}.',
  'access.elsewhere':
    '{tpp} har också åtkomst till konton för {name}, till och med {date}. Det ändras inte här.',
  'access.elsewhereFunds':
    '{tpp} kan också fråga om det finns täckning för ett belopp på konton för {name}, till och med {date}. Det ändras inte här.',
  'access.replaces': 'Det du godkänner här gäller i stället för den åtkomst som {tpp} har nu.',
  'access.refuseNone': 'Om du nekar får {tpp} ingen åtkomst.',
  'access.refuseLive': 'Om du nekar ändras ingenting: åtkomsten gäller till och med {date}.',
  'access.endHint': 'Om du återkallar åtkomsten kan {tpp} inte längre använda den.',
  'access.contact': '{tpp} får en bekräftelse på att du är kund här.',
  'access.payments': 'Varje betalning måste du fortfarande godkänna här.',
  'access.refuseContact':
    'Om du nekar får {tpp} ingen bekräftelse. Åtkomst som du har gett tidigare ändras inte.',
  'access.since': 'Given',
  'access.validUntil': 'Giltig till och med',
  'access.revokeText': '{tpp} kan då inte längre använda åtkomsten till de här kontona.',
  'access.noApps': 'Inga appar har åtkomst till dina konton.',
  'access.revoke': 'Återkalla åtkomsten för {tpp}',
  'access.revokeTitle': 'Återkalla åtkomsten för {tpp}?',
  'access.keep': 'Behåll åtkomsten',
  'access.keepHint': 'Om du behåller åtkomsten ändras ingenting.',
  'access.revoked': 'Appen har inte längre åtkomst. Den märker det nästa gång den försöker.',
  'access.removed': 'Åtkomsten till de här kontona upphör:',
  'access.endInstead': 'Återkalla åtkomsten i stället',
  'access.unchanged': 'Ingen åtkomst gavs eller ändrades här.',
  'access.startAgain': 'Om du ändå vill ge åtkomst måste du börja om i appen.',
};
