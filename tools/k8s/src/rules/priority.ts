import { containerOf } from '../rendered.js';
import type { Manifest, Rendered } from '../rendered.js';

interface Prioritised {
  readonly priorityClassName?: string;
}

/** On a full node the data of the bank stays before its apps, and both before other pods. Only production competes. */
export function priorityFaults(rendered: Rendered): readonly string[] {
  const classes = new Map(
    rendered.all('PriorityClass').map((one) => [one.metadata.name, valueOf(one)] as const),
  );
  if (rendered.overlay === 'sandbox') {
    return [...classes.keys()].map((name) => `a sandbox has the priority ${name}`);
  }
  const priorityOf = ([name, className]: readonly [string, string | undefined]) =>
    [name, classes.get(className ?? '') ?? 0] as const;
  const apps = rendered
    .workloads()
    .filter(([, workload]) => containerOf(workload).image.includes('/nordgate/'))
    .filter(([title]) => title !== 'Deployment operator')
    .map(([title, { template }]) => [title, template.spec.priorityClassName] as const)
    .map(priorityOf);
  const data = [...databasesOf(rendered), ...poolsOf(rendered)].map(priorityOf);
  const highestApp = Math.max(...apps.map(([, value]) => value));
  return [
    ...[...apps, ...data].filter(([, value]) => value <= 0).map(([name]) => `${name}: has none`),
    ...data
      .filter(([, value]) => value <= highestApp)
      .map(([name]) => `${name}: may give way to an app`),
  ];
}

function valueOf(one: Manifest): number {
  return (one as Manifest & { readonly value?: number }).value ?? 0;
}

const databasesOf = (rendered: Rendered) =>
  rendered
    .all('Cluster')
    .map(({ metadata, spec }) => [metadata.name, (spec as Prioritised).priorityClassName] as const);

const poolsOf = (rendered: Rendered) =>
  rendered.all('KafkaNodePool').map(({ metadata, spec }) => {
    const { template } = spec as { readonly template: { readonly pod: Prioritised } };
    return [metadata.name, template.pod.priorityClassName] as const;
  });
