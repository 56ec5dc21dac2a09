import { startStubbedGateway } from '@nordgate/gateway/testing';
import type { StubbedGateway, StubbedSettings } from '@nordgate/gateway/testing';
import { PSD2_ROLES } from '@nordgate/signature';
import { codesOf, errorsOf } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { bodyWith, valueAt } from './testing/changed-body.js';
import {
  callOf,
  descriptionAt,
  operationsOf,
  schemasBelow,
} from './testing/described-operations.js';
import type { Description, Operation, Schema } from './testing/described-operations.js';

const plenty = { perTpp: 1e6, perAddress: 1e6, sandboxWritesPerTpp: 1e6 };
/** A rate at which ten seconds bring one permit. */
const oneInAWhile = 0.1;
const textLength = 5000;

let gateway: StubbedGateway;
let tpp: TppClient;
let description: Description;
let operations: readonly Operation[];
beforeAll(async () => {
  gateway = await startStubbedGateway({ rates: plenty });
  tpp = await tppAt(gateway);
  description = await descriptionAt(gateway.url);
  operations = operationsOf(description);
});
afterAll(() => gateway.stop());

async function tppAt(at: StubbedGateway): Promise<TppClient> {
  const identity = await at.newSeal('PSDNO-FSA-900000001', PSD2_ROLES);
  return new TppClient({ baseUrl: at.url, identity, redirectUri: 'https://tpp.example/back' });
}

async function withGateway(
  settings: StubbedSettings,
  use: (at: StubbedGateway) => Promise<void>,
): Promise<void> {
  const limited = await startStubbedGateway(settings);
  try {
    await use(limited);
  } finally {
    await limited.stop();
  }
}

interface Place {
  readonly operation: Operation & { readonly body: object };
  readonly pointer: string;
  readonly schema: Schema;
}

/** Every value of every body that a TPP can lengthen. */
const placesOf = (type: 'string' | 'array'): readonly Place[] =>
  operations.flatMap((operation) => {
    const { body, bodySchema } = operation;
    if (body === undefined || bodySchema === undefined) return [];
    return schemasBelow(description, bodySchema)
      .filter(([pointer, schema]) => pointer !== '' && schema.type === type)
      .map(([pointer, schema]) => ({ operation: { ...operation, body }, pointer, schema }));
  });

/** What is wrong with the answer to a value that is too long: nothing when a fault names the value or what it is in. */
async function faultOf({ operation, pointer }: Place, value: unknown): Promise<string[]> {
  const body = bodyWith(operation.body, pointer, value);
  const answer = await tpp.call(callOf({ ...operation, body }));
  const paths = errorsOf(answer).map(({ path = '' }) => path);
  const isNamed = paths.some((path) => path !== '' && pointer.startsWith(path));
  const isRefused = answer.status === 400 && isNamed;
  return isRefused
    ? []
    : [`${operation.name} ${pointer} ${String(answer.status)} ${paths.join(' ')}`];
}

describe('API4:2023 unrestricted resource consumption', () => {
  it('takes no text of 5000 characters in any member of any body', async () => {
    const places = placesOf('string');
    expect(places.length).toBeGreaterThan(100);
    const taken: string[] = [];
    for (const place of places) {
      const isNumber = /^\S*\\d/.test(place.schema.pattern ?? '');
      taken.push(...(await faultOf(place, (isNumber ? '1' : 'x').repeat(textLength))));
    }
    expect(taken).toEqual([]);
  });

  it('takes no list of one element more than its described maximum, and every list has one', async () => {
    const places = placesOf('array');
    expect(places.length).toBeGreaterThan(10);
    const taken: string[] = [];
    for (const place of places) {
      const { maxItems = Infinity } = place.schema;
      if (maxItems === Infinity) {
        taken.push(`${place.operation.name} ${place.pointer} has no maximum`);
        continue;
      }
      const element = valueAt(place.operation.body, `${place.pointer}/0`) ?? {};
      taken.push(...(await faultOf(place, Array<unknown>(maxItems + 1).fill(element))));
    }
    expect(taken).toEqual([]);
  });

  it.each([
    ['a negative number', '-1'],
    ['an exponent', '1e9'],
    ['a hexadecimal number', '0x10'],
    ['a number of 5000 digits', '9'.repeat(textLength)],
  ])(
    'takes in no query %s where its description excludes it, on any operation',
    async (_what, value) => {
      let tried = 0;
      const taken: string[] = [];
      for (const one of operations) {
        for (const { name, schema } of one.query) {
          const { pattern, enum: values } = schema;
          if (pattern === undefined ? values === undefined : new RegExp(pattern).test(value))
            continue;
          tried += 1;
          const [path = '', given = ''] = one.path.split('?');
          const query = new URLSearchParams(given);
          query.set(name, value);
          const answer = await tpp.call(callOf({ ...one, path: `${path}?${query.toString()}` }));
          const isNamed = errorsOf(answer).some(({ path: at }) => at === name);
          if (answer.status !== 400 || !isNamed) {
            taken.push(`${one.name} ${name} ${String(answer.status)}`);
          }
        }
      }
      expect(taken).toEqual([]);
      expect(tried).toBeGreaterThan(10);
    },
  );

  it('counts every signed operation against the rate of its TPP', async () => {
    await withGateway({ rates: { ...plenty, perTpp: oneInAWhile } }, async (limited) => {
      const [own, uncounted] = [await tppAt(limited), [] as string[]];
      for (const one of operations.filter(({ isSigned }) => isSigned)) {
        // In ten seconds a TPP has one permit, so the second of two requests has none.
        await own.call(callOf(one));
        const second = await own.call(callOf(one));
        if (second.status !== 429 || codesOf(second).join() !== 'ACCESS_EXCEEDED') {
          uncounted.push(`${one.name} ${String(second.status)}`);
        }
      }
      expect(uncounted).toEqual([]);
    });
  });

  it('counts every operation without a signature against the rate of its address', async () => {
    const unsigned = operations.filter(({ isSigned }) => !isSigned);
    expect(unsigned.length).toBeGreaterThan(5);
    const rates = { ...plenty, perAddress: oneInAWhile };
    await withGateway({ rates, trustedProxies: '127.0.0.1' }, async ({ url }) => {
      const uncounted: string[] = [];
      for (const [at, { name, path }] of unsigned.entries()) {
        const headers = { 'x-forwarded-for': `192.0.2.${String(at + 1)}` };
        const statusOf = async () =>
          (await fetch(url + path, { headers, redirect: 'manual' })).status;
        const statuses = [await statusOf(), await statusOf()];
        if (statuses[0] === 429 || statuses[1] !== 429) {
          uncounted.push(`${name} ${statuses.join(' ')}`);
        }
      }
      expect(uncounted).toEqual([]);
    });
  });
});
