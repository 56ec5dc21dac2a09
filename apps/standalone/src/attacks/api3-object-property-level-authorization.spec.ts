import { startStubbedGateway } from '@nordgate/gateway/testing';
import type { StubbedGateway } from '@nordgate/gateway/testing';
import { PSD2_ROLES } from '@nordgate/signature';
import { errorsOf } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { bodyWith } from './testing/changed-body.js';
import {
  callOf,
  descriptionAt,
  operationsOf,
  schemasBelow,
} from './testing/described-operations.js';
import type { Description, Operation } from './testing/described-operations.js';

const rates = { perTpp: 1e6, perAddress: 1e6, sandboxWritesPerTpp: 1e6 };
/** Faults of one request that an answer names at most, with room for those of the body itself. */
const membersAtOnce = 5;
/** What only the bank decides, in its commands and events. No answer shows these. */
const innerMembers = [
  ...['approved', 'approvedBy', 'authorised', 'customerId', 'generation', 'initiator', 'is'],
  ...['roles', 'streamId', 'tokenHash', 'tpp', 'tppId', 'version', '__proto__', 'constructor'],
];

let gateway: StubbedGateway;
let tpp: TppClient;
let description: Description;
let operations: readonly Operation[];
beforeAll(async () => {
  gateway = await startStubbedGateway({ rates });
  const identity = await gateway.newSeal('PSDNO-FSA-900000001', PSD2_ROLES);
  tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/back' });
  description = await descriptionAt(gateway.url);
  operations = operationsOf(description);
});
afterAll(() => gateway.stop());

const withBodies = () =>
  operations.flatMap(({ bodySchema, body, ...one }) =>
    bodySchema === undefined || body === undefined ? [] : [{ ...one, bodySchema, body }],
  );

/** The members of the objects below these schemas. */
const membersBelow = (schemas: readonly Parameters<typeof schemasBelow>[1][]) =>
  new Set(
    schemas.flatMap((schema) =>
      schemasBelow(description, schema).flatMap(([, { properties = {} }]) =>
        Object.keys(properties),
      ),
    ),
  );

describe('API3:2023 broken object property level authorization', () => {
  it('lets no body set a member that only answers or the bank itself have, on any operation', async () => {
    const answered = membersBelow(operations.flatMap(({ answers }) => answers));
    expect(answered.size).toBeGreaterThan(100);
    const before = gateway.bus.count;
    const taken: string[] = [];
    for (const one of withBodies()) {
      const own = membersBelow([one.bodySchema]);
      const foreign = [...new Set([...answered, ...innerMembers])].filter((name) => !own.has(name));
      for (let at = 0; at < foreign.length; at += membersAtOnce) {
        const members = foreign.slice(at, at + membersAtOnce);
        const more = members.map((name) => `${JSON.stringify(name)}:"ACSC"`).join();
        const body = `{${more},${JSON.stringify(one.body).slice(1)}`;
        const answer = await tpp.call({ ...callOf({ ...one, body: {} }), body });
        const refused = errorsOf(answer).map(({ path }) => path);
        // A parser that refuses `__proto__` refuses the whole body.
        const isWhole = refused.includes('') || refused.includes(undefined);
        const missed = members.filter((name) => !isWhole && !refused.includes(`/${name}`));
        if (answer.status !== 400) taken.push(`${one.name} ${String(answer.status)}`);
        taken.push(...missed.map((name) => `${one.name} ${name}`));
      }
    }
    expect(taken).toEqual([]);
    expect(gateway.bus.count).toBe(before);
  });

  it('lets no object inside a body have a member that it does not describe', async () => {
    const taken: string[] = [];
    let tried = 0;
    for (const one of withBodies()) {
      for (const [pointer, { properties }] of schemasBelow(description, one.bodySchema)) {
        if (properties === undefined || pointer === '') continue;
        tried += 1;
        const body = bodyWith(one.body, `${pointer}/isApproved`, true);
        const answer = await tpp.call(callOf({ ...one, body }));
        const paths = errorsOf(answer).map(({ path = '' }) => path);
        const isRefused = paths.some(
          (path) => path !== '' && pointer.startsWith(path.split('/isApproved')[0]!),
        );
        if (answer.status !== 400 || !isRefused) {
          taken.push(`${one.name} ${pointer} ${String(answer.status)} ${paths.join()}`);
        }
      }
    }
    expect(taken).toEqual([]);
    expect(tried).toBeGreaterThan(50);
  });

  it('describes every member of every answer, so that clients of the tests find any other one', () => {
    const open = operations.flatMap(({ name, answers }) =>
      answers.flatMap((answer) =>
        schemasBelow(description, answer)
          .filter(
            ([, { properties, additionalProperties, unevaluatedProperties }]) =>
              properties !== undefined &&
              additionalProperties !== false &&
              unevaluatedProperties !== false,
          )
          .map(([pointer]) => `${name} ${pointer}`),
      ),
    );
    // The mock-data API answers with the members of the body as they were sent.
    expect(open.filter((one) => !/^(GET|POST|PUT) \/v1\/sandbox\//.test(one))).toEqual([]);
  });
});
