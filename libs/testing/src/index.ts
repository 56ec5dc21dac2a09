export { demoTpp, uncheckedTpp, psuBrowser, strangerTpp } from './demo-tpp.js';
export type { BankAddresses } from './demo-tpp.js';
export { DescribedTpp, NotAsDescribedError } from './described/described-tpp.js';
export { keptStream, keptStreamsOn } from './described/kept-streams.js';
export type { EndOfEvents, KeptStream } from './described/kept-streams.js';
export { isWithoutLimit, keptTable, keptTablesOn } from './described/kept-tables.js';
export type { KeptTable } from './described/kept-tables.js';
export { PatientTpp } from './described/patient-tpp.js';
export { aMoment, eventually, firstThat, isPending, outcomeOf } from './eventually.js';
export { pageOf as transactionPageOf, pagesFrom, readAccounts } from './journey/accounts.js';
export type { ListedAccount } from './journey/accounts.js';
export { clockOf, clockPath, moveClock, seeClock } from './journey/clock.js';
export type { Clock } from './journey/clock.js';
export { basketStatusOf, makeBasket } from './journey/baskets.js';
export {
  batchRunsPath,
  instantPath,
  makeApproved,
  orderBetween,
  runBatch,
  runBatchUntil,
  runReport,
  seeExecution,
  startRun,
  transactionsOf,
} from './journey/execution.js';
export type { Parties, RunReport, StartedRun } from './journey/execution.js';
export { actAs, listedCustomers, meetPsu, setUpSandbox } from './journey/first-contact.js';
export { runJourney } from './journey/journey.js';
export { initiate, initiateTwo, periodicPath, singlePath, statusOf } from './journey/payments.js';
export type { MadePayment } from './journey/payments.js';
export { breakOffAtProvider, isLogIn, prove, sendLogIn } from './journey/proof.js';
export {
  approveAt,
  approveForAt,
  approveShown,
  contextsAt,
  declineAt,
  demoTppId,
  enterOwnPage,
  failAt,
  grantAt,
  refuseAt,
  tryToApproveAt,
} from './journey/site.js';
export {
  accountOf,
  codesOf,
  refusesDate,
  errorsOf,
  demand,
  JourneyError,
  jsonWith,
  reaches,
  scaRedirectOf,
} from './journey/world.js';
export type { ListedCustomer, Narrator, World } from './journey/world.js';
export { loopbackPorts } from './loopback-ports.js';
export { aDomesticPayment, aPeriodicPayment } from './payment-bodies.js';
export {
  actFor,
  departureOf,
  openToSign,
  pageOf,
  pickedOn,
  PsuBrowser,
} from '@nordgate/tpp-client/psu';
export type { Departure, Page } from '@nordgate/tpp-client/psu';
export { clockChanges, edgesAtClockChanges } from './clock-changes.js';
export type { EdgeOfDay } from './clock-changes.js';
