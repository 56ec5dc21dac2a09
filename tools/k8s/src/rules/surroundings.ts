import { services } from '../apps.js';
import type { Manifest, Rendered } from '../rendered.js';

/** The namespace refuses what the bank does not need, the schemas are migrated, and the ways in have TLS. */
export function surroundingFaults(rendered: Rendered): readonly string[] {
  return [
    ...rendered.all('Namespace').flatMap(namespaceFaults),
    ...placeFaults(rendered),
    ...policyFaults(rendered),
    ...versionFaults(rendered),
    ...services.flatMap((service) => migrationFaults(rendered, service)),
    ...rendered.all('Gateway').flatMap(listenerFaults),
    ...accountFaults(rendered),
    ...waveFaults(rendered),
  ];
}

function namespaceFaults({ metadata: { labels = {} } }: Manifest): readonly string[] {
  const modes = ['enforce', 'warn', 'audit'];
  return [
    ...modes
      .filter((mode) => labels[`pod-security.kubernetes.io/${mode}`] !== 'restricted')
      .map((mode) => `the namespace does not ${mode} restricted pods`),
    ...modes
      .filter(
        (mode) => !/^v1\.\d+$/.test(labels[`pod-security.kubernetes.io/${mode}-version`] ?? ''),
      )
      .map((mode) => `the meaning of restricted changes with the cluster (${mode})`),
    ...(labels['nordgate-images'] === 'by-digest' ? [] : ['the namespace takes images by tag']),
  ];
}

const ofTheCluster = [
  'Namespace',
  'PriorityClass',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionPolicyBinding',
];

/** Everything is in the one namespace of the overlay, beside what no namespace holds. */
function placeFaults(rendered: Rendered): readonly string[] {
  const namespace = rendered.all('Namespace')[0]?.metadata.name;
  return rendered.manifests.flatMap(({ kind, metadata }) => {
    const expected = ofTheCluster.includes(kind) ? undefined : namespace;
    const at = String(metadata.namespace);
    return metadata.namespace === expected ? [] : [`${kind} ${metadata.name} is in ${at}`];
  });
}

function policyFaults(rendered: Rendered): readonly string[] {
  const bindings = rendered.all('ValidatingAdmissionPolicyBinding').map(({ spec }) => {
    return spec as { readonly policyName: string; readonly validationActions: readonly string[] };
  });
  const denied = bindings.filter(({ validationActions }) => validationActions.includes('Deny'));
  const known = rendered.all('ValidatingAdmissionPolicy').map(({ metadata }) => metadata.name);
  const inForce = denied.filter(({ policyName }) => known.includes(policyName));
  if (inForce.length === 0) return ['no policy refuses an image without a digest'];
  const checked = rendered.all('ValidatingAdmissionPolicy').flatMap(({ spec }) => {
    const { matchConstraints } = spec as {
      readonly matchConstraints: {
        readonly resourceRules: readonly { readonly resources: readonly string[] }[];
      };
    };
    return matchConstraints.resourceRules.flatMap(({ resources }) => resources);
  });
  return madeIntoPods
    .filter((resource) => !checked.includes(resource))
    .map((resource) => `the policy of images does not check ${resource}`);
}

/** The policy trusts the controllers of these resources, so it has to check the resources themselves. */
const madeIntoPods = ['pods', 'deployments', 'replicasets', 'jobs'];

/** The operators run what the overlay names: their own update changes neither brokers nor databases. */
function versionFaults(rendered: Rendered): readonly string[] {
  const brokers = rendered.all('Kafka').flatMap(({ metadata, spec }) => {
    const { kafka } = spec as { readonly kafka: Readonly<Record<string, string | undefined>> };
    return [
      [metadata.name, /^\d+\.\d+\.\d+$/.test(kafka['version'] ?? '')] as const,
      [`the metadata of ${metadata.name}`, kafka['metadataVersion'] !== undefined] as const,
    ];
  });
  const databases = rendered.all('Cluster').map(({ metadata, spec }) => {
    const { imageName = '' } = spec as { readonly imageName?: string };
    return [metadata.name, /:\d+\.\d+@sha256:[0-9a-f]{64}$/.test(imageName)] as const;
  });
  return [...brokers, ...databases]
    .filter(([, isPinned]) => !isPinned)
    .map(([name]) => `the operator chooses the version of ${name}`);
}

