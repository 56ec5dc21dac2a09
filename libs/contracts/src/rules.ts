export { oldestRecentDay, readsWithoutPsu, recentDays } from './accounts/account-reads.js';
export { defaultFixes, fixedAnswers } from './base/rules/accept-fixes.js';
export type { FixDate } from './base/rules/accept-fixes.js';
export {
  bbanOf,
  isNorwegianAccountNumber,
  norwegianCheckDigit,
} from './base/rules/account-numbers.js';
export type { AccountNumbers } from './base/rules/account-numbers.js';
export {
  approvalIn,
  approvedHashes,
  isOfPayments,
  proofOf,
  proofStateOf,
} from './authorisations/approval-proof.js';
export type { ApprovalProof, ProvenApproval } from './authorisations/approval-proof.js';
export { sealOf, sealStateOf } from './authorisations/approval-seal.js';
export type {
  Approval,
  ApprovalDoubt,
  CheckApproval,
  SealingKey,
  SealKeys,
  SealState,
} from './authorisations/approval-seal.js';
export { bankingDayNear } from './base/calendar/banking-days.js';
export { consoleCodeHash, consoleCodeOf, requestPlaces, withPlaces } from './sandbox/console.js';
export {
  isOtherChannel,
  isReusedBy,
  otherChannelOf,
  tooLateToRefuse,
} from './sandbox/other-channel.js';
export {
  isSyntheticOrganisationNumber,
  isSyntheticPersonNumber,
  organisationNumberFrom,
  personNumberFrom,
  syntheticMonths,
} from './accounts/customer-numbers.js';
export {
  dayInOslo,
  daysLater,
  endOfDay,
  isCalendarDate,
  lastDayBefore,
  monthsLater,
  startOfDay,
} from './base/rules/days.js';
export {
  amountSum,
  amountUnits,
  isBelow,
  standingTo,
  withMinorUnits,
} from './base/rules/exact-amounts.js';
export type { LimitStanding, WrittenAmount } from './base/rules/exact-amounts.js';
export { exchanged, hasRate } from './base/rules/exchange.js';
export type { ExchangedAmount } from './base/rules/exchange.js';
export { executionIdOf, isExecutionId, runIdOf } from './execution/executions.js';
export {
  isOver,
  maintenanceDaysAhead,
  maintenanceHoursMax,
  maintenanceWindowsMax,
  retryAfterOf,
  runningWindow,
  windowsAhead,
} from './operations/maintenance.js';
export type { MaintenanceWindow } from './operations/maintenance.js';
export type { TransferOf } from './execution/executions.js';
export {
  clockMoves,
  generationAskEveryMs,
  generationLeaseMs,
  generationMax,
  generationOf,
  generationSql,
  inGeneration,
  notForward,
  ofCore,
  tooFar,
  withoutGeneration,
} from './base/rules/generation.js';
export {
  bulkPlacesOf,
  carriedHash,
  instructionHash,
  isHashOf,
} from './execution/instruction-hash.js';
export { currentKeyOf, isLinkTokenOf, keysOf, linkTokenOf } from './base/rules/key-set.js';
export type { KeySet } from './base/rules/key-set.js';
export { isKid } from './base/rules/payment-references.js';
export { orderToExecute, serviceOfOrder, wantedExecution } from './payments/order-to-execute.js';
export { paymentEventTypes, paymentStatusAfter } from './payments/payment-events.v1.js';
export { isCancellable, isEndedPayment } from './payments/payment-status.js';
export type { PaymentStanding } from './payments/payment-status.js';
export { publicAgreementOf, readPublicAgreement } from './accounts/public-agreement.js';
export { publicIdOf, readPublicId, streamIdIn } from './base/rules/public-id.js';
export type { IdKeys, NamedResource, ResourceKind } from './base/rules/public-id.js';
export {
  isLoopback,
  redirectAddress,
  redirectUriLengthMax,
} from './authorisations/redirect-uri.js';
export type { RequestPlaces } from './sandbox/console.js';
export { streamIdLength, streamIdOf, streams } from './base/rules/streams.js';
export type {
  IdentifiedRequest,
  StreamCategory,
  StreamId,
  StreamNames,
} from './base/rules/streams.js';
export { balanceBound, isSandboxBound, sandboxBounds } from './sandbox/sandbox-bounds.js';
export type { SandboxBound } from './sandbox/sandbox-bounds.js';
export { canSignAfter } from './authorisations/second-signer.js';
export type { Signer } from './authorisations/second-signer.js';
export {
  correctionOf,
  entryByHand,
  isEntryByHand,
  isReportedEntry,
  isSandboxEntry,
  knownEntry,
  replacementPlace,
  reportedEntry,
  transactionIdOf,
} from './accounts/transaction-id.js';
export { bankName, shownTppName } from './tpps/tpp-name.js';
export { aboutOf, traceTree } from './base/message/trace-tree.js';
export type { TreeRow } from './base/message/trace-tree.js';
export { isUuid, nameBasedUuid, uuidForm } from './base/rules/uuid.js';
