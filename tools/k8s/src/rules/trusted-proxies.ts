import { isIPv6 } from 'node:net';
import { containerOf } from '../rendered.js';
import type { Rendered } from '../rendered.js';

/** A process at a trusted address can claim to be any client: the proxies of the ingress are a few addresses. */
const bitsOfAddressesMax = 8;

/** The setting of each app that names its trusted proxies. */
const isProxies = (name: string) => name.endsWith('_TRUSTED_PROXIES');

/**
 * The addresses whose X-Forwarded-For is believed are those of an ingress, not a network of pods.
 *
 * @returns a line per fault, with the app and the setting
 */
export function trustedProxyFaults(rendered: Rendered): readonly string[] {
  return rendered.apps().flatMap(([app, workload]) =>
    Object.entries(rendered.environment(containerOf(workload)))
      .filter(([name]) => isProxies(name))
      .flatMap(([name, value]) =>
        value
          .split(',')
          .map((one) => one.trim())
          .filter((one) => !isSmall(one))
          .map((one) => `${app}: ${name} trusts ${one}, which is more than an ingress`),
      ),
  );
}

function isSmall(entry: string): boolean {
  const [address = '', bits] = entry.split('/');
  const all = isIPv6(address) ? 128 : 32;
  return Number(bits ?? all) >= all - bitsOfAddressesMax;
}
