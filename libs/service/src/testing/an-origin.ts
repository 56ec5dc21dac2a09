import { randomUUID } from 'node:crypto';
import type { OperationOrigin } from '../operations/audit/operation-permit.js';
import type { VerifiedPerson } from '../operations/people/verified-person.js';

/** A request by a verified person, who may do everything unless the test says otherwise. */
export function originOf(
  person: Partial<VerifiedPerson> = {},
  terms: Partial<OperationOrigin['terms']> = {},
): OperationOrigin {
  return {
    person: {
      ...{ by: 'certificate', issuer: 'CN=Operators', id: 'kari', name: person.id ?? 'kari' },
      ...{ roles: ['operator'], ...person },
    },
    token: { id: randomUUID() },
    terms: { secondPerson: [], confirmWithinMinutes: 30, ...terms },
  };
}
