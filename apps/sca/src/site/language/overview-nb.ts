/** The Norwegian texts of the PSU's own overview. */
export const overviewNb = {
  'logIn.overview':
    'Logg inn for å se hva som venter på din signatur, og hvem som kan lese kontoene dine.',
  'approval.overview': 'Bekreft at det er deg',
  'approval.submit.overview': 'Gå til mine samtykker',
  'approval.refuseHint.overview': 'Hvis du avviser, vises ingenting og ingenting endres.',
  'my.title': 'Mine samtykker og signaturer',
  'my.start':
    'Her signerer du det som venter på en signatur til, og ser hvilke apper som kan lese kontoene dine: det kan du avslutte når som helst.',
  'my.logIn': 'Logg inn',
  'my.logOut': 'Logg ut',
  'my.none': 'Ingen app kan lese kontoene dine.',
  'my.since': 'Siden',
  'my.until': 'Til',
  'my.accounts': 'Kontoer',
  'my.gone': 'En konto som er avsluttet eller ikke lenger er din',
  'my.actsFor': 'For',
  'my.revoke': 'Avslutt tilgangen for {tpp}',
  'my.revoked':
    'Tilgangen er avsluttet. Appen har ikke fått beskjed; neste forespørsel blir avvist.',
};
