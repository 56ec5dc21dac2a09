import { COUNTRIES } from '../../base/codes/countries.js';
import type { Country } from '../../base/codes/countries.js';
import type { CustomerType } from '../../accounts/account-events.v1.js';
import { Optional } from '../../base/fields/field.js';
import { AlsoSpelled } from '../../base/fields/framework.js';
import type { Conversion } from '../../base/fields/framework.js';
import { Nested } from '../../base/fields/nested.js';
import { OneOf, Pattern, Text } from '../../base/fields/values.js';
import { bodyType } from '../reading/body-type.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import type { Partly } from '../reading/rule.js';

/** Longest line of an address, and longest name (specification §2.3). */
const lineLengthMax = 70;

/** The address of a sandbox customer, as payments abroad name it for the debtor. */
export class SandboxCustomerAddress {
  @Optional()
  @Text({ min: 1, max: lineLengthMax })
  street?: string;

  @Optional()
  @Text({ min: 1, max: lineLengthMax })
  buildingNumber?: string;

  @Optional()
  @Text({ min: 1, max: lineLengthMax })
  postalCode?: string;

  @Text({ min: 1, max: lineLengthMax })
  townName!: string;

  @OneOf(COUNTRIES)
  country!: Country;
}

/** 11 digits of a person, 8 of a test organisation or 9 of a real one. */
export const customerNumberPattern = /^(?:\d{8}|\d{9}|\d{11})$/u;

const customerTypes = ['PRIVATE', 'CORPORATE'];

/** The kind of a customer in lower case, as the list of customers shows it. */
const inLowerCase: Conversion = {
  convert(sent) {
    const type = typeof sent === 'string' ? sent.toUpperCase() : sent;
    if (type === sent || !customerTypes.includes(String(type))) return undefined;
    return { value: type };
  },
  sentAs: () => ({ type: 'string', enum: [...customerTypes, 'private', 'corporate'] }),
};

/** Body of PUT /v1/sandbox/customers/{customerId}. */
export class SandboxCustomerChange {
  /** What the customer logs in with; without it the number stays. */
  @Optional()
  @Pattern(customerNumberPattern, 'customerNumber.form')
  customerNumber?: string;

  @Text({ min: 1, max: lineLengthMax })
  @AlsoSpelled('name')
  customerName!: string;

  @Optional()
  @Nested(SandboxCustomerAddress)
  address?: SandboxCustomerAddress;
}

/** Body of POST /v1/sandbox/customers (specification section 1); without a number the bank makes one. */
export class SandboxCustomerCreation extends SandboxCustomerChange {
  @OneOf(customerTypes)
  // A decorator acts before those above it: `type` takes the member's name, and then its value is judged.
  @AlsoSpelled('customerType', inLowerCase)
  @AlsoSpelled('type')
  customerType!: CustomerType;
}

const example = {
  customerName: 'Sandbox Person Seks',
  address: {
    street: 'Prøveveien',
    buildingNumber: '6',
    postalCode: '0106',
    townName: 'Oslo',
    country: 'NO',
  },
} as const;

/** The body of PUT of a sandbox customer. */
export const sandboxCustomerChange = bodyType({
  bodyClass: SandboxCustomerChange,
  example,
  faults: ({ customerNumber = '' }: Partly<SandboxCustomerChange>) =>
    numberFaults(customerNumber, customerNumber.length === 11 ? 'PRIVATE' : 'CORPORATE'),
});

/** The body of POST of a sandbox customer. */
export const sandboxCustomerCreation = bodyType({
  bodyClass: SandboxCustomerCreation,
  example: { customerType: 'PRIVATE', ...example },
  faults: ({ customerNumber = '', customerType }: Partly<SandboxCustomerCreation>) =>
    numberFaults(customerNumber, customerType),
});

/** The number has the length that its kind of customer has; no check digit is asked for. */
function numberFaults(number: string, type: CustomerType | undefined): BodyFault[] {
  if (number === '' || type === undefined) return [];
  const isPrivate = type === 'PRIVATE';
  if ((number.length === 11) === isPrivate) return [];
  const rule = isPrivate ? 'customerNumber.person' : 'customerNumber.organisation';
  return [formatFault(['customerNumber'], rule)];
}
