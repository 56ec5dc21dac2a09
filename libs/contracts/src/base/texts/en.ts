import { enOfProfile } from './profile-texts.js';
import { enForPsu } from './psu-texts.js';
import { enOfSandbox } from './sandbox-texts.js';
import { textsOfSettings } from './setting-texts.js';

/**
 * The English texts. `{name}` stands for the parameter of that name. The keys of this catalogue are the
 * keys of every language.
 */
export const en = {
  // A JSON body, and the bank profile.
  'json.empty': 'The request has no body; a JSON object is expected.',
  'json.tooLarge': 'The body is larger than {max} bytes.',
  'json.byteOrderMark': 'The body begins with a byte order mark; send UTF-8 without one.',
  'json.invalidUtf8': 'The body is not valid UTF-8.',
  'json.malformed': 'The body is not valid JSON.',
  'json.malformedAt': 'The body is not valid JSON: see line {line}, column {column}.',
  'json.tooDeep': 'The body nests objects and arrays more than {max} levels deep.',
  'faults.more': 'The request has more faults: only the first {count} are named here.',
  'json.tooManyMembers':
    'The body has more than {max} members, which is more than any request needs.',
  'json.objectTooLarge':
    'An object of the body has more than {max} members, which is more than any request needs.',
  'json.notObject': 'The body must be a JSON object.',
  'json.duplicateMember': 'The object names this member more than once.',
  'member.required': 'This member is required.',
  'member.withoutEffect': 'The member {member} is accepted, but it changes nothing here.',
  'member.spelledTwice': 'The same member is sent in another spelling: {member}. Send one of them.',
  'member.executionTime': 'A time of execution is not supported; use requestedExecutionDate.',
  'member.unknown': 'This member is not known here; check its spelling.',
  'type.string': 'The value must be a JSON string.',
  'type.object': 'The value must be a JSON object.',
  'type.array': 'The value must be a JSON array.',
  'type.integer': 'The value must be a whole JSON number.',
  'text.empty': 'The text must not be empty.',
  'text.invisible': 'The text must have a visible character.',
  'text.tooLong': 'The text is longer than {max} characters.',
  'text.character':
    'Character {character} at position {position} cannot be processed; printable Latin-1 characters are accepted, format characters are not.',
  'choice.unlisted': 'The value is not one of the listed codes.',
  'choice.oneOf': 'The value must be one of: {allowed}.',
  'uuid.form': 'The value must be a UUID.',
  'list.empty': 'The list must not be empty.',
  'list.tooLong': 'The list has more than {max} elements.',
  'list.duplicate': 'The list names this value more than once.',
  'number.range': 'The value must be a whole number from {min} to {max}.',
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
  'account.otherIdentification': 'The member {member} is not supported; use iban or bban.',
  'basket.consents': 'A signing basket groups payments only; consentIds must be empty.',
  'bic.form':
    'A BIC must have 8 or 11 capital letters and digits, with letters in places 5 and 6 (ISO 9362).',
  'bic.lowerCase': 'A BIC must be written in capital letters; lower case is not accepted.',
  'bic.country':
    'Places 5 and 6 of a BIC must be a country of ISO 3166 or XK; {country} is not a country.',
  'date.form': 'The date must be written YYYY-MM-DD.',
  'date.notInCalendar': 'The calendar has no such date.',
  'date.past': 'The date lies before today ({today}).',
  'date.tooLate': 'The date is too far ahead: the last possible one is {last}.',
  'date.noOccurrence': 'The order ends before its first execution, which is due on {first}.',
  'account.same': 'The account of the creditor is that of the debtor.',
  'serviceLevel.sepa': 'A payment in euros within the SEPA area cannot be urgent.',
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
  'amount.noLimit':
    'The bank has limits for this product, and none in {currency}: payments are possible in {allowed}.',
  'amount.aboveLimit': 'One payment of this product is at most {amount} {currency}.',
  'exchange.noRate': 'The bank has no rate of exchange for {currency}.',
  'exchange.impossible':
    'The bank cannot exchange this amount: in {currency} it is nothing, or has more than 18 digits.',
  'bulk.sumTooLarge':
    'The sum of the payments has more than 18 digits in {currency}; book each payment by itself.',
  'date.closed':
    'Banks are closed on the day that was asked for, {day}; the payment is executed on {date}.',
  'date.afterCutOff': 'The payment came after {cutOff} in Oslo; it is executed on {date}.',
  'iban.required': 'This product needs the iban of the account.',
  'iban.notSepa': 'The iban is of {country}, which is not a country of the SEPA area for payments.',
  'date.instant':
    'An instant payment is executed at once: leave the date out or send today ({today}).',
  'kid.invalid':
    'The reference is not a KID: 2 to 25 digits with a check digit by modulus 10 or 11. An invoice number has the referenceType CINV.',
  'kid.missing': 'This creditor demands a KID: send it in remittanceInformationStructuredArray.',
  'reference.creditorReference':
    'The reference starts with RF but is no creditor reference of ISO 11649.',
  'remittance.oneWay':
    'A payment carries either free text or structured references, in one member.',
  'remittance.deprecated':
    'The member remittanceInformationStructured is going to be deprecated; use remittanceInformationStructuredArray.',
  'regulatoryReporting.code': 'The code must have two digits.',
  'regulatoryReporting.incomplete':
    'Regulatory reporting needs both regulatoryReportingCode and regulatoryReportingInformation.',
  'address.structured':
    'This payment needs a structured address: townName and country of the creditor and the BIC in creditorAgent.',
  'address.exchanged':
    'The amount is in {currency} and the account in {accountCurrency}: an exchange of currencies needs townName and country of the creditor and the BIC in creditorAgent.',

  // The request as a whole: headers, query, route, TPP, resource.
  'header.required': 'The header {header} is required here.',
  'header.malformed': 'The header does not have its specified form.',
  'header.beyondAscii':
    'The header takes visible ASCII characters only. In an address write others with percent-encoding (RFC 3986), and the host in its xn-- form.',
  'header.tooLong': 'The header has more than {max} characters.',
  'header.listTooLong': 'The header lists more than {max} values.',
  'header.psuOrContext':
    'The header PSU-ID is required here; at first contact send PSU-Context (PRIVATE or CORPORATE) instead.',
  'header.acceptFix': 'The header x-accept-fix is required here: send amount-as-string.',
  'header.sessionOfPsu': 'The header TPP-Session-ID is required here, together with PSU-ID.',
  'header.privateAgreement':
    'PSU-Context says PRIVATE, but PSU-Corporate-ID names an agreement: send only one of them.',
  'header.repeated': 'The header must not come more than once.',
  'header.redirectUri':
    'The address must be absolute, use https, and name a host without user info or wildcards.',
  'header.unknownFix': 'The fix {fix} is not known and has no effect.',
  'header.amountAsString': 'Amounts are strings here; name amount-as-string in x-accept-fix.',
  'query.required': 'The query parameter {parameter} is required here.',
  'query.repeated': 'The query parameter must not come more than once.',
  'query.unknown': 'There is no such query parameter here.',
  'query.misspelt': 'There is no such query parameter here; the right name is {parameter}.',
  'query.noDelta':
    'A list of changes is not supported; ask for days with dateFrom and follow the link next.',
  'limit.form': 'The limit must be a whole number of digits, at least 1.',
  'limit.aboveMax': 'A page has at most {max} transactions.',
  'offset.form': 'The offset must be that of a link, or a number from 0 to {max}.',
  'offset.startAgain':
    'The offset is not of this read, or the read began over {minutes} minutes ago: start again without offset.',
  'dateFrom.afterDateTo': 'The first day lies after the last one.',
  'dateFrom.withoutPsu':
    'Without the PSU transactions are at most {days} days old: the first day is {date}.',
  'dateFrom.sessionOver':
    'The hour of the session is over: the first day is {date}. Transactions older than {days} days need a new SCA, which a request with an older dateFrom starts.',
  'pending.all': 'All pending transactions are shown: {parameter} changes nothing here.',
  'transaction.withoutPsu':
    'Without the PSU transactions are at most {days} days old; this one is older.',
  'access.exceeded':
    'Without the PSU this is read at most {max} times in 24 hours; the next read is possible from {until} on.',
  'funds.exceeded':
    'Without the PSU the funds of an account are confirmed at most {max} times in 24 hours; the next question is possible from {until} on.',
  'funds.notConvertible':
    'The bank has no rate for {currency} with which it could compare this amount with the account.',
  'account.notGranted': 'The PSU has not granted this account to the TPP, or may not view it now.',
  'account.unknown': 'The bank has no such account.',
  'route.unknown': 'There is nothing at this path.',
  'route.slash': 'There is nothing at this path. Leave out the slash at its end: {path}',
  'route.method': 'This path does not take {method}.',
  'request.contentType': 'The body must be JSON (application/json, UTF-8).',
  'request.contentCoding': 'A content coding is not accepted: send the body as it is.',
  'request.transferCoding': 'The only transfer coding of a request is chunked.',
  'request.accept': 'Answers are JSON; the Accept header excludes it.',
  'request.acceptEncoding':
    'Answers are sent as they are, or coded with gzip or br; the Accept-Encoding header excludes all of it.',
  'request.tooLarge': 'The request is larger than the interface takes.',
  'request.tooSlow': 'The request took longer to come in than the interface waits.',
  'request.tooMany': 'Too many requests; Retry-After says when the next one is welcome.',
  'request.malformed':
    'The request is not well-formed HTTP: check its request line, its header lines and its length.',
  'request.path':
    'The path is not well-formed: a percent sign takes two hexadecimal digits of UTF-8.',
  'request.expectation': 'The Expect header can be 100-continue only.',
  'role.missing': 'This operation needs a certificate with one of these roles: {roles}.',
  'tpp.withdrawn': 'The register of TPPs no longer names this TPP as authorised.',
  'tpp.unknown': 'The register of TPPs does not know this TPP.',
  'tpp.stopped': 'The bank has stopped this TPP.',
  'tpp.stoppedUntil': 'The bank has stopped this TPP until {until}.',
  'product.unknown': 'This payment product is not known. The bank offers here: {products}.',
  'product.off': 'This payment product is switched off. The bank offers here: {products}.',
  'product.otherService':
    'This payment product is not offered here, but in: {services}. The bank offers here: {products}.',
  'resource.unknown': 'No such resource belongs to this TPP.',
  'resource.unknownBeforeApproval':
    'Nothing is shown of this payment before its approval; the fix payment-status-before-approval in x-accept-fix changes that.',
  'resource.psuMismatch':
    'No such resource belongs to this PSU: send the PSU-ID that it was made with, or that of another signer with the PSU-Corporate-ID of its agreement.',
  'request.idReused': 'This X-Request-ID belongs to another request of this TPP.',
  'amount.signed':
    'An amount here is a string other than zero, with a minus sign for a debit: at most 18 digits, at most 5 of them decimals.',
  'date.range': 'The date must be from {first} to {last}.',
  'transaction.pendingDebit': 'Only a debit can be pending: its amount has a minus sign.',
  'transaction.pendingDate': 'A pending transaction is of today and has no such date.',
  'transaction.staysBooked': 'A booked transaction cannot become pending.',
  'transaction.noFunds': 'The account has not so much available.',
  'transaction.ofPayment': 'A payment depends on this pending transaction.',
  'transaction.accountAmount': 'The account has another currency.',
  'customerNumber.form': 'A person has a number of 11 digits, an organisation one of 8 or 9.',
  'customerNumber.person': 'The number of a person has 11 digits.',
  'customerNumber.organisation': 'The number of an organisation has 8 or 9 digits.',
  'amount.signedOrZero':
    'An amount here has at most 18 digits, at most 5 of them decimals, and a minus sign for a debit.',
  'exchangeRate.form': 'A rate is above zero: at most 10 digits, and at most 10 decimals.',
  'percentage.form': 'A percentage has at most three digits, and at most 10 decimals.',
  'dateTime.form': 'The time must be written as in 2030-03-01T10:00:00Z (ISO 8601).',
  'bban.checkDigitOfSandbox':
    'The check digit of the account number is wrong. Only this sandbox takes the number.',
  'list.objectOrList': 'The body must be an object, or a list of 1 to {max} objects.',
  'limit.ofAgreements': 'The limit is a whole number from 1 to 100.',
  'limit.ofCustomers': 'The limit is a whole number from 1 to 1000.',
  'offset.ofCustomers': 'The offset is a whole number of at most 7 digits.',
  'maskedPan.sandbox':
    'A masked card number has 8 to 35 digits and letters x, at least four of them x.',
  'amount.orZero':
    'An amount here is a string of zero or more: at most 18 digits, at most 5 of them decimals, no sign.',
  'contact.form': 'This is no e-mail address, or it has characters that are not taken here.',
  'contact.freeMail': 'Anybody gets an address at {domain}: register one of your organisation.',
  'contact.notARole':
    'The address has to name a role, like psd2-operations@…: "{word}" is on no list of such words.',
  'contact.none': 'No contact address is registered.',
  'basket.memberUnknown': 'No such payment belongs to this TPP.',
  'basket.memberMix': 'Bulk and periodic payments cannot be placed in a signing basket.',
  'basket.memberSettled': 'The payment is already {status}; only unapproved payments can join.',
  'basket.memberTaken': 'The payment is a member of another basket.',
  'basket.contexts':
    'All payments of a basket must be of the context and the agreement that the request names: send PSU-Context, and PSU-Corporate-ID for an agreement.',
  'sca.needed': 'Strong customer authentication is needed: send the PSU to scaRedirect.',
  'sca.expired': 'The session has ended: send the PSU to scaRedirect.',
  'sca.none': 'No SCA was completed under this TPP-Session-ID: send the PSU to scaRedirect.',
  'consent.unknown': 'The PSU has not granted this: send the PSU to scaRedirect.',
  'consent.ended': 'The consent was ended: send the PSU to scaRedirect.',
  'consent.expired': 'The consent is older than 180 days: send the PSU to scaRedirect.',
  'authorisations.tooMany':
    'At most {max} authorisations of this can be open at a time. Use an open one, or wait until one ends.',
  'consent.notOpen': 'The consent is decided: there is nothing left to approve.',
  'consent.deprecated':
    'POST /v1/consents is deprecated and its body is not read; use POST /v1/bank-offered-consents.',
  'consent.deprecatedPath': 'The path /v1/consents is deprecated; use /v1/bank-offered-consents.',
  'consent.replaced':
    'A newer consent has replaced this one, and the access goes on: delete {consentId} to end it.',
  'psu.notThatAgreement':
    'The PSU does not act under this agreement: send one of GET /v1/agreements, or PSU-Context: PRIVATE without one.',
  'psu.corporateIdRequired':
    'This PSU is known in corporate context: send PSU-Corporate-ID, or PSU-Context: PRIVATE for the private context.',
  'payment.refused-by-psu': 'The PSU refused the payment.',
  'payment.account-not-debitable':
    'The PSU may not debit this account, or the payment pays in another currency than the account.',
  'payment.not-approved-in-time': 'Nobody approved the payment in time.',
  'payment.debtor-unknown':
    'The bank does not know the address of the debtor in the parts that this payment needs.',
  'payment.not-executable': 'The payment could not be executed.',
  'payment.no-funds': 'There is not enough money in the account.',
  'payment.product-not-offered':
    'The bank did not offer this product any more when the payment was due.',
  'payment.amount-above-limit':
    'The amount was above the limit of the product when the payment was due.',
  'payment.creditor-address-incomplete':
    'The payment needs the town, the country and the BIC of the creditor since its approval.',
  'payment.debtor-account-closed': 'The account of the debtor is closed.',
  'payment.creditor-account-unknown': 'The account of the creditor does not exist.',
  'payment.not-convertible': 'The bank does not exchange these currencies.',
  'payment.refused-by-bank': 'The bank or the bank of the creditor refused the payment.',
  'payment.inOpenBasket':
    'The payment is a member of an open signing basket, and is approved with it.',
  'payment.partOfBulk': 'A sub-payment is approved and called off with its bulk payment.',
  'payment.not-open.authorisations': 'The payment is {status}: there is nothing left to approve.',
  'payment.not-open.cancellation-authorisations':
    'The payment is {status} and cannot be called off.',
  'payment.executing': 'The bank is executing the payment: it cannot be called off any more.',
  'basket.notOpen': 'The basket is decided: there is nothing left to approve.',
  'basket.notDeletable': 'A basket cannot be deleted once the PSU has opened its approval page.',
  'system.undecided':
    'The bank has received this and has not decided it yet; please ask again in a moment.',
  'system.maintenance':
    'The bank is being maintained until {until} at the latest. The request was not taken; Retry-After says when to send it again.',
  'system.switchedOff': 'The bank has switched this operation off. The request was not taken.',
  'system.unavailable': 'The request was not taken; please send it again.',
  'system.error':
    'The bank failed to answer. Send the request again with the same X-Request-ID, or tell the bank this id.',

  ...enOfProfile,
  ...enForPsu,
  ...enOfSandbox,
  ...textsOfSettings,
} as const;

/** Key of a text. */
export type TextKey = keyof typeof en;
