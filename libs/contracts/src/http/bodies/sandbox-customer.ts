import { COUNTRIES } from '../../codes/countries.js';
import type { Country } from '../../codes/countries.js';
import type { CustomerType } from '../../events/account-events.v1.js';
import { Optional } from '../../fields/field.js';
import { Nested } from '../../fields/nested.js';
import { OneOf, Pattern, Text } from '../../fields/values.js';
import {
  isSyntheticOrganisationNumber,
  isSyntheticPersonNumber,
} from '../../rules/customer-numbers.js';
import { bodyType } from '../body-type.js';
import { formatFault } from '../fault.js';
import type { BodyFault } from '../fault.js';
import type { Partly } from '../rules/rule.js';

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

/** Body of PUT /v1/sandbox/customers/{customerId}. */
export class SandboxCustomerChange {
  /** What the customer logs in with; without it the number stays. */
  @Optional()
  @Pattern(/^(?:\d{9}|\d{11})$/u, 'customerNumber.form')
  customerNumber?: string;

  @Text({ min: 1, max: lineLengthMax })
  customerName!: string;

  @Optional()
  @Nested(SandboxCustomerAddress)
  address?: SandboxCustomerAddress;
}

/** Body of POST /v1/sandbox/customers (specification section 1); without a number the bank makes one. */
export class SandboxCustomerCreation extends SandboxCustomerChange {
  @OneOf(['PRIVATE', 'CORPORATE'])
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

/** No number of the sandbox may be that of a real person or organisation. */
function numberFaults(number: string, type: CustomerType | undefined): BodyFault[] {
  if (number === '' || type === undefined) return [];
  const isPrivate = type === 'PRIVATE';
  const isSynthetic = isPrivate
    ? isSyntheticPersonNumber(number)
    : isSyntheticOrganisationNumber(number);
  if (isSynthetic) return [];
  const rule = isPrivate ? 'customerNumber.person' : 'customerNumber.organisation';
  return [formatFault(['customerNumber'], rule)];
}
