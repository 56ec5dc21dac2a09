import type { Service } from './apps.js';

/**
 * The fields of a Cluster that a drill may send and CloudNativePG may set by itself, and that lead to no Secret, no ConfigMap, no
 * other account and no other program. A field of a later release is refused until it is named here.
 */
export const harmlessFields = [
  ...['affinity', 'description', 'enablePDB', 'ephemeralVolumesSizeLimit', 'failoverDelay'],
  ...['imagePullPolicy', 'instances', 'livenessProbeTimeout', 'logLevel', 'maxSyncReplicas'],
  ...['minSyncReplicas', 'nodeMaintenanceWindow', 'podSecurityContext', 'postgresGID'],
  ...['postgresUID', 'primaryLease', 'primaryUpdateMethod', 'primaryUpdateStrategy'],
  ...['priorityClassName', 'probes', 'replicationSlots', 'resources', 'schedulerName'],
  ...['seccompProfile', 'securityContext', 'smartShutdownTimeout', 'startDelay', 'stopDelay'],
  ...['switchoverDelay', 'topologySpreadConstraints'],
] as const;

/** Fields with a separate validation. */
export const checkedFields = [
  ...['bootstrap', 'enableSuperuserAccess', 'externalClusters', 'imageName', 'imagePullSecrets'],
  ...['monitoring', 'postgresql', 'storage', 'walStorage'],
] as const;

interface Validation {
  readonly expression: string;
  readonly message: string;
}

const listOf = (names: readonly string[]) => `[${names.map((one) => `'${one}'`).join(', ')}]`;
const lacks = (at: string, names: readonly string[]) =>
  names.map((one) => `!has(${at}.${one})`).join(' && ');
/** `dyn`: the type of the object and the type of the parameter have different names. */
const asSource = (field: string) =>
  `has(object.spec.${field}) == has(params.spec.${field}) && ` +
  `(!has(object.spec.${field}) || dyn(object.spec.${field}) == dyn(params.spec.${field}))`;

/**
 * RBAC cannot limit the name nor the fields of what is created. A Cluster can name every Secret of its namespace, and its pods
 * run with the account that CloudNativePG makes. So the API server compares each Cluster that the account of a drill creates with
 * the database that it copies, which is the parameter of the policy. It is the same for each bank of a cluster.
 */
export function drillPolicy(service: Service, account: string): readonly object[] {
  const head = { apiVersion: 'admissionregistration.k8s.io/v1' };
  const metadata = { name: `nordgate-${account}` };
  const rule = { apiGroups: ['postgresql.cnpg.io'], apiVersions: ['v1'], resources: ['clusters'] };
  const user = `'system:serviceaccount:' + request.namespace + ':${account}'`;
  return [
    {
      ...{ ...head, kind: 'ValidatingAdmissionPolicy', metadata },
      spec: {
        failurePolicy: 'Fail',
        paramKind: { apiVersion: 'postgresql.cnpg.io/v1', kind: 'Cluster' },
        matchConstraints: { resourceRules: [{ ...rule, operations: ['CREATE', 'UPDATE'] }] },
        matchConditions: [
          { name: 'by-the-drill', expression: `request.userInfo.username == ${user}` },
        ],
        variables: [{ name: 'archiver', expression: archiver }],
        validations: validationsOf(service),
      },
    },
    {
      ...{ ...head, kind: 'ValidatingAdmissionPolicyBinding', metadata },
      spec: {
        policyName: metadata.name,
        validationActions: ['Deny', 'Audit'],
        // In the namespace of the request.
        paramRef: { name: `${service}-db`, parameterNotFoundAction: 'Deny' },
      },
    },
  ];
}

const archiver =
  '(has(params.spec.plugins) ? params.spec.plugins : [])' +
  '.filter(one, has(one.isWALArchiver) && one.isWALArchiver)';

const validationsOf = (service: Service): readonly Validation[] => [
  ...fieldsOf(service),
  ...settings,
  ...beginningOf(service),
];

