import { sandboxTransaction } from '@nordgate/contracts/http';
import { defaultProfile } from '@nordgate/contracts/profile';
import type { Caller } from '../../access/caller.js';
import type { Edge } from '../../access/edge.service.js';
import { RequestError } from '../../reply/request-error.js';
import { readSandboxBodies } from './sandbox-body.js';

const caller = { fixes: new Set<string>() } as unknown as Caller;
const edge = { settings: { profile: defaultProfile('sandbox') }, now: () => new Date() };
const read = (text: string) =>
  readSandboxBodies(sandboxTransaction, Buffer.from(text), caller, edge as unknown as Edge);
function pathsOf(text: string): readonly string[] {
  try {
    read(text);
    return [];
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return error.faults.map((one) => ('path' in one ? String(one.path) : ''));
  }
}
const one = '{"amount":1.50,"currency":"NOK"}';

describe('a list of bodies of the sandbox', () => {
  it('is read in its order, each with its members as they were sent', () => {
    const { isList, bodies } = read(`[${one},{"amount":9007199254740993,"currency":"NOK"}]`);
    expect(isList).toBe(true);
    expect(bodies.map(({ value }) => value.transactionAmount.amount)).toEqual([
      '1.5',
      '9007199254740993',
    ]);
    expect(JSON.stringify(bodies.map(({ sent }) => sent))).toBe(
      `[${one},{"amount":9007199254740993,"currency":"NOK"}]`,
    );
  });

  it('may be a single body', () => {
    expect(read(one).isList).toBe(false);
  });

  it('reports every fault with the place of its body', () => {
    const wrong = '{"amount":0,"currency":"NOK","bank":1}';
    expect(pathsOf(`[${one},${wrong},{"currency":"NOK"},7]`)).toEqual([
      '/1/amount',
      '/1/bank',
      '/2/amount',
      '/3',
    ]);
  });

  it.each(['[]', `[${Array.from({ length: 101 }, () => one).join()}]`, '7', '"x"', 'null'])(
    'has 1 to 100 bodies: %s is refused',
    (text) => {
      expect(pathsOf(text)).toEqual(['']);
    },
  );
});
