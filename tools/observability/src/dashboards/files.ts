import { approvalSite } from './approval-site.js';
import { batch } from './batch.js';
import type { Dashboard } from './description.js';
import { gateway } from './gateway.js';
import { grafanaJson } from './grafana.js';
import { overview } from './overview.js';
import { processes } from './processes.js';
import { services } from './services.js';

/** All dashboards, in the order in which a reader needs them. */
export const dashboards: readonly Dashboard[] = [
  overview,
  gateway,
  approvalSite,
  services,
  batch,
  processes,
];

/** The text of each file of `deploy/observability/dashboards` by its name. */
export function dashboardFiles(): ReadonlyMap<string, string> {
  return new Map(
    dashboards.map((one) => [`${one.uid.replace('nordgate-', '')}.json`, grafanaJson(one)]),
  );
}
