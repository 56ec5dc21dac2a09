import { operatedServices, operatorRequestFrom } from '@nordgate/contracts/commands';
import type {
  OperatorRequest,
  ShowSubjectRequest,
  SubjectPage,
} from '@nordgate/contracts/commands';
import { operatorProgram } from './operator-program.js';
import { OperationPending, OperationRefused } from './operations-client.js';

const customerId = 'c-1';
const letter = ['--reason', 'letter 4711'];
const id = '11111111-0000-4000-8000-000000000000';
const keysOf = { accounts: `id:${id}`, sca: `id:${id} psu:${id}` } as const;

/** The answer of a service without a customer; `accounts` and `sca` tell keys. */
function pageOf({ service, keys = '' }: ShowSubjectRequest): SubjectPage {
  const told = service === 'accounts' || service === 'sca' ? keysOf[service] : keys;
  return { service, customerId, sections: [], keys: told };
}

/** Runs the command against services that answer so. */
async function run(
  args: readonly string[],
  answer: (request: ShowSubjectRequest) => SubjectPage = pageOf,
  isTerminal = false,
) {
  const asked: ShowSubjectRequest[] = [];
  const said: string[] = [];
  const operations = {
    run: async (request: OperatorRequest) => {
      asked.push(request as ShowSubjectRequest);
      return Promise.resolve(answer(request as ShowSubjectRequest));
    },
  };
  const program = operatorProgram(operations, { say: (text) => said.push(text), isTerminal });
  for (const one of program.commands.flatMap((c) => c.commands)) {
    one.exitOverride().configureOutput({ writeErr: () => undefined });
  }
  const error = await program
    .parseAsync(['subject', 'export', ...args], { from: 'user' })
    .then(() => undefined)
    .catch((thrown: unknown) => thrown as Error);
  return { asked, said, error };
}

const event = (version: number) => ({ version, type: 'PostingsBooked', at: 'now', data: {} });
const sectionWith = (...versions: number[]) => ({
  ...{ kind: 'account', purpose: 'p', source: 's', held: { rule: 'books' } },
  records: [{ id: 'account-1', recipients: [], events: versions.map(event) }],
});

describe('the export of a customer by the command line', () => {
  it('asks accounts and sca first, and gives their keys to the others', async () => {
    const { asked, error } = await run([customerId, ...letter]);
    expect(error).toBeUndefined();
    expect(asked.map(({ service, keys }) => [service, keys])).toEqual([
      ['accounts', undefined],
      ['sca', keysOf.accounts],
      ['payments', keysOf.sca],
      ['baskets', keysOf.sca],
      ['batch', keysOf.sca],
    ]);
    for (const request of asked) {
      expect(operatorRequestFrom(JSON.parse(JSON.stringify(request)))).toEqual({ request });
    }
  });

  it('reads every page of a service, and puts the parts of a stream together', async () => {
    const pages: Record<string, Partial<SubjectPage>> = {
      first: { sections: [sectionWith(1, 2)], next: '7.1' },
      '7.1': { sections: [sectionWith(2, 3)] },
    };
    const { asked, said } = await run(
      [customerId, ...letter, '--service', 'accounts'],
      (request) => ({ ...pageOf(request), ...pages[request.place ?? 'first'] }),
    );
    expect(asked.map(({ place, keys }) => [place, keys])).toEqual([
      [undefined, undefined],
      ['7.1', keysOf.accounts],
    ]);
    const { services } = JSON.parse(said.join('')) as { services: { sections: unknown }[] };
    expect(services[0]?.sections).toEqual([sectionWith(1, 2, 3)]);
  });

  it('names each service that waits for a second person, and asks no other without the keys', async () => {
    const { asked, said, error } = await run([customerId, ...letter], ({ service }) => {
      throw new OperationPending(`audit confirm ${service}`);
    });
    expect(asked.map(({ service }) => service)).toEqual(['accounts', 'sca']);
    expect(said).toEqual([]);
    expect(error).toEqual(new OperationPending('audit confirm accounts\naudit confirm sca'));
  });

  it('asks single services with the keys of the other answers', async () => {
    const { asked, error } = await run(
      [customerId, ...letter, '--service', 'payments', 'batch', '--keys', keysOf.sca],
      ({ service }) => {
        throw new OperationPending(`audit confirm ${service}`);
      },
    );
    expect(asked.map(({ service, keys }) => [service, keys])).toEqual([
      ['payments', keysOf.sca],
      ['batch', keysOf.sca],
    ]);
    expect(error?.message).toBe('audit confirm payments\naudit confirm batch');
  });

  it('prints what was answered, and says that an export without one service is incomplete', async () => {
    const { said, error } = await run([customerId, ...letter], (request) => {
      if (request.service === 'batch') throw new OperationRefused('batch does not answer');
      return pageOf(request);
    });
    expect(said).toHaveLength(1);
    expect(error).toEqual(
      new OperationRefused('the export is incomplete\nbatch: batch does not answer'),
    );
  });

  it.each([
    ['without a reason', [customerId], '--reason'],
    ['of one service without keys', [customerId, ...letter, '--service', 'batch'], '--keys'],
    ['from a page of several services', [customerId, ...letter, '--after', '1.1'], 'one --service'],
  ])('asks nothing %s', async (_what, args, text) => {
    const { asked, error } = await run(args);
    expect(asked).toEqual([]);
    expect(error?.message).toContain(text);
  });

  it('throws what the first service refuses', async () => {
    const { asked, error } = await run(['no id', ...letter], () => {
      throw new OperationRefused('customerId has to be the id of the customer');
    });
    expect(asked).toHaveLength(1);
    expect(error?.message).toBe('customerId has to be the id of the customer');
  });

  it('counts on a terminal, and says when nothing is held', async () => {
    const counted = await run(
      [customerId, ...letter],
      (request) => ({
        ...pageOf(request),
        sections: request.service === 'accounts' ? [sectionWith(1)] : [],
      }),
      true,
    );
    expect(counted.said.join()).toMatch(/accounts +account +1 +books/);
    const empty = await run([customerId, ...letter], pageOf, true);
    expect(empty.said.join()).toContain(`nothing is held of ${customerId}`);
    expect(operatedServices.every((name) => empty.said.join().includes(name))).toBe(true);
  });
});
