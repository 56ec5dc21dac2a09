import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drillCluster } from '@nordgate/operator/drill-cluster';
import type { Cluster } from '@nordgate/operator/drill-cluster';
import { parseAllDocuments } from 'yaml';
import { services } from './apps.js';
import { checkedFields, harmlessFields } from './drill-policy.js';
import { Rendered } from './rendered.js';
import type { Manifest } from './rendered.js';
import { root } from '@nordgate/local/overlays';

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

interface Policy {
  readonly failurePolicy: string;
  readonly matchConditions: readonly { readonly expression: string }[];
  readonly validations: readonly { readonly expression: string }[];
}

interface Binding {
  readonly policyName: string;
  readonly validationActions: readonly string[];
  readonly paramRef: object;
}

const read = (path: string) => readFileSync(join(root, 'deploy/k8s', path), 'utf8');
const objects = parseAllDocuments(read('components/restore-drill/drills.yaml')).map(
  (document) => document.toJS() as Manifest,
);
const definition = JSON.parse(
  read('schemas/custom-resources/clusters.postgresql.cnpg.io.json'),
) as {
  readonly spec: {
    readonly versions: readonly { readonly schema: { readonly openAPIV3Schema: Schema } }[];
  };
};
const specSchema = definition.spec.versions[0]?.schema.openAPIV3Schema.properties?.['spec'];
const fields = specSchema?.properties ?? {};
const allowed: readonly string[] = [...harmlessFields, ...checkedFields];

/** Every property below a schema, by its path. */
function pathsIn(schema: Schema, at: string): readonly string[] {
  const inside = Object.entries(schema.properties ?? {});
  return [
    at,
    ...inside.flatMap(([name, one]) => pathsIn(one, `${at}.${name}`)),
    ...(schema.items === undefined ? [] : pathsIn(schema.items, at)),
  ];
}

const reaching = /secret|configMap|serviceAccount|image(Name|$)|volume(Claim|$)|annotations|env$/i;

describe('the policy of the copies of drills', () => {
  it('lets through no field that names a Secret, an account or an image, unless it checks it', () => {
    const paths = harmlessFields.flatMap((name) => pathsIn(fields[name] ?? {}, name));
    expect(paths.filter((path) => reaching.test(path))).toEqual([]);
    const refused = Object.keys(fields).filter((name) => !allowed.includes(name));
    expect(refused).toEqual(
      expect.arrayContaining(['env', 'envFrom', 'plugins', 'projectedVolumeTemplate', 'managed']),
    );
    expect(refused).toEqual(expect.arrayContaining(['superuserSecret', 'serviceAccountName']));
  });

  it('names only fields that a Cluster has', () => {
    expect(allowed.filter((name) => !(name in fields))).toEqual([]);
  });

  it.each(services)('lets through every field that a drill of %s sends', (service) => {
    const source = Rendered.read('production').find('Cluster', `${service}-db`);
    const copy = drillCluster(service, source as unknown as Cluster) as { spec: object };
    expect(Object.keys(copy.spec).filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it.each(services)('is in force for the account of %s, beside its database', (service) => {
    const name = `nordgate-${service}-restore-drill`;
    const specOf = (kind: string) =>
      objects.find((one) => one.kind === kind && one.metadata.name === name)?.spec;
    const policy = specOf('ValidatingAdmissionPolicy') as Policy;
    const binding = specOf('ValidatingAdmissionPolicyBinding') as Binding;
    expect(policy.failurePolicy).toBe('Fail');
    expect(policy.matchConditions.map(({ expression }) => expression)).toEqual([
      `request.userInfo.username == 'system:serviceaccount:' + request.namespace + ':${service}-restore-drill'`,
    ]);
    const text = policy.validations.map(({ expression }) => expression);
    expect(text).toContain(`object.metadata.name == '${service}-drill'`);
    for (const field of checkedFields) expect(text.join('\n')).toContain(`object.spec.${field}`);
    expect(binding).toEqual({
      policyName: name,
      validationActions: ['Deny', 'Audit'],
      paramRef: { name: `${service}-db`, parameterNotFoundAction: 'Deny' },
    });
  });
});
