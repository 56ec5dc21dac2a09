import { generatedSchemas } from '../base/message/generated-schemas.js';
import { isRecorded, operationVerbs } from './operation-verbs.js';
import type { OperatorRequest } from './operator-request.js';

interface Definition {
  readonly properties: Readonly<Record<string, { readonly const?: string }>>;
}

/** Every request that a service accepts, by the name of its operation. */
const requests = Object.values(generatedSchemas('operations').definitions).flatMap((one) => {
  const { properties = {} } = one as Partial<Definition>;
  const name = properties['name']?.const;
  return name === undefined ? [] : [{ name: name as OperatorRequest['name'], properties }];
});

const effectOf = (name: OperatorRequest['name'], fields: Definition['properties']) => {
  if (name === 'ConfirmOperation') return 'confirms';
  if ('id' in fields || 'dryRun' in fields) return 'changes';
  if ('reveal' in fields) return 'reveals';
  return /^(List|Show|Count|Find)/.test(name) ? 'reads' : 'changes';
};

describe('the table of operations', () => {
  it('has every request and no other', () => {
    expect(requests.map(({ name }) => name).sort()).toEqual(Object.keys(operationVerbs).sort());
  });

  it.each(requests)('has the effect that the fields of $name tell', ({ name, properties }) => {
    expect(operationVerbs[name].effect).toBe(effectOf(name, properties));
  });

  it.each(requests)(
    'lets some role request $name, and somebody give a reason for a change',
    (one) => {
      const { effect, roles } = operationVerbs[one.name];
      expect(roles).not.toEqual([]);
      expect('reason' in one.properties).toBe(effect !== 'reads');
    },
  );
});

describe('a recorded request', () => {
  const service = 'payments';
  it.each([
    ['a change', true, { name: 'ReleaseTpp', id: 'x', tppId: 'x' }],
    ['a change that a service does for every domain', true, retry(false)],
    ['a dry run', false, retry(true)],
    [
      'a dry run that tells something about a customer',
      true,
      { ...retry(true), name: 'EraseSubject' },
    ],
    ['a reveal', true, { name: 'ShowStream', service, stream: 'x', reveal: true }],
    ['a masked look', false, { name: 'ShowStream', service, stream: 'x', reveal: false }],
    ['a confirmation', true, { name: 'ConfirmOperation', service, operation: 'x' }],
    ['a list of the record', false, { name: 'ListAudit', service, after: '0' }],
  ])('%s: %s', (_what, recorded, request) => {
    expect(isRecorded(request as OperatorRequest)).toBe(recorded);
  });
});

function retry(dryRun: boolean) {
  return { name: 'RetryParked', service: 'payments', seq: '1', dryRun };
}
