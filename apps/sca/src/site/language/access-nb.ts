/** The Norwegian texts about access to accounts. */
export const accessNb = {
  'accounts.legend': 'Kontoene til {name}',
  'accounts.hint':
    'Kryss av for kontoene som {tpp} kan lese: nummer, saldo og transaksjoner, i 180 dager eller til du avslutter det.',
  'accounts.none': 'Det er ingen kontoer her som du kan gi tilgang til.',
  'accounts.submit': 'Fortsett',
  'accounts.chosen': '{tpp} vil kunne lese disse kontoene i 180 dager, eller til du avslutter det:',
  'accounts.noneChosen':
    'Ingen konto er krysset av. {tpp} vil ikke kunne lese noen, og det du tidligere har gitt her, avsluttes.',
  'accounts.change': 'Velg andre kontoer',
};
