import { readSettings, SettingsError } from '@nordgate/service/settings';
import type { App } from '../apps.js';
import { processes } from '../bank.js';
import { containerOf } from '../rendered.js';
import type { Container, Rendered, WorkloadSpec } from '../rendered.js';

/** The settings of every app are those that it declares, and none is a secret. */
export function settingsFaults(rendered: Rendered): readonly string[] {
  return [
    ...rendered
      .apps()
      .flatMap(([app, workload]) =>
        settingFaultsOf(app, rendered.environment(containerOf(workload))).map(
          (fault) => `${app}: ${fault}`,
        ),
      ),
    ...rendered
      .workloads()
      .flatMap(([title, workload]) =>
        [...secretFaults(rendered, containerOf(workload)), ...hashFaults(rendered, workload)].map(
          (fault) => `${title}: ${fault}`,
        ),
      ),
  ];
}

/** Also a variable that no setting declares: it is misspelt, or of another release. */
function settingFaultsOf(app: App, env: Readonly<Record<string, string>>): readonly string[] {
  try {
    const declared = readSettings(processes[app].settings, env);
    const unknown = Object.keys(env).filter((name) => !(name in declared));
    return unknown.map((name) => `no setting is called ${name}`);
  } catch (error) {
    if (error instanceof SettingsError) return error.faults;
    throw error;
  }
}

/** Where a secret is, and not what it is: a path, a public address or a word. */
const secretLooking = [
  /-----BEGIN/,
  /:\/\/[^/\s]*:[^/\s]*@/,
  /^[A-Za-z0-9+_-][A-Za-z0-9+/_-]{31,}={0,2}$/,
  /"keys"\s*:/,
];
const secretName = /PASSWORD|SECRET|TOKEN|_KEY/;
const isPathName = (name: string) => /_(FILE|DIR)$/.test(name);

function secretFaults(rendered: Rendered, container: Container): readonly string[] {
  return Object.entries(rendered.environment(container)).flatMap(([name, value]) => {
    const named = secretName.test(name) && !isPathName(name);
    const looking = secretLooking.some((pattern) => pattern.test(value));
    return named || looking ? [`${name} is a secret`] : [];
  });
}

/** A changed ConfigMap has another name, so that the pods are replaced. */
function hashFaults(rendered: Rendered, { template: { spec } }: WorkloadSpec): readonly string[] {
  const [container] = spec.containers;
  const named = [
    ...(container?.envFrom ?? []).map(({ configMapRef }) => configMapRef?.name),
    ...(spec.volumes ?? []).map(({ configMap }) => configMap?.name),
  ].filter((name) => name !== undefined);
  const own = named.filter((name) => !ofTheBank.includes(name));
  return own.flatMap((name) => {
    const missing = rendered.find('ConfigMap', name) === undefined;
    return [
      ...(/-[a-z0-9]{10}$/.test(name) ? [] : [`the ConfigMap ${name} has no hash`]),
      ...(missing ? [`there is no ConfigMap ${name}`] : []),
    ];
  });
}

/** ConfigMaps that the bank makes and renews, without a new release: the apps read them again. */
const ofTheBank: readonly string[] = ['tpp-trust', 'internal-ca'];
