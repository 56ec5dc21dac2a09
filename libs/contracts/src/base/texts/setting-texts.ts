/**
 * The texts about settings and mounted files. The bank's operator reads them, in English in every language, as log
 * lines are. A rule that somebody outside breaks has its text in `en.ts` and `nb.ts`.
 */
export const textsOfSettings = {
  'setting.path': 'The value must be a path.',
  'address.ip': 'The value must be an IP address.',
  'address.http': 'The value must be an http or https address.',
  'address.origin': 'The value must be an http or https address without a path.',
  'address.origins':
    'The value must be http or https addresses without a path, with commas between them.',
  'address.register': 'The value must be an https address without a user and a password.',
  'address.responder': 'The value must be an http or https address without a user.',
  'address.smtp': 'The value must be smtp:// or smtps:// with host and port, without a password.',
  'address.postgres': 'The value must be a postgres:// address.',
  'address.hostName': 'The value must be a name of DNS.',
  'address.networks': 'The value must be IP addresses and networks, with commas between them.',
  'address.brokers': 'The value must be host:port of each broker, with commas between them.',
  'words.distinct': 'The value must be different words out of {allowed}, with commas between them.',
  'moment.ahead':
    'The value must be a moment such as 2026-12-01T12:00:00Z, at most {days} days ahead.',
  'number.atLeast': 'The value must be a whole number of at least {min}.',
  'bucket.name': 'The value must be the name of a bucket.',
  'bucket.prefix': 'The value must be names that each end with a slash.',
  'organisation.identifier': 'The value must be like PSDNO-FSA-123456789.',
  'issuer.name': 'The value must be the name of a CA, such as CN=A CA,O=Bank,C=NO.',
} as const;
