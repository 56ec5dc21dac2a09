import { COUNTRIES } from '../../base/codes/countries.js';
import type { Country } from '../../base/codes/countries.js';
import { Decimal } from '../../base/fields/decimal.js';
import { Optional } from '../../base/fields/field.js';
import { AlsoSpelled } from '../../base/fields/framework.js';
import type { Conversion } from '../../base/fields/framework.js';
import { Nested } from '../../base/fields/nested.js';
import { DateText, Flag, OneOf, Pattern, Text } from '../../base/fields/values.js';
import { bodyType } from '../reading/body-type.js';
import { minorUnitFaults } from '../payments/amounts.js';
import type { Partly } from '../reading/rule.js';
import { calendarFaults, dateTimePattern, SandboxAmount } from './sandbox-balance.js';
import { movementFaults, SandboxMovement } from './sandbox-movement.js';
import { transactionShapes } from './sandbox-transaction-shapes.js';

/** How many characters the texts of a card transaction have (Berlin Group, cardTransaction). */
const [referenceMax, lineMax, detailsMax] = [35, 70, 1000] as const;

/** Where the acceptor of a card is. */
export class SandboxAcceptorAddress {
  @Optional()
  @Text({ max: lineMax })
  @AlsoSpelled('streetName')
  street?: string;

  @Optional()
  @Text({ max: lineMax })
  buildingNumber?: string;

  @Optional()
  @Text({ max: lineMax })
  @AlsoSpelled('postCode')
  postalCode?: string;

  @Optional()
  @Text({ max: lineMax })
  @AlsoSpelled('city')
  townName?: string;

  @OneOf(COUNTRIES)
  country!: Country;
}

/** The words for true and false as texts. */
const asFlag: Conversion = {
  convert: (sent) => (sent === 'true' || sent === 'false' ? { value: sent === 'true' } : undefined),
  sentAs: (flag) => ({ anyOf: [flag, { type: 'string', enum: ['', 'true', 'false'] }] }),
};

/**
 * Body of POST and PUT of a transaction of a sandbox card account (specification section 1). The members
 * have the names under which GET /v1/card-accounts/{id}/transactions shows them.
 */
export class SandboxCardTransactionBody extends SandboxMovement {
  /** Without it the bank makes an id. */
  @Optional()
  @Text({ max: referenceMax })
  cardTransactionId?: string;

  @Optional()
  @Text({ max: referenceMax })
  terminalId?: string;

  @Optional()
  @DateText()
  transactionDate?: string;

  @Optional()
  @Pattern(dateTimePattern, 'dateTime.form')
  acceptorTransactionDateTime?: string;

  @Optional()
  @Nested(SandboxAmount)
  originalAmount?: SandboxAmount;

  @Optional()
  @Nested(SandboxAmount)
  grandTotalAmount?: SandboxAmount;

  @Optional()
  @Nested(SandboxAmount)
  markupFee?: SandboxAmount;

  @Optional()
  @Decimal(/^\d{1,3}(?:\.\d{1,10})?$/u, 'percentage.form')
  markupFeePercentage?: string;

  @Optional()
  @Text({ max: referenceMax })
  cardAcceptorId?: string;

  @Optional()
  @Nested(SandboxAcceptorAddress)
  cardAcceptorAddress?: SandboxAcceptorAddress;

  @Optional()
  @Text({ max: referenceMax })
  cardAcceptorPhone?: string;

  /** As a rule four digits (ISO 18245). */
  @Optional()
  @Text({ max: referenceMax })
  merchantCategoryCode?: string;

  @Optional()
  @Text({ max: referenceMax })
  @AlsoSpelled('maskedPAN')
  maskedPan?: string;

  @Optional()
  @Text({ max: detailsMax })
  transactionDetails?: string;

  @Optional()
  @Flag()
  @AlsoSpelled('invoiced', asFlag)
  invoiced?: boolean;
}

/** The body of POST and PUT of a transaction of a sandbox card account. */
export const sandboxCardTransaction = transactionShapes(
  bodyType<SandboxCardTransactionBody>({
    bodyClass: SandboxCardTransactionBody,
    example: {
      transactionAmount: { currency: 'NOK', amount: '-129.00' },
      transactionDate: '2029-12-30',
      originalAmount: { currency: 'NOK', amount: '-129.00' },
      merchantCategoryCode: '5812',
      cardAcceptorAddress: { townName: 'Oslo', country: 'NO' },
      transactionDetails: 'Prøvekafeen Oslo',
      invoiced: false,
    },
    faults: (body: Partly<SandboxCardTransactionBody>, context) => [
      ...movementFaults(body, context),
      ...calendarFaults(body.transactionDate, ['transactionDate']),
      ...amounts.flatMap((member) => minorUnitFaults(body[member], [member])),
    ],
  }),
);

const amounts = ['originalAmount', 'grandTotalAmount', 'markupFee'] as const;
