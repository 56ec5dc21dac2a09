/** The English texts about a bank profile. */
export const enOfProfile = {
  'profile.timeOfDay': 'The time must be written HH:MM, from 00:00 to 23:59.',
  'profile.executor':
    'The ledger moves money in the sandbox only: in production the core system does.',
  'profile.entryMonths':
    'Entries are dropped only where the core has them: the executor must be core.',
  'profile.reads': 'The core is read only where it moves the money: the executor must be core.',
  'profile.rate': 'The rate must be a decimal string above zero, such as 11.72.',
  'profile.issuer':
    'The issuer must be an https address without query, or http on this machine in the sandbox.',
  'profile.origin': 'The origin must be an https address without a path, or http on this machine.',
  'profile.placeholders': 'The text must name these values in braces, and no others: {names}',
  'profile.logoForm': 'The logo must be the text of an SVG picture of up to 20,000 characters.',
  'profile.logo': 'The logo must be an SVG picture of shapes alone: {why}.',
  'profile.colour':
    'The colour must be written with six small hexadecimal digits, such as #0b5d4b.',
  'profile.contrast': 'The colour has a contrast of {ratio} on {ground}, and text needs 4.5.',
  'profile.word': 'The value must be one word of visible ASCII characters.',
  'profile.sumCurrency': 'The sum must be in {currency}, the currency of ownAccountsBelow.',
  'profile.iosAppId': 'The id must be team and bundle, such as ABCDE12345.no.bank.app.',
  'profile.androidPackage': 'The package must be a name with points.',
  'profile.androidFingerprint':
    'The fingerprint must be 32 upper-case pairs with colons between them.',
} as const;

/** The same texts in Norwegian. */
export const nbOfProfile: { readonly [Key in keyof typeof enOfProfile]: string } = {
  'profile.timeOfDay': 'Klokkeslettet må skrives TT:MM, fra 00:00 til 23:59.',
  'profile.executor':
    'Hovedboken flytter penger bare i sandkassen: i produksjon gjør kjernesystemet det.',
  'profile.entryMonths':
    'Posteringer slettes bare der kjernesystemet har dem: utføreren må være core.',
  'profile.reads': 'Kjernesystemet leses bare der det flytter pengene: utføreren må være core.',
  'profile.rate': 'Kursen må være en desimalstreng større enn null, som 11.72.',
  'profile.issuer':
    'Utstederen må være en https-adresse uten spørredel, eller http på denne maskinen i sandkassen.',
  'profile.origin': 'Opprinnelsen må være en https-adresse uten sti, eller http på denne maskinen.',
  'profile.placeholders': 'Teksten må nevne disse verdiene i klammer, og ingen andre: {names}',
  'profile.logoForm': 'Logoen må være teksten til et SVG-bilde på opptil 20 000 tegn.',
  'profile.logo': 'Logoen må være et SVG-bilde med bare former: {why}.',
  'profile.colour': 'Fargen må skrives med seks små heksadesimale sifre, for eksempel #0b5d4b.',
  'profile.contrast': 'Fargen har kontrasten {ratio} mot {ground}, og tekst trenger 4,5.',
  'profile.word': 'Verdien må være ett ord av synlige ASCII-tegn.',
  'profile.sumCurrency': 'Summen må være i {currency}, valutaen til ownAccountsBelow.',
  'profile.iosAppId': 'Id-en må være team og bundle, for eksempel ABCDE12345.no.bank.app.',
  'profile.androidPackage': 'Pakken må være et navn med punktum.',
  'profile.androidFingerprint':
    'Fingeravtrykket må være 32 par med store bokstaver og kolon mellom.',
};
