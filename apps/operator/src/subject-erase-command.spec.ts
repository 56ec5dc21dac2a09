import { operatedServices, operatorRequestFrom } from '@nordgate/contracts/commands';
import type {
  EraseSubjectRequest,
  OperatorRequest,
  SubjectErasure,
} from '@nordgate/contracts/commands';
import { operatorProgram } from './operator-program.js';
import { OperationPending, OperationRefused } from './operations-client.js';
import { outsideCopies } from './subject-erasure.js';

const customerId = 'c-1';
const letter = ['--reason', 'letter 4712'];
const id = '11111111-0000-4000-8000-000000000000';
const keysOf = { accounts: `id:${id}`, sca: `id:${id} psu:${id}` } as const;

/** The answer of a service without a customer; `accounts` and `sca` tell keys. */
function erasureOf({ service, keys = '', dryRun }: EraseSubjectRequest): SubjectErasure {
  const told = service === 'accounts' || service === 'sca' ? keysOf[service] : keys;
  const nothing = { erased: [], waiting: [], changed: [], kept: [], copies: [] };
  return { service, customerId, dryRun, ...nothing, keys: told };
}

/** Runs the command against services that answer so. */
async function run(
  args: readonly string[],
  answer: (request: EraseSubjectRequest) => Partial<SubjectErasure> = () => ({}),
) {
  const asked: EraseSubjectRequest[] = [];
  const said: string[] = [];
  const operations = {
    run: async (request: OperatorRequest) => {
      const erase = request as EraseSubjectRequest;
      asked.push(erase);
      return Promise.resolve({ ...erasureOf(erase), ...answer(erase) });
    },
  };
  const program = operatorProgram(operations, (text) => said.push(text));
  for (const one of program.commands.flatMap((c) => c.commands)) {
    one.exitOverride().configureOutput({ writeErr: () => undefined });
  }
  const error = await program
    .parseAsync(['subject', 'erase', ...args], { from: 'user' })
    .then(() => undefined)
    .catch((thrown: unknown) => thrown as Error);
  return { asked, said: said.join('\n'), error };
}

const held = { rule: 'for some months', member: 'paymentMonths', months: 72 };
const kept = (...records: { readonly id: string; readonly heldUntil?: string }[]) => ({
  ...{ kind: 'payment', purpose: 'to pay', held, records },
});
const erased = (...ids: string[]) => ({
  ...({ kind: 'access', does: 'goes' } as const),
  records: ids.map((one) => ({ id: one, steps: ['RevokeAccess', 'ForgetAccess'] })),
});
const inSca = (answer: Partial<SubjectErasure>) => (request: EraseSubjectRequest) =>
  request.service === 'sca' ? answer : {};

