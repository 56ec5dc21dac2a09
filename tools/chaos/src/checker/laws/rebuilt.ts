import type { Evidence } from '../evidence/evidence.js';
import { services as serviceNames } from '../evidence/evidence.js';
import type { Finding } from '../law.js';

/** L8, the views: folding every stream anew gives what its view holds. */
export function rebuilt({ services }: Evidence): Finding {
  const reports = serviceNames.flatMap((name) =>
    services[name].rebuilt.map((report) => ({ name, ...report })),
  );
  return {
    looked: {
      'stream types': reports.length,
      streams: reports.reduce((sum, { streams }) => sum + streams, 0),
    },
    violations: reports.flatMap(({ name, streamType, drifted }) =>
      drifted.map((stream) => `the view of ${stream} (${streamType}) in ${name} is not its fold`),
    ),
  };
}
