import { definitionsOf } from './slim.js';

const published = {
  'io.Deployment': {
    description: 'A Deployment.',
    type: 'object',
    properties: {
      description: { type: 'string', description: 'A field of this name.' },
      spec: { allOf: [{ $ref: '#/components/schemas/io.Spec' }] },
    },
    'x-kubernetes-group-version-kind': [{ group: 'apps', version: 'v1', kind: 'Deployment' }],
  },
  'io.Spec': {
    type: 'object',
    properties: { pod: { $ref: '#/components/schemas/io.Pod' } },
  },
  'io.Pod': {
    type: 'object',
    'x-kubernetes-group-version-kind': [{ group: '', version: 'v1', kind: 'Pod' }],
  },
  'io.Unused': { type: 'object' },
};

it('bundles a kind with every definition that it needs, and no other', () => {
  expect(Object.keys(definitionsOf(published, ['apps/v1 Deployment']))).toEqual([
    'io.Deployment',
    'io.Pod',
    'io.Spec',
  ]);
  expect(Object.keys(definitionsOf(published, ['v1 Pod']))).toEqual(['io.Pod']);
});

it('bundles no descriptions, but keeps a field named description', () => {
  const bundled = definitionsOf(published, ['apps/v1 Deployment'])['io.Deployment'];
  expect(bundled?.['description']).toBeUndefined();
  expect(bundled?.properties?.['description']).toEqual({ type: 'string' });
});

it('throws for a kind that the server does not publish', () => {
  expect(() => definitionsOf(published, ['v1 Podd'])).toThrow('publishes no schema of v1 Podd');
});