describe('the erasure of a customer by the command line', () => {
  it('asks accounts and sca first, and gives their keys to the others', async () => {
    const { asked, error } = await run([customerId, ...letter]);
    expect(error).toBeUndefined();
    expect(asked.map(({ service, keys, dryRun }) => [service, keys, dryRun])).toEqual([
      ['accounts', undefined, false],
      ['sca', keysOf.accounts, false],
      ['payments', keysOf.sca, false],
      ['baskets', keysOf.sca, false],
      ['batch', keysOf.sca, false],
    ]);
    for (const request of asked) {
      expect(operatorRequestFrom(JSON.parse(JSON.stringify(request)))).toEqual({ request });
    }
  });

  it('asks for a dry run with --dry-run only, and says then what would be done', async () => {
    const answer = inSca({ erased: [erased('access-1')] });
    const dry = await run([customerId, ...letter, '--dry-run'], answer);
    expect(dry.asked.every(({ dryRun }) => dryRun)).toBe(true);
    expect(dry.said).toMatch(/sca +access +access-1 +would be erased +RevokeAccess, ForgetAccess/);
    const real = await run([customerId, ...letter], answer);
    expect(real.said).toMatch(/sca +access +access-1 +is erased/);
  });

  it('names what is kept, with the last day, and how much has not ended', async () => {
    const records = [{ id: 'p-1', heldUntil: '2032-01-02' }, { id: 'p-2' }];
    const { said } = await run([customerId, ...letter], inSca({ kept: [kept(...records)] }));
    expect(said).toMatch(/sca +payment +2 +2032-01-02: for some months \(72\); 1 have not ended/);
    for (const { kind, until } of outsideCopies) {
      expect(said).toContain(kind);
      expect(said).toContain(until);
    }
  });

  it('prints JSON with --json, and puts the pages of a service together', async () => {
    const pages: Record<string, Partial<SubjectErasure>> = {
      first: { erased: [erased('a-1')], kept: [kept({ id: 'p-1' })], next: '7.1' },
      '7.1': {
        erased: [erased('a-2')],
        kept: [kept({ id: 'p-1', heldUntil: '2032-01-02' }, { id: 'p-2' })],
      },
    };
    const { asked, said } = await run(
      [customerId, ...letter, '--service', 'accounts', '--json'],
      ({ place }) => pages[place ?? 'first'] ?? {},
    );
    expect(asked.map(({ place }) => place)).toEqual([undefined, '7.1']);
    const { services, outside } = JSON.parse(said) as Record<string, object[]>;
    expect(services).toEqual([
      {
        ...{ service: 'accounts', waiting: [], changed: [], copies: [] },
        erased: [erased('a-1', 'a-2')],
        kept: [kept({ id: 'p-1', heldUntil: '2032-01-02' }, { id: 'p-2' })],
      },
    ]);
    expect(outside).toEqual(outsideCopies);
  });

  it('names histories that wait for readers, and ends well: the sweep deletes them', async () => {
    const answer = inSca({ erased: [erased('access-1')], waiting: ['access-1'] });
    const { said, error } = await run([customerId, ...letter], answer);
    expect(error).toBeUndefined();
    expect(said).toMatch(/within six hours.*\naccess-1\n/);
  });

  it('fails where the customer has used a stream meanwhile', async () => {
    const { error } = await run([customerId, ...letter], inSca({ changed: ['access-1'] }));
    expect(error).toEqual(
      new OperationRefused(
        'the customer has used these meanwhile: run the command again\naccess-1',
      ),
    );
  });

  it('names each service that waits for a second person, and asks no other without the keys', async () => {
    const { asked, said, error } = await run([customerId, ...letter], ({ service }) => {
      throw new OperationPending(`audit confirm ${service}`);
    });
    expect(asked.map(({ service }) => service)).toEqual(['accounts', 'sca']);
    expect(said).toBe('');
    expect(error).toEqual(new OperationPending('audit confirm accounts\naudit confirm sca'));
  });

  it('says that an erasure without one service is incomplete', async () => {
    const { error } = await run([customerId, ...letter], ({ service }) => {
      if (service === 'batch') throw new OperationRefused('batch does not answer');
      return {};
    });
    expect(error?.message).toBe('the erasure is incomplete\nbatch: batch does not answer');
  });

  it('says that nothing is held where only the record has the customer', async () => {
    const ofRecord = { ...kept({ id: 'operation-sca' }), kind: 'operation' };
    const { said } = await run([customerId, ...letter], inSca({ kept: [ofRecord] }));
    expect(said).toContain(`nothing is held of ${customerId}`);
    expect(operatedServices.every((name) => said.includes(name))).toBe(true);
  });

  it.each([
    ['without a reason', [customerId], '--reason'],
    ['in one service without keys', [customerId, ...letter, '--service', 'batch'], '--keys'],
    ['from a page of several services', [customerId, ...letter, '--after', '1.1'], 'one --service'],
  ])('asks nothing %s', async (_what, args, text) => {
    const { asked, error } = await run(args);
    expect(asked).toEqual([]);
    expect(error?.message).toContain(text);
  });
});
