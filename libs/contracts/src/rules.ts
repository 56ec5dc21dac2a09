export { oldestRecentDay, readsWithoutPsu, recentDays } from './rules/account-reads.js';
export { defaultFixes, fixedAnswers } from './rules/accept-fixes.js';
export type { FixDate } from './rules/accept-fixes.js';
export { bbanOf, isNorwegianAccountNumber, norwegianCheckDigit } from './rules/account-numbers.js';
export type { AccountNumbers } from './rules/account-numbers.js';
export { sealOf, sealStateOf } from './rules/approval-seal.js';
export type {
  Approval,
  CheckApproval,
  SealingKey,
  SealKeys,
  SealState,
} from './rules/approval-seal.js';
export { bankingDayNear } from './rules/banking-days.js';
export { consoleCodeHash, consoleCodeOf } from './rules/console-code.js';
export {
  isSyntheticOrganisationNumber,
  isSyntheticPersonNumber,
  organisationNumberFrom,
  personNumberFrom,
  syntheticMonths,
} from './rules/customer-numbers.js';
export {
  dayInOslo,
  daysLater,
  endOfDay,
  isCalendarDate,
  lastDayBefore,
  startOfDay,
} from './rules/days.js';
export {
  amountSum,
  amountUnits,
  isBelow,
  standingTo,
  withMinorUnits,
} from './rules/exact-amounts.js';
export type { LimitStanding, WrittenAmount } from './rules/exact-amounts.js';
export { exchanged, hasRate } from './rules/exchange.js';
export type { ExchangedAmount } from './rules/exchange.js';
export { executionIdOf, isExecutionId, runIdOf } from './rules/executions.js';
export type { TransferOf } from './rules/executions.js';
export {
  generationAskEveryMs,
  generationLeaseMs,
  generationMax,
  generationOf,
  generationSql,
  inGeneration,
} from './rules/generation.js';
export { currentKeyOf, isLinkTokenOf, keysOf, linkTokenOf } from './rules/key-set.js';
export type { KeySet } from './rules/key-set.js';
export { isKid } from './rules/kid.js';
export { isCancellable, isEndedPayment, paymentStatusAfter } from './rules/payment-status.js';
export type { PaymentStanding } from './rules/payment-status.js';
export { publicAgreementOf, readPublicAgreement } from './rules/public-agreement.js';
export { publicIdOf, readPublicId, streamIdIn } from './rules/public-id.js';
export type { IdKeys, NamedResource, ResourceKind } from './rules/public-id.js';
export { isLoopback, redirectAddress, redirectUriLengthMax } from './rules/redirect-uri.js';
export { requestPlaces, withPlaces } from './rules/request-places.js';
export type { RequestPlaces } from './rules/request-places.js';
export { streamIdLength, streamIdOf } from './rules/stream-id.js';
export type { IdentifiedRequest } from './rules/stream-id.js';
export { streams } from './rules/streams.js';
export type { StreamCategory, StreamId, StreamNames } from './rules/streams.js';
export { canSignAfter } from './rules/second-signer.js';
export type { Signer } from './rules/second-signer.js';
export {
  correctionOf,
  entryByHand,
  isSandboxEntry,
  knownEntry,
  replacementPlace,
  transactionIdOf,
} from './rules/transaction-id.js';
export { bankName, shownTppName } from './rules/tpp-name.js';
