import type { AgreementRole, Signers } from '../../events/account-events.v1.js';
import { Optional } from '../../fields/field.js';
import { ListOf } from '../../fields/lists.js';
import { Pattern, Text, WholeNumber } from '../../fields/values.js';
import { bodyType } from '../body-type.js';

/** Longest name of an agreement: that of a customer. */
const nameLengthMax = 70;

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;

/** Body of PUT /v1/sandbox/agreements/{agreementId}; the owner and the engagements stay. */
export class SandboxAgreementChange {
  @Text({ min: 1, max: nameLengthMax })
  name!: string;

  /** How many people have to sign a payment; without it one. */
  @Optional()
  @WholeNumber(1, 2)
  signers?: Signers;
}

/** Body of POST /v1/sandbox/agreements (specification sections 1 and 5.14). */
export class SandboxAgreementCreation extends SandboxAgreementChange {
  /** The organisation. */
  @Pattern(uuid, 'sandbox.id')
  ownerId!: string;
}

/** Body of POST and PUT of an engagement: what a person may do with an account of the organisation. */
export class SandboxEngagementBody {
  @Pattern(uuid, 'sandbox.id')
  customerId!: string;

  @Pattern(uuid, 'sandbox.id')
  accountId!: string;

  @ListOf(['REGISTER', 'VIEW', 'APPROVE'])
  roles!: AgreementRole[];
}

/** The body of PUT of a sandbox agreement. */
export const sandboxAgreementChange = bodyType({
  bodyClass: SandboxAgreementChange,
  example: { name: 'Avtale Sandbox Bedrift Én AS', signers: 2 },
  faults: () => [],
});

/** The body of POST of a sandbox agreement. */
export const sandboxAgreementCreation = bodyType({
  bodyClass: SandboxAgreementCreation,
  example: {
    ownerId: '38bf4e8c-b815-5d69-91e5-6a30bca4badd',
    name: 'Avtale Sandbox Bedrift Én AS',
    signers: 1,
  },
  faults: () => [],
});

/** The body of POST and PUT of an engagement of a sandbox agreement. */
export const sandboxEngagement = bodyType<SandboxEngagementBody>({
  bodyClass: SandboxEngagementBody,
  example: {
    customerId: 'e9407f10-a233-5ffb-858e-ba990014447a',
    accountId: '38004eba-2b62-53a7-8864-1fee20867fa9',
    roles: ['REGISTER', 'VIEW', 'APPROVE'],
  },
  faults: () => [],
});
