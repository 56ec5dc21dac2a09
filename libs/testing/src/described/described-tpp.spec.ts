import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { TppAnswer } from '@nordgate/tpp-client';
import { answerFaults } from './described-tpp.js';
import { InterfaceDescription } from './interface-description.js';
import type { Document } from './interface-description.js';

const golden = join(import.meta.dirname, '../../../../docs/reference/openapi.json');
const description = new InterfaceDescription(JSON.parse(readFileSync(golden, 'utf8')) as Document);

const headers = {
  'content-type': 'application/json; charset=utf-8',
  'content-language': 'en',
  'cache-control': 'no-store',
  vary: 'accept-encoding, accept-language',
  date: 'Fri, 01 Mar 2030 10:00:00 GMT',
  digest: 'SHA-256=47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  signature: 'keyId="SN=01,CA=CN=Bank"',
};
const path = '/v1/payments/sepa-credit-transfers/ApTg8cLT/status';
const error = { tppMessages: [{ category: 'ERROR', code: 'RESOURCE_UNKNOWN', text: 'No.' }] };

function answer(status: number, json: unknown, changes: TppAnswer['headers'] = {}): TppAnswer {
  const text = json === undefined ? '' : JSON.stringify(json);
  const bytes = Buffer.from(text);
  return { status, headers: { ...headers, ...changes }, text, bytes, json };
}

const faultsOf = (given: TppAnswer, method = 'GET', target = path) =>
  answerFaults(description, { method, target }, given).join();

describe('an answer compared with the description', () => {
  const status = { transactionStatus: 'RCVD' };

  it('is without fault when it matches', () => {
    expect(faultsOf(answer(200, status))).toBe('');
    expect(faultsOf(answer(404, error))).toBe('');
    expect(faultsOf(answer(200, undefined), 'HEAD')).toBe('');
    expect(faultsOf(answer(204, undefined), 'DELETE', '/v1/signing-baskets/A')).toBe('');
    expect(faultsOf(answer(404, error), 'GET', '/v1/nowhere')).toBe('');
  });

  it('is read through its content coding', () => {
    const bytes = gzipSync(JSON.stringify(status));
    const coded = { ...answer(200, undefined, { 'content-encoding': 'gzip' }), bytes };
    expect(faultsOf(coded)).toBe('');
  });

  it.each([
    ['a status', answer(202, status), 'status 202'],
    ['a member', answer(200, { ...status, more: 1 }), 'additional properties'],
    ['a missing member', answer(200, {}), 'required property'],
    [
      'a code',
      answer(404, { tppMessages: [{ category: 'ERROR', code: 'NEW' }] }),
      'allowed values',
    ],
    ['a missing header', answer(200, status, { vary: undefined }), 'header Vary is missing'],
    ['a header', answer(200, status, { 'x-powered-by': 'us' }), 'x-powered-by is not described'],
    [
      'a header value',
      answer(200, status, { 'content-language': 'de' }),
      'header Content-Language',
    ],
    [
      'a content type',
      answer(200, status, { 'content-type': 'text/html' }),
      'content type text/html',
    ],
  ])('is at fault for %s that is not described', (_what, given, fault) => {
    expect(faultsOf(given)).toContain(fault);
  });

  it('is at fault for an unexpected body, and for success without an operation', () => {
    const basket = '/v1/signing-baskets/A';
    expect(faultsOf(answer(204, {}), 'DELETE', basket)).toContain('a body where none is promised');
    expect(faultsOf(answer(200, {}), 'GET', '/v1/nowhere')).toContain('of no operation');
  });
});
