import { OWN_FIXES } from '../base/codes/accept-fixes.js';
import type { AcceptFix } from '../base/codes/accept-fixes.js';
import { CURRENCIES } from '../base/codes/currencies.js';
import { FREE_MAIL_DOMAINS, ROLE_WORDS } from '../base/codes/contact-words.js';
import { Optional, Description } from '../base/fields/field.js';
import { DistinctTexts, ListOf } from '../base/fields/lists.js';
import { Nested, NestedList } from '../base/fields/nested.js';
import { Bic, DateText, OneOf, Pattern, Text, WholeNumber } from '../base/fields/values.js';
import { Amount } from '../interface/payments/amounts.js';
import type { BodyContext } from '../interface/reading/rule.js';
import { paymentProducts } from '../interface/products/payment-products.js';
import { daysLater } from '../base/rules/days.js';
import { accessTextCountMax, ProfileAccessText } from './access-texts.js';
import { ProfileAccounts, READS_AFTER_SESSION } from './account-terms.js';
import { ProfileAppLinks } from './app-links.js';
import { ProfileBrand } from './brand.js';
import { ProfileContacts } from './contact-terms.js';
import { ProfileExemptions } from './exemption-terms.js';
import { ProfileExchange } from './exchange-terms.js';
import { ProfileExecution, timeOfDay } from './execution-terms.js';
import { ProfileOperations } from './operation-terms.js';
import { ProfileRates } from './rate-terms.js';
import { ProfileRetention } from './retention-terms.js';
import { ProfileSca } from './sca-terms.js';
import { ProfileSwitches } from './service-switches.js';
import { ProfileTimers } from './timers.js';

