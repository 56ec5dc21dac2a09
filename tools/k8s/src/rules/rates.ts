import { parseProfile, rateTermsOf } from '@nordgate/contracts/profile';
import type { App } from '../apps.js';
import { containerOf } from '../rendered.js';
import type { Rendered } from '../rendered.js';

/** What one TPP may send a second in production, reads and writes together. */
const perTppMax = 50;

/** The apps that TPPs and PSUs reach, and the setting that names all of their instances. */
const shared = { gateway: 'GATEWAY_PEERS_NAME', sca: 'SCA_PEERS_NAME' } as const;

/** One TPP takes a small part of the bank, and the limits hold over all instances of an app together. */
export function rateFaults(rendered: Rendered): readonly string[] {
  return [
    ...Object.entries(shared).flatMap(([app, setting]) =>
      peerFaults(rendered, app as keyof typeof shared, setting),
    ),
    ...profileFaults(rendered),
  ];
}

function peerFaults(rendered: Rendered, app: keyof typeof shared, setting: string): string[] {
  const name = environmentOf(rendered, app)[setting];
  if (name === undefined) return [`${app}: ${setting} is not set`];
  const spec = rendered.find('Service', name)?.spec as ServiceSpec | undefined;
  if (spec === undefined) return [`${app}: there is no Service ${name}`];
  const isOfApp = spec.selector?.['app.kubernetes.io/name'] === app;
  return [
    ...(spec.clusterIP === 'None' ? [] : [`${app}: ${name} has one address for all instances`]),
    ...(isOfApp ? [] : [`${app}: ${name} has the addresses of other pods`]),
  ];
}

interface ServiceSpec {
  readonly clusterIP?: string;
  readonly selector?: Readonly<Record<string, string>>;
}

function profileFaults(rendered: Rendered): string[] {
  if (rendered.overlay === 'sandbox') return [];
  if (environmentOf(rendered, 'gateway')['GATEWAY_TPP_RATE'] !== undefined) {
    return ['gateway: GATEWAY_TPP_RATE is for tests under load'];
  }
  return profilesIn(rendered).flatMap((yaml) => {
    const { readsPerSecond, writesPerSecond } = rateTermsOf(
      parseProfile(yaml, 'profile.yaml'),
    ).everyTpp;
    const sum = readsPerSecond + writesPerSecond;
    return sum <= perTppMax ? [] : [`every TPP may send ${String(sum)} requests a second`];
  });
}

function profilesIn(rendered: Rendered): readonly string[] {
  const found = rendered.all('ConfigMap').flatMap(({ data }) => data?.['profile.yaml'] ?? []);
  if (found.length === 0) throw new Error(`${rendered.overlay} has no profile`);
  return found;
}

function environmentOf(rendered: Rendered, app: App): Readonly<Record<string, string>> {
  const found = rendered.apps().find(([name]) => name === app);
  return found === undefined ? {} : rendered.environment(containerOf(found[1]));
}
