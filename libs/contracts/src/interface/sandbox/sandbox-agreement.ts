import type { AgreementRole, Signers } from '../../accounts/account-events.v1.js';
import { Optional } from '../../base/fields/field.js';
import { ListOf } from '../../base/fields/lists.js';
import { Nested, NestedList } from '../../base/fields/nested.js';
import { Pattern, Text, WholeNumber } from '../../base/fields/values.js';
import type { BodyPath } from '../../base/json/json-value.js';
import { bodyType } from '../reading/body-type.js';
import { formatFault } from '../reading/fault.js';
import type { BodyFault } from '../reading/fault.js';
import { uuidForm } from '../../base/rules/uuid.js';
import type { Partly } from '../reading/rule.js';
import { sandboxPartyFaults } from '../reading/sandbox-accounts.js';
import { customerNumberPattern } from './sandbox-customer.js';
import { SandboxPartyAccount } from './sandbox-party.js';

/** Longest name of an agreement: that of a customer. */
const nameLengthMax = 70;

/** Most engagements that one body has. */
const engagementCountMax = 200;

/**
 * What a person may do with an account of the organisation; body of POST and PUT of an engagement. The
 * person is named by number or by id, and so is the account.
 */
export class SandboxEngagementBody {
  @Optional()
  @Pattern(customerNumberPattern, 'customerNumber.form')
  customer?: string;

  @Optional()
  @Nested(SandboxPartyAccount)
  account?: SandboxPartyAccount;

  @Optional()
  @Pattern(uuidForm, 'sandbox.id')
  customerId?: string;

  @Optional()
  @Pattern(uuidForm, 'sandbox.id')
  accountId?: string;

  @ListOf(['REGISTER', 'VIEW', 'APPROVE'])
  roles!: AgreementRole[];
}

/** Body of PUT /v1/sandbox/agreements/{agreementId}; the owner stays, and so do engagements that are left out. */
export class SandboxAgreementChange {
  @Text({ min: 1, max: nameLengthMax })
  name!: string;

  /** How many people have to sign a payment; without it one. */
  @Optional()
  @WholeNumber(1, 2)
  signers?: Signers;

  /** All engagements of the agreement. */
  @Optional()
  @NestedList(SandboxEngagementBody, engagementCountMax)
  engagements?: SandboxEngagementBody[];
}

/** Body of POST /v1/sandbox/agreements (specification sections 1 and 5.14). */
export class SandboxAgreementCreation extends SandboxAgreementChange {
  /** The number of the organisation. */
  @Optional()
  @Pattern(customerNumberPattern, 'customerNumber.form')
  owner?: string;

  /** The organisation by its id instead. */
  @Optional()
  @Pattern(uuidForm, 'sandbox.id')
  ownerId?: string;
}

/** The body of PUT of a sandbox agreement. */
export const sandboxAgreementChange = bodyType<SandboxAgreementChange>({
  bodyClass: SandboxAgreementChange,
  example: { name: 'Avtale Sandbox Bedrift Én AS', signers: 2 },
  faults: engagementsFaults,
});

/** The body of POST of a sandbox agreement. */
export const sandboxAgreementCreation = bodyType<SandboxAgreementCreation>({
  bodyClass: SandboxAgreementCreation,
  example: {
    owner: '310000108',
    name: 'Avtale Sandbox Bedrift Én AS',
    signers: 1,
    engagements: [
      {
        customer: '14837530114',
        account: { iban: 'NO3499996000016' },
        roles: ['VIEW', 'REGISTER'],
      },
    ],
  },
  faults: (body: Partly<SandboxAgreementCreation>) => [
    ...eitherFaults(body, ['owner', 'ownerId'], []),
    ...engagementsFaults(body),
  ],
});

/** The body of POST and PUT of an engagement of a sandbox agreement. */
export const sandboxEngagement = bodyType<SandboxEngagementBody>({
  bodyClass: SandboxEngagementBody,
  example: {
    customer: '14837530114',
    account: { iban: 'NO3499996000016' },
    roles: ['REGISTER', 'VIEW', 'APPROVE'],
  },
  faults: (body: Partly<SandboxEngagementBody>) => engagementFaults(body, []),
});

function engagementsFaults({ engagements = [] }: Partly<SandboxAgreementChange>): BodyFault[] {
  return engagements.flatMap((one, index) => engagementFaults(one ?? {}, ['engagements', index]));
}

function engagementFaults(body: Partly<SandboxEngagementBody>, at: BodyPath): BodyFault[] {
  return [
    ...eitherFaults(body, ['customer', 'customerId'], at),
    ...eitherFaults(body, ['account', 'accountId'], at),
    ...sandboxPartyFaults(body.account, [...at, 'account']),
  ];
}

/** One of two members is there, and not both. */
function eitherFaults<Body extends object>(
  body: Body,
  [first, second]: readonly [keyof Body & string, keyof Body & string],
  at: BodyPath,
): BodyFault[] {
  const [hasFirst, hasSecond] = [body[first] !== undefined, body[second] !== undefined];
  if (hasFirst && hasSecond) {
    return [formatFault([...at, second], 'member.spelledTwice', { member: first })];
  }
  if (hasFirst || hasSecond) return [];
  const hiddenBy = [first, second].map((member) => [...at, member]);
  return [{ ...formatFault([...at, first], 'member.required'), hiddenBy }];
}