/** The environments of the interface (specification §1). */
export const ENVIRONMENTS = ['sandbox', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

/** What the signature of a request has to cover. */
export const SIGNATURE_COVERAGES = ['specified', 'whole-request'] as const;

const services = ['payments', 'periodic-payments', 'bulk-payments'] as const;

/** Products must not repeat, so there are at most as many entries as products. */
const productCountMax = paymentProducts.length;

/** One product that the bank offers. */
export class ProfileProduct {
  @OneOf(paymentProducts.map(({ name }) => name))
  @Description('Name of the product, as it stands in paths.')
  name!: string;

  @ListOf(services)
  @Description('The services in which the bank offers it.')
  services!: (typeof services)[number][];

  @Optional()
  @ListOf(services)
  @Description(
    'Services in which nothing is shown before the approval: the known issue of specification 3.',
  )
  hidesBeforeApproval?: (typeof services)[number][];

  @Optional()
  @Nested(Amount)
  @Description(
    'Price of one payment: shown as transactionFees, fixed when the payment is received, and debited with it. Without it the payment is free.',
  )
  price?: Amount;

  @Optional()
  @Nested(Amount)
  @Description(
    'The most that one payment may be. A payment in another currency is refused, unless furtherAmountMax has it. Without both there is no limit.',
  )
  amountMax?: Amount;

  @Optional()
  @NestedList(Amount, CURRENCIES.length)
  @Description('The most that one payment may be in other currencies, one amount for each.')
  furtherAmountMax?: Amount[];

  @Optional()
  @Pattern(timeOfDay, 'profile.timeOfDay')
  @Description(
    'Time in Oslo, such as 14:00, from which a payment counts as received on the next banking day.',
  )
  cutOff?: string;
}

/** Ten years. */
const executionDaysAheadMax = 3660;

/** Dates from which rules hold, and how far ahead dates may be. */
export class ProfileDates {
  @DateText()
  @Description('From this date on structured addresses are enforced (specification 9).')
  structuredAddressesFrom!: string;

  @Optional()
  @WholeNumber(1, executionDaysAheadMax)
  @Description(
    'Days after today on which a payment may be executed or a periodic one may start at the latest. Default 365.',
  )
  executionDaysAhead?: number;
}

/** When one of our fixes becomes the default. */
export class ProfileFix {
  @OneOf(OWN_FIXES)
  @Description("A fix of this interface's own (accept-fixes.md).")
  name!: AcceptFix;

  @DateText()
  @Description('From this day on in Oslo it is on without being asked for.')
  defaultSince!: string;
}

/** A profile is read whole into every process. */
const kidAccountCountMax = 10_000;

const accountNumberLength = 11;

/** More questions than this would tell the balance to the øre (docs/reference/security.md). */
const fundsQuestionsMax = 1000;

/** A name that fits the top of a page on a phone. */
const nameLengthMax = 40;

/** The decisions of a bank about its interface: one YAML file for all its processes. */
export class BankProfile {
  @OneOf(ENVIRONMENTS)
  @Description('The environment that this profile is meant for.')
  environment!: Environment;

  @Optional()
  @Text({ min: 1, max: nameLengthMax })
  @Description(
    'Name of the bank, as its customers know it, on the approval site. Default: Nordgate.',
  )
  name?: string;

  @Optional()
  @Nested(ProfileBrand)
  @Description(
    'How the approval site looks. Without it the colours and the mark are those of Nordgate.',
  )
  brand?: ProfileBrand;

  @Optional()
  @Bic()
  @Description('BIC of the bank, shown with each account. Without it accounts have no bic.')
  bic?: string;

  @NestedList(ProfileProduct, productCountMax)
  @Description('The payment products on offer; any other is PRODUCT_UNKNOWN.')
  products!: ProfileProduct[];

  @Nested(ProfileDates)
  @Description('Dates from which rules hold.')
  dates!: ProfileDates;

  @Optional()
  @OneOf(SIGNATURE_COVERAGES)
  @Description(
    'What a signature has to cover: specified (specification 5.5, the default), or whole-request: ' +
      '(request-target) and a Digest too, on every signed request.',
  )
  signatureCoverage?: (typeof SIGNATURE_COVERAGES)[number];

  @Optional()
  @NestedList(ProfileFix, OWN_FIXES.length)
  @Description("Fixes of this interface's own that become the default; without it none does.")
  fixes?: ProfileFix[];

  @Optional()
  @Nested(ProfileTimers)
  @Description('How long the bank waits.')
  timers?: ProfileTimers;

  @Optional()
  @OneOf(READS_AFTER_SESSION)
  @Description(
    'Reads of accounts with the PSU after the hour of the session: sca (specification 5.13, the default) demands SCA again. ' +
      'exempt (Article 10a of Regulation (EU) 2018/389) demands it only for transactions older than 90 days.',
  )
  attendedReadsAfterSession?: (typeof READS_AFTER_SESSION)[number];

  @Optional()
  @WholeNumber(1, fundsQuestionsMax)
  @Description(
    'Questions about the funds of an account in 24 hours without the PSU, per TPP and PSU. Default 20.',
  )
  fundsQuestionsWithoutPsu?: number;

  @Optional()
  @Nested(ProfileAppLinks)
  @Description("The bank's apps that open links of the approval site (specification 5.15).")
  appLinks?: ProfileAppLinks;

  @Optional()
  @NestedList(ProfileAccessText, accessTextCountMax)
  @Description(
    "What the approval site says about a TPP's access, in the bank's own words. Without it the texts are neutral.",
  )
  accessTexts?: ProfileAccessText[];

  @Optional()
  @DistinctTexts(kidAccountCountMax, accountNumberLength)
  @Description(
    'Account numbers of creditors who demand a KID; a payment without one is KID_MISSING.',
  )
  kidAccounts?: string[];

  @Optional()
  @Nested(ProfileExemptions)
  @Description('Payments that need no SCA.')
  exemptions?: ProfileExemptions;

  @Optional()
  @Nested(ProfileExecution)
  @Description('When and how payments are executed.')
  execution?: ProfileExecution;

  @Optional()
  @Nested(ProfileAccounts)
  @Description("Where TPPs read the customers' accounts.")
  accounts?: ProfileAccounts;

  @Optional()
  @Nested(ProfileExchange)
  @Description(
    'Rates of exchange. Without them a ledger has the rates of the sandbox, and payments in any currency go to a core without an estimate.',
  )
  exchange?: ProfileExchange;

  @Optional()
  @Nested(ProfileSca)
  @Description(
    'How PSUs log in and approve. Required in production; without it the sandbox has code and passkey.',
  )
  sca?: ProfileSca;

  @Optional()
  @Nested(ProfileContacts)
  @Description(
    'Which addresses TPPs may register for notices; without it the lists of the project.',
  )
  contacts?: ProfileContacts;

  @Optional()
  @Nested(ProfileRates)
  @Description('How many requests the bank takes from one TPP; more are answered 429.')
  rates?: ProfileRates;

  @Optional()
  @Nested(ProfileRetention)
  @Description('How long the bank keeps what has ended (docs/operations/data.md).')
  retention?: ProfileRetention;

  @Optional()
  @Nested(ProfileOperations)
  @Description('Who may act on the bank by hand (docs/operations/audit.md).')
  operations?: ProfileOperations;

  @Optional()
  @Nested(ProfileSwitches)
  @Description(
    'What the bank does not serve for the time being. Gateways follow this member without a restart.',
  )
  switchedOff?: ProfileSwitches;
}

/** The days ahead of a profile without `executionDaysAhead` (rulings on payments). */
const defaultExecutionDaysAhead = 365;

/** What the rules of bodies need of the profile, on a day in Oslo. */
export function bodyRulesOf(
  {
    dates,
    kidAccounts = [],
    contacts = {},
  }: Pick<BankProfile, 'dates' | 'kidAccounts' | 'contacts'>,
  today: string,
): Omit<BodyContext, 'fixes'> {
  const { structuredAddressesFrom, executionDaysAhead = defaultExecutionDaysAhead } = dates;
  return {
    today,
    structuredAddressesFrom,
    lastExecutionDate: daysLater(today, executionDaysAhead),
    kidAccounts,
    contacts: { roleWords: ROLE_WORDS, freeMailDomains: FREE_MAIL_DOMAINS, ...contacts },
  };
}
