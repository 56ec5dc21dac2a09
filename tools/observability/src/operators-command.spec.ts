import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operatedBy, operatedServices } from '@nordgate/contracts/commands';
import type { OperatorRequest } from '@nordgate/contracts/commands';
import { operatorProgram } from '@nordgate/operator/operator-program';
import { parse, parseAllDocuments } from 'yaml';
import { pageCommands, runbooksFolder } from './runbooks.js';

const page = readFileSync(join(runbooksFolder, 'operators-command.md'), 'utf8');
const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** The rows of the page's table: each command, and the service that it asks. */
const rows = [...page.matchAll(/^\| (`.+`) +\| (.+?) +\|$/gm)].flatMap(
  ([, commands = '', service]) =>
    [...commands.matchAll(/`([a-z ]+)`/g)].map(([, command = '']) => [command, service] as const),
);

/** The service that a command line asks first. */
async function serviceAsked(args: readonly string[]): Promise<string | undefined> {
  const asked: string[] = [];
  const operations = {
    run: (request: OperatorRequest) => {
      asked.push(operatedBy(request));
      return Promise.resolve(Object.assign([], { messages: 0, events: [] }));
    },
  };
  await operatorProgram(operations, () => undefined).parseAsync(args, { from: 'user' });
  return asked[0];
}

describe("the page about the operator's command", () => {
  it('has every command in its table, once', () => {
    const program = operatorProgram({ run: () => Promise.reject(new Error()) }, () => undefined);
    const commands = program.commands.flatMap((one) => {
      const below = one.commands.map((two) => `${one.name()} ${two.name()}`);
      return below.length === 0 ? [one.name()] : below;
    });
    expect(rows.map(([command]) => command).sort()).toEqual(commands.sort());
  });

  it.each([
    ['tpp stop', ['tpp', 'stop', 'PSDNO-FSA-1', '--reason', 'x']],
    ['tpp list', ['tpp', 'list']],
    ['tpp contacts', ['tpp', 'contacts']],
    ['payment cancel', ['payment', 'cancel', 'a1f0c3d2e4b5968778695a4b3c2d1e0f']],
    ['batch list', ['batch', 'list']],
    ['batch hold', ['batch', 'hold', '--tpp', 'PSDNO-FSA-1', '--reason', 'x']],
    ['batch overdue', ['batch', 'overdue']],
  ])('names the service that %s asks', async (command, args) => {
    // A cancellation words its outcome, which this bank does not have.
    const service = await serviceAsked(args);
    expect(new Map(rows).get(command)).toBe(`\`${String(service)}\``);
  });

  it('gives the shell function the service that the command asks', async () => {
    const examples = pageCommands().filter(({ service }) => service !== undefined);
    expect(examples.length).toBeGreaterThan(3);
    for (const { service, args } of examples) expect(await serviceAsked(args)).toBe(service);
  });

  it('starts the program of the image', () => {
    const entry = wordsOf(/\$service (\S+) "\$@"/, page);
    expect(read('deploy/docker/Dockerfile')).toContain(`ENTRYPOINT ["node", "${entry}"]`);
  });

  it('scales the Deployment of the manifests, and reads the files that are mounted in its pods', () => {
    const documents = parseAllDocuments(read('deploy/k8s/components/operator/operator.yaml'));
    const [deployment] = documents
      .map((one) => one.toJS() as Manifest)
      .filter(({ kind }) => kind === 'Deployment');
    expect(deployment).toMatchObject({ metadata: { name: 'operator' }, spec: { replicas: 0 } });
    const [container] = deployment?.spec?.template.spec.containers ?? [];
    expect(container?.volumeMounts).toContainEqual({
      ...{ name: 'services', readOnly: true },
      mountPath: wordsOf(/--env-file=(\S+)\/\$service/, page),
    });
  });

  it.each(['sandbox', 'production'])(
    'has a file for every service in the overlay %s',
    (overlay) => {
      const rendered = read(`deploy/k8s/rendered/${overlay}.yaml`);
      const files = parse(
        wordsOf(/^data:\n((?:  \w+: OPERATIONS_URL=.+\n)+)/m, rendered),
      ) as object;
      expect(Object.keys(files)).toEqual([...operatedServices].sort());
    },
  );
});

/** The first group of a pattern that the text has. */
function wordsOf(pattern: RegExp, text: string): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`there is nothing like ${String(pattern)}`);
  return found;
}

interface Manifest {
  readonly kind: string;
  readonly spec?: {
    readonly template: {
      readonly spec: {
        readonly containers: readonly {
          readonly volumeMounts: readonly object[];
        }[];
      };
    };
  };
}
