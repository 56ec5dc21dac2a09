import { aDomesticPayment, errorsOf, singlePath } from '@nordgate/testing';
import { TppClient } from '@nordgate/tpp-client';
import { bytesOf, rawRequest, statusesIn } from '../testing/raw-request.js';
import { startStubbedGateway } from '../testing/stubbed-gateway.js';
import type { StubbedGateway } from '../testing/stubbed-gateway.js';

describe('the format of a body', () => {
  let gateway: StubbedGateway;
  let tpp: TppClient;
  beforeAll(async () => {
    gateway = await startStubbedGateway();
    const identity = await gateway.newSeal('PSDNO-FSA-900000001');
    tpp = new TppClient({ baseUrl: gateway.url, identity, redirectUri: 'https://tpp.example/' });
  });
  afterAll(() => gateway.stop());

  const outcomeOf = async (headers: Record<string, string | undefined>) => {
    const answer = await tpp.call({
      method: 'POST',
      path: singlePath,
      body: aDomesticPayment(),
      headers: { 'psu-context': 'PRIVATE', ...headers },
    });
    const errors = errorsOf(answer);
    return [answer.status, ...errors.map(({ code }) => code), ...errors.map(({ path }) => path)];
  };

  it.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json; version=1; charset=utf8',
    'application/json ; charset = utf-8',
    'application/json;charset="utf-8";',
    'application/json; charset=utf-8; charset=UTF-8',
    'application/json;\tcharset=utf-8',
    'application/json; boundary="a;b"',
  ])('is accepted as %s', async (type) => {
    expect(await outcomeOf({ 'content-type': type })).toEqual([201]);
  });

  it.each([
    ['content-type', 'application/json; charset="utf-16"', 'Content-Type'],
    ['content-type', 'application/json; charset=utf-8; charset=latin1', 'Content-Type'],
    ['content-type', 'application/json; charset=', 'Content-Type'],
    ['content-type', 'application/json; charset="', 'Content-Type'],
    ['content-type', 'application/json, application/json', 'Content-Type'],
    ['content-type', 'application/json\u00a0', 'Content-Type'],
    ['content-type', 'application/x-www-form-urlencoded', 'Content-Type'],
    ['content-type', 'text/plain;charset=UTF-8', 'Content-Type'],
    ['content-type', 'json', 'Content-Type'],
    ['content-type', '*/*', 'Content-Type'],
    ['content-type', 'application/xml', 'Content-Type'],
    ['content-type', 'application/jsonx', 'Content-Type'],
    ['content-encoding', 'gzip', 'Content-Encoding'],
    ['content-encoding', 'identity, br', 'Content-Encoding'],
    ['content-encoding', 'utf-8', 'Content-Encoding'],
    ['content-encoding', '\u00a0', 'Content-Encoding'],
  ])('is 415 with %s: %s', async (name, value, path) => {
    expect(await outcomeOf({ [name]: value })).toEqual([415, 'BAD_REQUEST', path]);
  });

  it.each([undefined, '', ' '])('is 415 with %j as Content-Type', async (type) => {
    expect(await outcomeOf({ 'content-type': type })).toEqual([415, 'BAD_REQUEST', 'Content-Type']);
  });

  it('is 415 with a charset other than UTF-8', async () => {
    const type = 'application/json; charset=iso-8859-1';
    expect(await outcomeOf({ 'content-type': type })).toEqual([415, 'BAD_REQUEST', 'Content-Type']);
  });

  it.each(['identity', 'Identity', '', ' ', 'identity, identity', 'identity,', '\tidentity\t'])(
    'is accepted with the content coding %j, which codes nothing',
    async (coding) => {
      expect(await outcomeOf({ 'content-encoding': coding })).toEqual([201]);
    },
  );

  const coded = (method: string, ...lines: string[]) =>
    bytesOf([`${method} ${singlePath} HTTP/1.1`, 'host: bank', 'connection: close', ...lines]);

  it.each([
    ['transfer-encoding: gzip, chunked', 501],
    ['transfer-encoding: gzip', 501],
    ['transfer-encoding: identity', 501],
    ['transfer-encoding: chunked, gzip', 501],
    ['transfer-encoding: chunked\r\ncontent-length: 1', 400],
  ])('with %j is answered %i', async (lines, status) => {
    const received = await rawRequest(gateway.url, coded('POST', lines));
    expect(statusesIn(received)).toEqual([status]);
    expect(received).toContain('"code":"BAD_REQUEST"');
    expect(received.includes('The only transfer coding')).toBe(status === 501);
  });
});
