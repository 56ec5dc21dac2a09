export { ACCEPT_FIXES, FIXES } from './codes/accept-fixes.js';
export type { AcceptFix, Fix } from './codes/accept-fixes.js';
export { ACCOUNT_KINDS } from './codes/account-kinds.js';
export type { AccountKind } from './codes/account-kinds.js';
export { MESSAGE_CODES } from './codes/message-codes.js';
export type { MessageCode } from './codes/message-codes.js';
export { CURRENCIES } from './codes/currencies.js';
export type { Currency } from './codes/currencies.js';
export {
  MAGIC_ANSWERS,
  MAGIC_VALUES,
  magicAnswerOf,
  magicBehaviourOf,
} from './codes/magic-values.js';
export type { MagicAnswer, MagicBehaviour, MagicValue } from './codes/magic-values.js';
export { sandboxRates } from './codes/sandbox-rates.js';
export type { ExchangeRates } from './codes/sandbox-rates.js';
export { INTERFACE_VERSION, RELEASE } from './codes/versions.js';
export { MINOR_UNITS } from './codes/minor-units.js';
export {
  BASKET_STATUSES,
  CONSENT_STATUSES,
  PAYMENT_STATUSES,
  SCA_STATUSES,
} from './codes/statuses.js';
export type { BasketStatus, ConsentStatus, PaymentStatus, ScaStatus } from './codes/statuses.js';
