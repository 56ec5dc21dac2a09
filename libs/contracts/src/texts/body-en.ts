/** English texts of what may be wrong with a JSON body, by rule. */
export const bodyTextsEn = {
  'json.empty': 'The request has no body; a JSON object is expected.',
  'json.tooLarge': 'The body is larger than {max} octets.',
  'json.byteOrderMark': 'The body begins with a byte order mark; send UTF-8 without one.',
  'json.invalidUtf8': 'The body is not valid UTF-8.',
  'json.malformed': 'The body is not valid JSON.',
  'json.malformedAt': 'The body is not valid JSON: see line {line}, column {column}.',
  'json.tooDeep': 'The body nests objects and arrays more than {max} levels deep.',
  'json.notObject': 'The body must be a JSON object.',
  'json.duplicateMember': 'The object names this member more than once.',
  'member.required': 'This member is required.',
  'member.unknown': 'This member is not known here; check its spelling.',
  'type.string': 'The value must be a JSON string.',
  'type.object': 'The value must be a JSON object.',
  'type.array': 'The value must be a JSON array.',
  'type.integer': 'The value must be a whole JSON number.',
  'text.empty': 'The text must not be empty.',
  'text.tooLong': 'The text is longer than {max} characters.',
  'text.character':
    'Character {character} at position {position} cannot be processed; printable Latin-1 characters are accepted.',
  'choice.unlisted': 'The value is not one of the listed codes.',
  'choice.oneOf': 'The value must be one of: {allowed}.',
  'list.empty': 'The list must not be empty.',
  'list.tooLong': 'The list has more than {max} elements.',
  'list.duplicate': 'The list names this value more than once.',
  'number.range': 'The number must be from {min} to {max}.',
  'amount.form':
    'The amount must be a decimal string greater than zero, without sign, exponent or leading zeros, of at most 18 digits, at most 5 of them decimals.',
  'amount.minorUnits': 'An amount in {currency} has at most {digits} decimals.',
  'account.missing': 'The account needs a bban or an iban.',
  'account.disagree': 'The iban does not contain the account number given as bban.',
  'bban.form': 'The bban must have 1 to 30 letters and digits, without spaces or points.',
  'bban.notNorwegian': 'The bban must be a Norwegian account number of 11 digits.',
  'bban.checkDigit': 'The check digit of the account number is wrong.',
  'iban.form':
    'The iban must be written in its electronic form: country, two check digits, account; no spaces, at most 34 characters.',
  'iban.invalid': 'The iban has a wrong length, structure or check digits.',
  'iban.notNorwegian': 'A domestic payment needs a Norwegian iban.',
  'bic.form': 'The bic must have 8 or 11 characters (ISO 9362).',
  'date.form': 'The date must be written YYYY-MM-DD.',
  'date.notInCalendar': 'The calendar has no such date.',
  'date.past': 'The date lies before today ({today}).',
  'date.endBeforeStart': 'The end date lies before the start date.',
  'dayOfExecution.form': 'The day of execution must be a string of one or two digits.',
  'dayOfExecution.range': 'The day of execution must be from 1 to 31.',
  'dayOfExecution.notWithFrequency': 'The frequency {frequency} takes no day of execution.',
  'monthsOfExecution.notWithFrequency':
    'Months of execution go with the frequency MonthlyVariable only, not with {frequency}.',
  'monthsOfExecution.required': 'The frequency MonthlyVariable needs months of execution.',
  'monthsOfExecution.december':
    'The month must be from 1 to 11; the x-accept-fix value months-of-execution-12 allows 12.',
  'city.deprecated': 'The member city is deprecated; use townName.',
  'type.boolean': 'The value must be true or false.',
  'amount.productCurrency': 'This product moves {currency} only.',
  'amount.aboveLimit': 'One payment of this product is at most {amount} {currency}.',
  'date.afterCutOff':
    'The payment came after {cutOff} in Oslo, or on a day without clearing; it counts as received on {date}.',
  'iban.required': 'This product needs the iban of the account.',
  'iban.notSepa': 'The iban is not of a country of the SEPA area.',
  'date.instant':
    'An instant payment is executed at once: leave the date out or send today ({today}).',
  'kid.invalid':
    'The reference is not a KID: 2 to 25 digits with a check digit by modulus 10 or 11. An invoice number has the referenceType CINV.',
  'remittance.oneWay':
    'A payment carries either free text or structured references, in one member.',
  'remittance.deprecated':
    'The member remittanceInformationStructured is going to be deprecated; use remittanceInformationStructuredArray.',
  'regulatoryReporting.code': 'The code must have two digits.',
  'address.structured':
    'This payment needs a structured address: townName and country of the creditor and the bic of the creditor agent.',
  'profile.timeOfDay': 'The time must be written HH:MM, from 00:00 to 23:59.',
  'profile.iosAppId': 'The id must be team and bundle, such as ABCDE12345.no.bank.app.',
  'profile.androidPackage': 'The package must be a name with points.',
  'profile.androidFingerprint':
    'The fingerprint must be 32 upper-case pairs with colons between them.',
} as const;
