export { ACCEPT_FIXES, FIXES } from './base/codes/accept-fixes.js';
export type { AcceptFix, Fix } from './base/codes/accept-fixes.js';
export { ACCOUNT_KINDS } from './base/codes/account-kinds.js';
export type { AccountKind } from './base/codes/account-kinds.js';
export { MESSAGE_CODES } from './base/codes/message-codes.js';
export type { MessageCode } from './base/codes/message-codes.js';
export { CURRENCIES } from './base/codes/currencies.js';
export type { Currency } from './base/codes/currencies.js';
export {
  MAGIC_ANSWERS,
  MAGIC_VALUES,
  magicAnswerOf,
  magicBehaviourOf,
} from './base/codes/magic-values.js';
export type { MagicAnswer, MagicBehaviour, MagicValue } from './base/codes/magic-values.js';
export { sandboxRates } from './base/codes/sandbox-rates.js';
export type { ExchangeRates } from './base/codes/sandbox-rates.js';
export { INTERFACE_VERSION, RELEASE } from './base/codes/versions.js';
export { MINOR_UNITS } from './base/codes/minor-units.js';
export {
  BASKET_STATUSES,
  CONSENT_STATUSES,
  PAYMENT_STATUSES,
  SCA_STATUSES,
} from './base/codes/statuses.js';
export type {
  BasketStatus,
  ConsentStatus,
  PaymentStatus,
  ScaStatus,
} from './base/codes/statuses.js';
