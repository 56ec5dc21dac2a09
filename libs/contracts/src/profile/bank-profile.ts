import { type AcceptFix, OWN_FIXES } from '../codes/accept-fixes.js';
import { Amount } from '../http/amount.js';
import { DateText } from '../http/fields/date-text.js';
import { ListOf } from '../http/fields/list-of.js';
import { Nested, NestedList } from '../http/fields/nested.js';
import { OneOf } from '../http/fields/one-of.js';
import { Optional } from '../http/fields/optional.js';
import { Pattern } from '../http/fields/pattern.js';
import { Says } from '../http/fields/says.js';
import { WholeNumber } from '../http/fields/whole-number.js';
import { paymentProducts } from '../products/payment-products.js';

/** The environments of the interface (specification §1). */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

const services = ['payments', 'periodic-payments', 'bulk-payments'] as const;

/** Every product of the bank is in this list, so more entries would repeat one. */
const productCountMax = paymentProducts.length;

/** Hours and minutes. */
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/u;

/** One product that the bank offers. */
export class ProfileProduct {
  @OneOf(paymentProducts.map(({ name }) => name))
  @Says('Name of the product, as it stands in paths.')
  name!: string;

  @ListOf(services)
  @Says('The services in which the bank offers it.')
  services!: (typeof services)[number][];

  @Optional()
  @ListOf(services)
  @Says(
    'Services in which nothing is shown before the approval: the known issue of specification 3.',
  )
  hidesBeforeApproval?: (typeof services)[number][];

  @Optional()
  @Nested(Amount)
  @Says('Price of one payment, shown as transactionFees. Without it the payment is free.')
  price?: Amount;

  @Optional()
  @Nested(Amount)
  @Says('The most that one payment in this currency may be. Without it there is no limit.')
  amountMax?: Amount;

  @Optional()
  @Pattern(timeOfDay, 'profile.timeOfDay')
  @Says(
    'Time in Oslo, such as 14:00, from which a payment counts as received on the next banking day.',
  )
  cutOff?: string;
}

/** Dates from which rules hold. */
export class ProfileDates {
  @DateText()
  @Says('From this date on structured addresses are enforced (specification 9).')
  structuredAddressesFrom!: string;
}

/** When a fix of our own becomes the default. */
export class ProfileFix {
  @OneOf(OWN_FIXES)
  @Says("A fix of this interface's own (accept-fixes.md).")
  name!: AcceptFix;

  @DateText()
  @Says('From this day on in Oslo it is on without being asked for.')
  defaultSince!: string;
}

/** The longest that one SCA may cover within its session (specification §8). */
const sessionMinutesMax = 60;

/** How long the bank waits. */
export class ProfileTimers {
  @Optional()
  @WholeNumber(1, 24 * 30)
  @Says('Hours after which a payment that is not approved is RJCT. Default 24.')
  unapprovedHours?: number;

  @Optional()
  @WholeNumber(1, 60)
  @Says('Minutes in which the log-in page of a link can be used. Default 10.')
  linkMinutes?: number;

  @Optional()
  @WholeNumber(1, 60)
  @Says('Minutes from the log-in in which the PSU has to approve or refuse. Default 10.')
  approvalMinutes?: number;

  @Optional()
  @WholeNumber(1, sessionMinutesMax)
  @Says('Minutes that one SCA covers within its TPP-Session-ID. Default 60, the most there may be.')
  sessionMinutes?: number;
}

/** Team and bundle of an iOS app, as Apple writes them together. */
const iosAppId = /^[A-Z0-9]{10}\.[A-Za-z0-9.-]{1,155}$/u;
/** Name of an Android package. */
const androidPackage = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)+$/u;
/** SHA-256 of the certificate that an Android app is signed with. */
const androidFingerprint = /^[0-9A-F]{2}(?::[0-9A-F]{2}){31}$/u;

/** An app of the bank for iOS. */
export class ProfileIosApp {
  @Pattern(iosAppId, 'profile.iosAppId')
  @Says('Team and bundle, such as ABCDE12345.no.bank.app.')
  appId!: string;
}

/** An app of the bank for Android. */
export class ProfileAndroidApp {
  @Pattern(androidPackage, 'profile.androidPackage')
  @Says('Name of the package.')
  packageName!: string;

  @Pattern(androidFingerprint, 'profile.androidFingerprint')
  @Says('SHA-256 of the certificate it is signed with, in upper-case pairs with colons.')
  fingerprint!: string;
}

/** The bank's apps that may open links of the approval site. */
export class ProfileAppLinks {
  @Optional()
  @NestedList(ProfileIosApp, 10)
  @Says('Apps for iOS.')
  ios?: ProfileIosApp[];

  @Optional()
  @NestedList(ProfileAndroidApp, 10)
  @Says('Apps for Android.')
  android?: ProfileAndroidApp[];
}

/** Payments that need no SCA. */
export class ProfileExemptions {
  @Optional()
  @Nested(Amount)
  @Says(
    "Transfers between one PSU's own accounts need no SCA below this amount. Without it all do.",
  )
  ownAccountsBelow?: Amount;
}

/** What a bank decides about its interface: one YAML file, the same for all its processes. */
export class BankProfile {
  @OneOf(ENVIRONMENTS)
  @Says('The environment that this profile is meant for.')
  environment!: Environment;

  @NestedList(ProfileProduct, productCountMax)
  @Says('The payment products on offer; any other is PRODUCT_UNKNOWN.')
  products!: ProfileProduct[];

  @Nested(ProfileDates)
  @Says('Dates from which rules hold.')
  dates!: ProfileDates;

  @Optional()
  @NestedList(ProfileFix, OWN_FIXES.length)
  @Says("Fixes of this interface's own that become the default; without it none does.")
  fixes?: ProfileFix[];

  @Optional()
  @Nested(ProfileTimers)
  @Says('How long the bank waits.')
  timers?: ProfileTimers;

  @Optional()
  @Nested(ProfileAppLinks)
  @Says("The bank's apps that open links of the approval site (specification 5.15).")
  appLinks?: ProfileAppLinks;

  @Optional()
  @Nested(ProfileExemptions)
  @Says('Payments that need no SCA.')
  exemptions?: ProfileExemptions;
}
