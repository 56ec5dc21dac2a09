import { differencesOf } from './differences.js';
import type { Difference } from './differences.js';
import { factsOf } from './interface-facts.js';
import type { OpenApi } from './interface-facts.js';

const text = { type: 'string' };
const body = (properties: object) => ({ 'application/json': { schema: { properties } } });

/** A document with these paths, and what they refer to. */
const document = (paths: object, components: object = {}): OpenApi =>
  ({ info: { title: 'Interface', version: '1' }, paths, components }) as unknown as OpenApi;

const differences = (framework: OpenApi, nordgate: OpenApi) =>
  differencesOf(factsOf(framework), factsOf(nordgate));

/** A difference as a line. */
const told = ({ kind, only, name, where }: Difference) => `${only}: ${kind} ${name} @ ${where}`;

describe('the differences of two interfaces', () => {
  it('are none between documents that name parameters of paths and schemas differently', () => {
    const one = document({
      '/v1/{payment-service}/{payment-product}/{paymentId}': {
        get: { responses: { 200: { content: body({ amount: { properties: { value: text } } }) } } },
      },
    });
    const reply = { properties: { amount: { allOf: [{ $ref: '#/components/schemas/Amount' }] } } };
    const answer = { content: { 'application/json': { schema: reply } } };
    const other = document(
      {
        '/v1/payments/{payment-product}/{payment-id}': { get: { responses: { 200: answer } } },
        '/v1/bulk-payments/{payment-product}/{payment-id}': { get: { responses: { 200: answer } } },
      },
      { schemas: { Amount: { properties: { value: text } } } },
    );
    expect(differences(one, other)).toEqual([]);
  });

  it('are operations by verb and path, whose inside is not told', () => {
    const one = document({
      '/v1/accounts/{account-id}': { get: {}, put: { responses: { 204: {} } } },
    });
    const other = document({ '/v1/accounts/{id}': { get: {} }, '/docs': { get: {} } });
    expect(differences(one, other).map(told)).toEqual([
      'framework: operation PUT /v1/accounts/{account-id} @ PUT /v1/accounts/{account-id}',
      'nordgate: operation GET /docs @ GET /docs',
    ]);
  });

  it('are headers without regard to case, those required by one side, and values of a query', () => {
    const parameter = (name: string, place: string, more: object = {}) => ({
      ...{ name, in: place },
      ...more,
    });
    const one = document({
      '/v1/accounts': {
        get: {
          parameters: [
            parameter('PSU-Http-Method', 'header', { required: true }),
            parameter('Consent-ID', 'header', { required: true }),
            parameter('bookingStatus', 'query', { schema: { enum: ['booked', 'all'] } }),
          ],
        },
      },
    });
    const other = document({
      '/v1/accounts': {
        get: {
          parameters: [
            parameter('PSU-HTTP-Method', 'header'),
            parameter('bookingStatus', 'query', { schema: { enum: ['booked'] } }),
            parameter('limit', 'query'),
          ],
        },
      },
    });
    expect(differences(one, other).map(told)).toEqual([
      'framework: header consent-id @ GET /v1/accounts',
      'framework: required header psu-http-method @ GET /v1/accounts',
      'framework: value of a query parameter bookingStatus: all @ GET /v1/accounts',
      'nordgate: query parameter limit @ GET /v1/accounts',
    ]);
  });

  it('are members of bodies and answers, in all alternatives and arrays, once for a whole branch', () => {
    const payment = {
      creditor: { properties: { name: text, address: { properties: { town: text } } } },
    };
    const one = document({
      '/v1/payments/{product}': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  oneOf: [
                    { properties: payment },
                    { properties: { payments: { items: { properties: payment } } } },
                  ],
                },
              },
            },
          },
          responses: { 201: { content: body({ status: { enum: ['RCVD', 'ACCC'] } }) } },
        },
      },
    });
    const other = document({
      '/v1/payments/{product}': {
        post: {
          requestBody: { content: body({ creditor: { properties: { name: text } } }) },
          responses: { 201: { content: body({ status: { enum: ['RCVD'] } }) } },
        },
      },
    });
    const where = 'POST /v1/{payment-service}/{product}';
    expect(differences(one, other).map(told)).toEqual([
      `framework: body field creditor.address @ ${where}`,
      `framework: body field payments @ ${where}`,
      `framework: value of an answer field status: ACCC @ ${where}`,
    ]);
  });

  it('are statuses, media types and headers of answers, and message codes with their status', () => {
    const message = (codes: readonly string[]) =>
      body({ tppMessages: { items: { properties: { code: { enum: codes } } } } });
    const one = document({
      '/v1/user': {
        get: {
          responses: {
            200: { headers: { Location: {} }, content: { 'text/plain': {} } },
            401: { content: message(['TOKEN_INVALID', 'CONSENT_INVALID']) },
            408: {},
          },
        },
      },
    });
    const other = document(
      {
        '/v1/user': {
          get: {
            responses: {
              401: {
                description: 'Usually CONSENT_INVALID.',
                content: message(['CONSENT_INVALID', 'FORBIDDEN']),
              },
            },
          },
        },
      },
      {
        schemas: {
          TppMessage: { properties: { code: { enum: ['CONSENT_INVALID', 'FORBIDDEN'] } } },
        },
      },
    );
    const all = differences(one, other).map(told);
    expect(all).toContain('framework: status 200 @ GET /v1/user');
    expect(all).toContain('framework: status 408 @ GET /v1/user');
    expect(all).toContain('framework: answer header Location @ GET /v1/user');
    expect(all).toContain('framework: answer type text/plain @ GET /v1/user');
    expect(all.filter((one) => one.includes('message code'))).toEqual([
      'framework: message code 401 TOKEN_INVALID @ 401 TOKEN_INVALID',
    ]);
  });

  it('end in a schema that contains itself, and throw for a reference that leads nowhere', () => {
    const node = { properties: { next: { $ref: '#/components/schemas/Node' } } };
    const at = (name: string) => ({
      '/v1/user': {
        get: {
          responses: {
            200: {
              content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } },
            },
          },
        },
      },
    });
    const looped = document(at('Node'), { schemas: { Node: node } });
    expect(differences(looped, looped)).toEqual([]);
    expect(() => factsOf(document(at('Nowhere')))).toThrow(
      'the document has no #/components/schemas/Nowhere',
    );
  });
});