/** One Job for each service, which ends, is tried again, and is removed in the end. */
function migrationFaults(rendered: Rendered, service: string): readonly string[] {
  const jobs = rendered.all('Job').filter(({ metadata }) => {
    return metadata.name.startsWith(`${service}-migrate-`);
  });
  const [job] = jobs;
  if (job === undefined || jobs.length > 1) return [`${service}: has ${String(jobs.length)} jobs`];
  const spec = job.spec as Readonly<Record<string, unknown>>;
  const limits = ['activeDeadlineSeconds', 'backoffLimit', 'ttlSecondsAfterFinished'];
  const deadline = Number(spec['activeDeadlineSeconds']);
  const { annotations = {} } = job.metadata;
  const wave = Number(annotations['argocd.argoproj.io/sync-wave']);
  const app = rendered.find('Deployment', service)?.metadata.annotations ?? {};
  return [
    ...limits
      .filter((name) => !(Number(spec[name]) > 0))
      .map((name) => `${service}: its job has no ${name}`),
    ...(deadline < firstInstallSeconds
      ? [`${service}: its job ends after ${String(deadline)} s, before its Secret is made`]
      : []),
    ...(wave < Number(app['argocd.argoproj.io/sync-wave'])
      ? []
      : [`${service}: starts before its job`]),
  ];
}

/**
 * The deadline of a Job also counts while its pod waits for the Secret of the database. On a first install, people make
 * this Secret when brokers and databases are ready (docs/operations/install.md).
 */
const firstInstallSeconds = 3600;

const waveOf = (manifest: Manifest | undefined) =>
  Number(manifest?.metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);

/** A scaler in the wave of its Deployment, or before it, would be unhealthy and stop the sync of Argo CD. */
function waveFaults(rendered: Rendered): readonly string[] {
  const scalers = [...rendered.all('ScaledObject'), ...rendered.all('HorizontalPodAutoscaler')];
  return scalers.flatMap((scaler) => {
    const { scaleTargetRef, triggers = [] } = scaler.spec as {
      readonly scaleTargetRef: { readonly name: string };
      readonly triggers?: readonly { readonly authenticationRef?: { readonly name: string } }[];
    };
    const target = rendered.find('Deployment', scaleTargetRef.name);
    const logIns = triggers.flatMap(({ authenticationRef: { name } = { name: '' } }) =>
      name === '' ? [] : [rendered.find('TriggerAuthentication', name)],
    );
    const title = `${scaler.kind} ${scaler.metadata.name}`;
    return [
      ...(waveOf(scaler) > waveOf(target) ? [] : [`${title} is synced before its Deployment`]),
      ...(logIns.every((one) => waveOf(one) <= waveOf(scaler))
        ? []
        : [`${title} is synced before its TriggerAuthentication`]),
    ];
  });
}

function listenerFaults({ spec }: Manifest): readonly string[] {
  const { listeners } = spec as {
    readonly listeners: readonly { readonly name: string; readonly protocol: string }[];
  };
  return listeners
    .filter(({ protocol }) => protocol !== 'HTTPS')
    .map(({ name, protocol }) => `the listener ${name} speaks ${protocol}`);
}

function accountFaults(rendered: Rendered): readonly string[] {
  return rendered
    .all('ServiceAccount')
    .filter((account) => account.automountServiceAccountToken !== false)
    .map(({ metadata }) => `the account ${metadata.name} gives its token to pods`);
}
