import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { topics } from '@nordgate/contracts/topics';
import type { TopicName } from '@nordgate/contracts/topics';
import { apps, services } from './apps.js';
import { generatedFiles } from './generated-files.js';
import { kafkaAccessIn, sentCommands } from './kafka-access.js';
import { Rendered } from './rendered.js';
import { mountsOf } from './rules/mounts.js';
import {
  overlays,
  renderedFaults,
  renderedPath,
  renderedText,
  root,
  sourcesDigest,
} from '@nordgate/local/overlays';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('the generated manifests', () => {
  it.each([...generatedFiles()])('follow from the code: %s (npm run describe)', (path, text) => {
    expect(read(path)).toBe(text);
  });
});

describe('the rendered overlays', () => {
  it.each(overlays)('come from the sources as they are now: %s (npm run render:k8s)', (overlay) => {
    expect(renderedFaults(sourcesDigest(), read(renderedPath(overlay)))).toEqual([]);
  });

  it.each([
    [
      'one changed number of a manifest',
      renderedText('1', 'replicas: 2\n').replace('replicas: 2', 'replicas: 1'),
      ['a manifest was edited by hand'],
    ],
    [
      'a manifest that was added at the end',
      `${renderedText('1', 'replicas: 2\n')}---\nkind: Pod\n`,
      ['a manifest was edited by hand'],
    ],
    [
      'other sources',
      renderedText('2', 'replicas: 2\n'),
      ['a source has changed since the file was rendered'],
    ],
    ['nothing where all is as it was rendered', renderedText('1', 'replicas: 2\n'), []],
  ])('report %s', (_what, text, faults) => {
    expect(renderedFaults('1', text)).toEqual(faults);
  });
});

describe('the table of who sends commands', () => {
  /** Every command topic that the sources of an app name, beside the one that it owns. */
  const namedIn = (app: string, folders: (path: string) => boolean) => {
    const files = globSync(`apps/${app}/src/**/*.ts`, { cwd: root })
      .filter((path) => !/\.spec\.ts$|\/testing\//.test(path))
      .filter(folders);
    const named = files
      .flatMap((path) => [...read(path).matchAll(/'(\w+\.commands\.v1)'/g)])
      .map(([, topic = '']) => topic);
    return [...new Set(named)].sort();
  };
  const isOfSandbox = (path: string) => /\/(sandbox|console)\//.test(path);

  it('has what the gateway sends in production', () => {
    const named = namedIn('gateway', (path) => !isOfSandbox(path));
    expect(named).toEqual([...(sentCommands.production.gateway ?? [])].sort());
  });

  it('has what the gateway sends in a sandbox', () => {
    const named = namedIn('gateway', () => true);
    expect(named).toEqual([...(sentCommands.sandbox.gateway ?? [])].sort());
  });

  it.each(services)('has what %s sends beside its own reactions', (app) => {
    const own = topics[`${app}.commands.v1`].owner;
    const inModules = (path: string) => /\.(module|deciders)\.ts$/.test(path);
    const named = namedIn(app, (path) => !inModules(path));
    const sent = new Set([
      ...(sentCommands.sandbox[app] ?? []),
      ...(sentCommands.production[app] ?? []),
    ]);
    expect(own).toBe(app);
    expect(named).toEqual([...sent].sort());
  });
});

describe('the readers of topics', () => {
  const inProduction = kafkaAccessIn('production');

  it('have every group once', () => {
    const groups = inProduction.flatMap(({ reads }) => reads.map(({ group }) => group));
    expect(groups.length).toBeGreaterThan(20);
    expect(groups.filter((group, index) => groups.indexOf(group) !== index)).toEqual([]);
  });

  it('leave no topic that somebody writes for the apps unread', () => {
    const readTopics = new Set(
      inProduction.flatMap(({ reads }) => reads.map(({ topic }) => topic)),
    );
    const unread = (Object.keys(topics) as TopicName[]).filter((name) => !readTopics.has(name));
    expect(unread).toEqual(['core.instructions.v1', 'gateway.replies.v1']);
  });

  it('are the groups that the sources name', () => {
    const named = globSync('apps/*/src/**/*.ts', { cwd: root })
      .filter((path) => !/\.spec\.ts$|\/testing\//.test(path))
      .flatMap((path) => [
        ...read(path).matchAll(
          /(?:@ReactsTo|\bfollowing(?:WorldTime|EndedWorlds))\(\s*'([^']+)'[,)]/g,
        ),
      ])
      .map(([, group = '']) => group);
    const reactions = (['production', 'sandbox'] as const).flatMap((environment) =>
      kafkaAccessIn(environment).flatMap(({ app, reads }) =>
        reads.filter(({ group }) => group !== app).map(({ group }) => group),
      ),
    );
    expect([...new Set(reactions)].sort()).toEqual(named.sort());
  });
});

describe('the commands that make secrets in docs/operations/install.md', () => {
  const listed = new Map(
    [...read('docs/operations/install.md').matchAll(/^secret (\w+) (.+)$/gm)].map(
      ([, app = '', files = '']) => [app, files.split(' ').sort()] as const,
    ),
  );

  it.each(apps)('make exactly what the pods of %s mount in a sandbox', (app) => {
    const rendered = Rendered.read('sandbox');
    const [, workload] = rendered.apps().find(([name]) => name === app) ?? [];
    if (workload === undefined) throw new Error(`${app} is not deployed`);
    const mounted = mountsOf(rendered, workload)
      .files.map(({ from }) => from.split(' '))
      .filter(([, name]) => name === `${app}-secrets`)
      .map(([, , key]) => key);
    expect(listed.get(app)).toEqual(mounted.sort());
  });

  it.each(overlays)(
    'make or name every Secret and ConfigMap that the overlay %s does not have',
    (overlay) => {
      const rendered = Rendered.read(overlay);
      const page = read('docs/operations/install.md');
      const needed = rendered
        .apps()
        .flatMap(([, workload]) => mountsOf(rendered, workload).files)
        .map(({ from }) => from.split(' ')[1] ?? '')
        .filter((name) => rendered.find('ConfigMap', name) === undefined);
      const names = new Set(
        needed.map((name) => name.replace(new RegExp(`^(${apps.join('|')})-`), '-')),
      );
      const patterns = [...names].map((name) =>
        name.replace(/^nordgate-(?!cluster)\w+/, 'nordgate-<app>'),
      );
      expect([...new Set(patterns)].filter((name) => !page.includes(name))).toEqual([]);
    },
  );
});
