import fc from 'fast-check';
import { generationMax, generationOf, generationSql, inGeneration } from './generation.js';
import { streamIdOf, streams } from './streams.js';

const generations = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: generationMax }));
const request = { tpp: 'PSDNO-FSA-900000001', requestId: 'r-1', generation: 0 };
const customer = '6cf5d2d3-6c38-5d0c-a9d7-3f2a8a3f1a10';

describe('a stream id', () => {
  it('contains the generation in which the request was accepted', () => {
    fc.assert(
      fc.property(generations, fc.string(), (generation, requestId) => {
        const id = streamIdOf({ ...request, requestId, generation }, 'POST', '/v1/payments');
        expect(generationOf(id)).toBe(generation);
        expect(generationOf(streams.payment.id(id))).toBe(generation);
      }),
    );
  });

  it('is another one for the same request after a reset', () => {
    const ids = [0, 1, 2].map((generation) =>
      streamIdOf({ ...request, generation }, 'POST', '/v1/payments'),
    );
    expect(new Set(ids).size).toBe(3);
  });

  it('without a suffix is of generation 0, as before there were generations', () => {
    expect(streamIdOf(request, 'POST', '/v1/payments')).toMatch(/^[0-9a-f]{32}$/u);
    expect(generationOf('payment-00112233445566778899aabbccddeeff')).toBe(0);
    expect(inGeneration('payment-1', 0)).toBe('payment-1');
  });

  it.each(['payment-1.', 'payment-1.0', 'payment-1.01', 'payment-1.x', 'access-T.1-a-PRIVATE'])(
    'has no generation when it ends like %s',
    (stream) => expect(generationOf(stream)).toBe(0),
  );
});

describe('the generation of a stream in SQL', () => {
  const [, pattern = ''] = /^coalesce\(substring\(stream_id from '(.+)'\)::bigint, 0\)$/.exec(
    generationSql('stream_id'),
  ) ?? [''];

  it.each(['payment-1', 'payment-1.2', 'payment-1.', 'payment-1.0', 'payment-1.01', 'payment-1.x'])(
    'is the same as everywhere else for %s',
    (stream) => {
      const [, found = 0] = new RegExp(pattern).exec(stream) ?? [];
      expect(pattern).not.toBe('');
      expect(Number(found)).toBe(generationOf(stream));
    },
  );
});

describe('the streams of what a PSU has with a TPP', () => {
  it.each([
    ['sessions', (generation: number) => streams.session.id(generation, request.tpp, customer)],
    ['PSU-IDs', (generation: number) => streams.psu.id(generation, request.tpp, customer)],
    ['passkeys', (generation: number) => streams.passkeys.id(generation, customer)],
    [
      'accesses',
      (generation: number) => streams.access.id(generation, request.tpp, customer, 'PRIVATE'),
    ],
  ])('are others for %s after a reset', (_of, streamOf) => {
    expect([0, 1, 12].map((generation) => generationOf(streamOf(generation)))).toEqual([0, 1, 12]);
    expect(streamOf(0)).not.toContain('.');
    expect(streamOf(1)).toBe(`${streamOf(0)}.1`);
  });
});

describe('the name of a stream in a world', () => {
  const worlds = fc.integer({ min: 1, max: generationMax });
  const uuids = fc.uuid();
  /** Identifiers that end like a generation: any one, or that of the world itself. */
  const tppIn = (generation: number) =>
    fc
      .tuple(fc.stringMatching(/^[A-Z0-9]{1,8}$/u), fc.oneof(fc.constant(generation), worlds))
      .map(([number, end]) => inGeneration(`PSDNO-FSA-${number}`, end));
  const inWorld = worlds.chain((generation) =>
    fc.tuple(fc.constant(generation), tppIn(generation), uuids, uuids),
  );

  it('has the whole identifier of the TPP, also where that ends like the generation', () => {
    fc.assert(
      fc.property(inWorld, ([generation, tpp, customerId, agreementId]) => {
        const end = `.${String(generation)}`;
        const [customerIn, agreementIn] = [customerId + end, agreementId + end];
        expect([
          streams.session.id(generation, tpp, customerIn),
          streams.psu.id(generation, tpp, customerIn),
          streams.access.id(generation, tpp, customerIn, agreementIn),
          streams.access.id(generation, tpp, customerIn, 'PRIVATE'),
          streams.tppContact.id(generation, tpp),
          streams.quota.id(generation, 'customersOfTpp', tpp),
        ]).toEqual([
          `session-${tpp}-${customerId}${end}`,
          `psu-${tpp}-${customerId}${end}`,
          `access-${tpp}-${customerId}-${agreementId}${end}`,
          `access-${tpp}-${customerId}-PRIVATE${end}`,
          `tpp-contact-${tpp}${end}`,
          `quota-customersOfTpp-${tpp}${end}`,
        ]);
      }),
    );
  });

  it('has the generation of a customer and an account once, at its end', () => {
    fc.assert(
      fc.property(worlds, uuids, (generation, id) => {
        const end = `.${String(generation)}`;
        expect([
          streams.exemptions.id(generation, id + end, '2026-03-02'),
          streams.passkeys.id(generation, id + end),
          streams.clearing.id(generation, 'NOK', id + end),
        ]).toEqual([
          `exemptions-${id}-2026-03-02${end}`,
          `passkeys-${id}${end}`,
          `clearing-NOK-${id}${end}`,
        ]);
      }),
    );
  });

  it('keeps what ends like another generation, and in generation 0 everything', () => {
    expect(streams.passkeys.id(3, 'customer.4')).toBe('passkeys-customer.4.3');
    expect(streams.session.id(0, 'T.3', 'customer.3')).toBe('session-T.3-customer.3');
  });
});
