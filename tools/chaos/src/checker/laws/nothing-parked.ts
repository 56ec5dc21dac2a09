import type { Evidence } from '../evidence/evidence.js';
import { services as serviceNames } from '../evidence/evidence.js';
import type { Finding } from '../law.js';

/** L2, the parking lot: no message waits for an operator, for this load holds nothing unreadable. */
export function nothingParked({ services }: Evidence): Finding {
  const violations = serviceNames.flatMap((name) =>
    services[name].parked.map(
      ({ consumer, key, reason }) =>
        `${name} has parked a message of ${key} for ${consumer}: ${reason}`,
    ),
  );
  return { looked: { services: serviceNames.length }, violations };
}
