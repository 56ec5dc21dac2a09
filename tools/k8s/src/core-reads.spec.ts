import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { objectSchema } from '@nordgate/contracts/fields';
import { root } from '@nordgate/local/overlays';
import { processes } from './bank.js';
import { Rendered } from './rendered.js';

const component = join(root, 'deploy/k8s/components/core-reads');
const read = (file: string) => parse(readFileSync(join(component, file), 'utf8')) as unknown;

interface Named {
  readonly name: string;
}

interface PatchedPod {
  readonly containers: readonly {
    readonly name: string;
    readonly env: readonly (Named & { readonly value: string })[];
    readonly volumeMounts: readonly (Named & { readonly mountPath: string })[];
  }[];
  readonly volumes: readonly (Named & {
    readonly secret: { readonly items: readonly { readonly path: string }[] };
  })[];
}

const { patches } = read('kustomization.yaml') as {
  patches: readonly { readonly patch: string }[];
};
const patch = parse(patches[0]?.patch ?? '') as {
  readonly spec: { readonly template: { readonly spec: PatchedPod } };
};
const { containers, volumes } = patch.spec.template.spec;
const [container] = containers;

describe('the component core-reads', () => {
  it('changes the container of accounts, and adds no volume that it has already', () => {
    const { spec: deployment } = Rendered.read('production').find('Deployment', 'accounts') ?? {};
    const { template } = deployment as { readonly template: { readonly spec: PatchedPod } };
    const { spec } = template;
    expect(spec.containers.map(({ name }) => name)).toContain(container?.name);
    expect(spec.volumes.map(({ name }) => name)).not.toContain('core-reads');
  });

  it('names files that it mounts, by settings that accounts has', () => {
    const folder = container?.volumeMounts[0]?.mountPath ?? '';
    const paths = volumes[0]?.secret.items.map(({ path }) => `${folder}/${path}`);
    expect(container?.env.map(({ value }) => value)).toEqual(paths);
    const names = container?.env.map(({ name }) => name) ?? [];
    const known = objectSchema(processes.accounts.settings).properties ?? {};
    expect(names.filter((name) => !(name in known))).toEqual([]);
  });

  it('opens the way out of accounts to TLS, and of no other app', () => {
    expect(read('network.yaml')).toMatchObject({
      spec: {
        podSelector: { matchLabels: { 'app.kubernetes.io/name': 'accounts' } },
        policyTypes: ['Egress'],
        egress: [{ ports: [{ protocol: 'TCP', port: 443 }] }],
      },
    });
  });
});
