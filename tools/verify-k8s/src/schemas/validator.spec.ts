import { readManifests } from '../documents.js';
import { readBundle } from './bundle.js';
import { definitionsByKind, kindKey } from './open-api.js';
import { manifestValidator } from './validator.js';

const bundle = readBundle();
const validate = manifestValidator(bundle);

const faultsOf = (yaml: string) =>
  readManifests(yaml)
    .flatMap(validate)
    .map(({ path, message }) => `${path} ${message}`);

/** A text with a change that must be there. */
function changed(yaml: string, from: string, to: string): string {
  expect(yaml).toContain(from);
  return yaml.replace(from, to);
}

const deployment = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: gateway, namespace: bank }
spec:
  replicas: 2
  selector: { matchLabels: { app: gateway } }
  strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 25% } }
  template:
    metadata: { labels: { app: gateway } }
    spec:
      containers:
        - name: gateway
          image: registry.example/gateway@sha256:0000
          imagePullPolicy: IfNotPresent
          resources: { requests: { cpu: 100m, memory: 256Mi } }
          env: [{ name: PORT, value: '8080' }]
`;

const topic = `
apiVersion: kafka.strimzi.io/v1
kind: KafkaTopic
metadata: { name: payments, labels: { strimzi.io/cluster: bank } }
spec: { partitions: 6, replicas: 3, config: { min.insync.replicas: 2 } }
`;

describe('the validator of manifests', () => {
  it('accepts a valid Deployment and a valid custom resource', () => {
    expect(faultsOf(`${deployment}---${topic}`)).toEqual([]);
  });

  it.each([
    ['at the top', 'spec:\n', 'specs: {}\nspec:\n', ' unknown field specs'],
    ['in the metadata', 'namespace:', 'nameSpace:', '/metadata unknown field nameSpace'],
    [
      'deep inside',
      'resources:',
      'ressources:',
      '/spec/template/spec/containers/0 unknown field ressources',
    ],
  ])('refuses a misspelt field %s of a Deployment', (_where, from, to, fault) => {
    expect(faultsOf(changed(deployment, from, to))).toEqual([fault]);
  });

  it('refuses a misspelt field of a custom resource', () => {
    const misspelt = changed(topic, 'replicas: 3', 'replica: 3');
    expect(faultsOf(misspelt)).toEqual(['/spec unknown field replica']);
  });

  it('refuses a misspelt field in the metadata of a custom resource', () => {
    const misspelt = changed(topic, 'labels:', 'label:');
    expect(faultsOf(misspelt)).toEqual(['/metadata unknown field label']);
  });

  it.each([
    ['a number as a text', 'replicas: 2', "replicas: '2'", '/spec/replicas must be integer'],
    [
      'a text as a number',
      "value: '8080'",
      'value: 8080',
      '/spec/template/spec/containers/0/env/0/value must be string',
    ],
    [
      'a text that YAML 1.1 reads as a boolean',
      'app: gateway } }\n  strategy',
      'app: on } }\n  strategy',
      '/spec/selector/matchLabels/app must be string',
    ],
  ])('refuses %s', (_what, from, to, fault) => {
    expect(faultsOf(changed(deployment, from, to))).toEqual([fault]);
  });

  it('refuses a value that an enum of a Deployment does not have', () => {
    expect(faultsOf(changed(deployment, 'IfNotPresent', 'Sometimes'))).toEqual([
      '/spec/template/spec/containers/0/imagePullPolicy must be equal to one of the allowed values: Always, IfNotPresent, Never',
    ]);
  });

  it('refuses a value that an enum of a custom resource does not have', () => {
    const user = `
apiVersion: kafka.strimzi.io/v1
kind: KafkaUser
metadata: { name: gateway }
spec: { authentication: { type: password } }
`;
    expect(faultsOf(user)).toEqual([
      expect.stringMatching(/^\/spec\/authentication\/type must be equal to one of.* tls,/),
    ]);
  });

  it('refuses a topic without partitions', () => {
    const empty = changed(topic, 'partitions: 6', 'partitions: 0');
    expect(faultsOf(empty)).toEqual(['/spec/partitions must be >= 1']);
  });

  it('refuses a quantity with an unknown unit', () => {
    const wrong = changed(deployment, '256Mi', '256MB');
    expect(faultsOf(wrong)).toContainEqual(
      expect.stringMatching(/resources\/requests\/memory must match pattern/),
    );
  });

  it('refuses a Deployment without the required selector', () => {
    const without = changed(deployment, 'selector: { matchLabels: { app: gateway } }', '');
    expect(faultsOf(without)).toEqual(["/spec must have required property 'selector'"]);
  });

  it('refuses an environment variable that is set twice', () => {
    const env = "[{ name: PORT, value: '8080' }";
    const twice = changed(deployment, env, `${env}, { name: PORT, value: '1' }`);
    expect(faultsOf(twice)).toEqual(['/spec/template/spec/containers/0/env must not repeat a key']);
  });

  it.each([
    ['an unknown kind', 'kind: KafkaTopic', 'kind: KafkaTopik', 'kafka.strimzi.io/v1 KafkaTopik'],
    ['an unknown version', 'strimzi.io/v1\n', 'strimzi.io/v9\n', 'kafka.strimzi.io/v9 KafkaTopic'],
    ['an unknown group', 'kafka.strimzi', 'kafka.example', 'kafka.example.io/v1 KafkaTopic'],
  ])('refuses %s instead of skipping it', (_what, from, to, kind) => {
    expect(faultsOf(changed(topic, from, to))).toEqual([`/kind no schema of ${kind} is bundled`]);
  });
});

describe('the bundled schemas', () => {
  const { kubernetes, customResources } = bundle;
  const builtIn = [...definitionsByKind(kubernetes.schemas).keys()];
  const custom = customResources.flatMap(({ spec: { group, names, versions } }) =>
    versions
      .filter(({ served }) => served)
      .map(({ name }) => kindKey({ group, version: name, kind: names.kind })),
  );

  it.each([...builtIn, ...custom])('have a readable schema of %s', (key) => {
    const [apiVersion = '', kind = ''] = key.split(' ');
    const found = validate({ apiVersion, kind, metadata: { name: 'x' }, unknownField: 1 });
    expect(found.map(({ message }) => message)).toContain('unknown field unknownField');
  });
});

describe('the reader of manifests', () => {
  it('rejects a document that sets a field twice', () => {
    expect(() => readManifests(changed(topic, 'kind:', 'kind: Pod\nkind:'))).toThrow(
      /document 1: Map keys must be unique/,
    );
  });

  it('rejects a document without a name, and names its position', () => {
    expect(() => readManifests(`${topic}---\nkind: Pod\n`)).toThrow('document 2 has no apiVersion');
  });
});