function fieldsOf(service: Service): readonly Validation[] {
  return [
    {
      expression: `object.metadata.name == '${service}-drill'`,
      message: `a drill creates the Cluster ${service}-drill and no other`,
    },
    {
      // CloudNativePG patches the pods by an annotation.
      expression:
        '!has(object.metadata.annotations) || ' +
        "object.metadata.annotations.all(key, !key.contains('cnpg.io/'))",
      message: 'a copy has no annotations of CloudNativePG',
    },
    {
      expression: `dyn(object.spec).all(field, field in ${listOf([...harmlessFields, ...checkedFields])})`,
      message: 'a copy has only the fields that a drill sends',
    },
    ...['imageName', 'imagePullSecrets', 'storage', 'walStorage'].map((field) => ({
      expression: asSource(field),
      message: `a copy has the ${field} of its database`,
    })),
  ];
}

const settings: readonly Validation[] = [
  {
    expression: '!has(object.spec.enableSuperuserAccess) || !object.spec.enableSuperuserAccess',
    message: 'a copy has no log-in of the superuser',
  },
  {
    expression:
      '!has(object.spec.postgresql) || (' +
      `${lacks('object.spec.postgresql', ['extensions', 'ldap', 'pg_hba', 'pg_ident'])} && ` +
      '!(has(object.spec.postgresql.enableAlterSystem) && object.spec.postgresql.enableAlterSystem))',
    message: 'of the settings of PostgreSQL, a copy has only parameters',
  },
  {
    // The account may write a ConfigMap, and queries of metrics begin as the superuser.
    expression:
      '!has(object.spec.monitoring) || (!has(object.spec.monitoring.customQueriesSecret) && ' +
      '(!has(object.spec.monitoring.customQueriesConfigMap) || ' +
      "object.spec.monitoring.customQueriesConfigMap.all(one, one.name == 'cnpg-default-monitoring')))",
    message: 'a copy has no metrics of its own',
  },
];

function beginningOf(service: Service): readonly Validation[] {
  const owner = `nordgate_${service}`;
  const recovery = 'object.spec.bootstrap.recovery';
  return [
    {
      expression:
        `has(object.spec.bootstrap) && has(${recovery}) && ` +
        `${lacks('object.spec.bootstrap', ['initdb', 'pg_basebackup'])} && ` +
        `${lacks(recovery, ['backup', 'secret', 'volumeSnapshots'])} && ` +
        `has(${recovery}.source) && ${recovery}.source == 'origin' && ` +
        `has(${recovery}.database) && ${recovery}.database == '${owner}' && ` +
        `has(${recovery}.owner) && ${recovery}.owner == '${owner}'`,
      message: `a copy begins with a backup, for ${owner}`,
    },
    {
      expression:
        'variables.archiver.size() == 1 && has(object.spec.externalClusters) && ' +
        'object.spec.externalClusters.size() == 1 && object.spec.externalClusters.all(one, ' +
        `${originOfSource})`,
      message: 'a copy reads the archive of its database',
    },
  ];
}

const ofArchiver = (key: string, otherwise: string) =>
  `one.plugin.parameters.${key} == ` +
  `(has(variables.archiver[0].parameters) && has(variables.archiver[0].parameters.${key}) ? ` +
  `variables.archiver[0].parameters.${key} : ${otherwise})`;

const originOfSource = [
  "one.name == 'origin'",
  lacks('one', [
    ...['barmanObjectStore', 'connectionParameters', 'password'],
    ...['sslCert', 'sslKey', 'sslRootCert'],
  ]),
  'has(one.plugin) && one.plugin.name == variables.archiver[0].name',
  'has(one.plugin.parameters)',
  "one.plugin.parameters.all(key, key in ['barmanObjectName', 'serverName'])",
  'has(one.plugin.parameters.barmanObjectName) && has(one.plugin.parameters.serverName)',
  ofArchiver('barmanObjectName', "''"),
  ofArchiver('serverName', 'params.metadata.name'),
].join(' && ');
