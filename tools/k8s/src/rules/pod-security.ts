import type { Container, PodSpec, Rendered, SecurityContext, Volume } from '../rendered.js';

/** Every pod template passes the Pod Security Standard `restricted`, and more than that. */
export function podSecurityFaults(rendered: Rendered): readonly string[] {
  return rendered.workloads().flatMap(([title, { template }]) => {
    const { spec } = template;
    const containers = [...spec.containers, ...(spec.initContainers ?? [])];
    return [
      ...podFaults(spec),
      ...containers.flatMap((container) => [
        ...privilegeFaults(container),
        ...userFaults(container.securityContext, spec.securityContext),
        ...resourceFaults(container),
      ]),
      ...(spec.volumes ?? []).flatMap((volume) => [
        ...volumeFaults(volume),
        ...claimFaults(volume, spec.serviceAccountName),
      ]),
    ].map((fault) => `${title}: ${fault}`);
  });
}

function podFaults(spec: PodSpec): readonly string[] {
  const faults = [
    [spec.hostNetwork === true || spec.hostPID === true || spec.hostIPC === true, 'is on the host'],
    [spec.automountServiceAccountToken !== false, 'has a token of the API server'],
    // SCA_PORT=tcp://… of the Service sca would be read as a setting.
    [spec.enableServiceLinks !== false, 'gets variables of the Services'],
    [spec.serviceAccountName === undefined, 'shares the default account'],
  ] as const;
  return namesOf(faults);
}

function privilegeFaults({
  image,
  securityContext = {},
  ports = [],
}: Container): readonly string[] {
  const { capabilities = {} } = securityContext;
  const faults = [
    [securityContext.privileged === true, 'is privileged'],
    [securityContext.allowPrivilegeEscalation !== false, 'may get more privileges'],
    [securityContext.readOnlyRootFilesystem !== true, 'may write to its root'],
    [capabilities.drop?.includes('ALL') !== true, 'keeps capabilities'],
    [(capabilities.add ?? []).length > 0, 'adds capabilities'],
    [ports.some((port) => 'hostPort' in port), 'has a port of the host'],
    [!/@sha256:[0-9a-f]{64}$/.test(image), `is not named by digest: ${image}`],
  ] as const;
  return namesOf(faults);
}

/** The user of the images (ADR 42). */
const uid = 65_532;

function userFaults(own: SecurityContext = {}, ofPod: SecurityContext = {}): readonly string[] {
  const { runAsNonRoot, runAsUser, seccompProfile } = { ...ofPod, ...own };
  const faults = [
    [runAsNonRoot !== true, 'may run as root'],
    [runAsUser !== uid, `does not run as ${String(uid)}`],
    [seccompProfile?.type !== 'RuntimeDefault', 'has no seccomp profile'],
  ] as const;
  return namesOf(faults);
}

function resourceFaults({ resources: { requests = {}, limits = {} } = {} }: Container) {
  const faults = [
    [requests['cpu'] === undefined, 'requests no CPU'],
    [requests['memory'] === undefined, 'requests no memory'],
    [limits['memory'] === undefined, 'has no limit of memory'],
    // A limit stops the event loop in the middle of a slice, although the node is idle.
    [limits['cpu'] !== undefined, 'has a limit of CPU'],
  ] as const;
  return namesOf(faults);
}

const volumeKinds = [
  'configMap',
  'emptyDir',
  'persistentVolumeClaim',
  'projected',
  'secret',
] as const;

/** A claim is for the pods of one app: what one app writes there decides nothing in another app. */
function claimFaults({ persistentVolumeClaim: claim, name }: Volume, app = ''): readonly string[] {
  const isOwn = claim === undefined || (app !== '' && claim.claimName.startsWith(`${app}-`));
  return isOwn ? [] : [`has a volume of another app: ${name}`];
}

function volumeFaults(volume: Volume): readonly string[] {
  const known = volumeKinds.filter((kind) => volume[kind] !== undefined);
  const faults = [
    [known.length !== 1, `has a volume of another kind: ${volume.name}`],
    [
      volume.emptyDir !== undefined && volume.emptyDir.sizeLimit === undefined,
      `has a volume without a limit: ${volume.name}`,
    ],
  ] as const;
  return namesOf(faults);
}

const namesOf = (faults: readonly (readonly [isFault: boolean, name: string])[]) =>
  faults.filter(([isFault]) => isFault).map(([, name]) => name);
