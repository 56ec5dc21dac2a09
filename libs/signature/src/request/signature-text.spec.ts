import { createPublicKey, verify } from 'node:crypto';
import { signingString, type SignedMessage } from './signature-text.js';

/** Request, key and signatures of appendix C of draft-cavage-http-signatures-12. */
const draft = {
  headers: new Map([
    ['host', 'example.com'],
    ['date', 'Sun, 05 Jan 2014 21:31:40 GMT'],
    ['content-type', 'application/json'],
    ['digest', 'SHA-256=X48E9qOokqqrvdts8nOJRJN3OWDUoyWxBf7kbu9DBPE='],
    ['content-length', '18'],
  ]),
  key: `-----BEGIN PUBLIC KEY-----
MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDCFENGw33yGihy92pDjZQhl0C3
6rPJj+CvfSC8+q28hxA161QFNUd13wuCTUcq0Qd2qsBe/2hFyc2DCJJg0h1L78+6
Z4UMR7EOcpfdUE9Hf3m/hs+FUR45uBJeDK1HSFHD8bHKD6kv8FPGfJTotc+2xjJw
oYi+1hqp1fIekaxsyQIDAQAB
-----END PUBLIC KEY-----`,
  overTwoLines:
    'qdx+H7PHHDZgy4y/Ahn9Tny9V3GP6YgBPyUXMmoxWtLbHpUnXS2mg2+SbrQDMCJypxBLSPQR2aAjn7ndmw2iicw3HMbe8VfEdKFYRqzic+efkb3nndiv/x1xSHDJWeSWkx3ButlYSuBskLu6kd9Fswtemr3lgdDEmn04swr2Os0=',
};

const answer = (headers: Record<string, string>): SignedMessage => ({
  header: (name) => new Map(Object.entries(headers)).get(name),
});

const request = (headers: Record<string, string>): SignedMessage => ({
  request: { method: 'POST', target: '/foo?param=value&pet=dog' },
  ...answer(headers),
});

describe('the signing string', () => {
  it('has the text and the RSA signature that the draft states for target, host and date', () => {
    const text = signingString(['(request-target)', 'host', 'date'], {
      ...request({}),
      header: (name) => draft.headers.get(name),
    });
    expect(text).toBe(
      '(request-target): post /foo?param=value&pet=dog\nhost: example.com\ndate: Sun, 05 Jan 2014 21:31:40 GMT',
    );
    const signature = Buffer.from(draft.overTwoLines, 'base64');
    const key = createPublicKey(draft.key);
    expect(verify('sha256', Buffer.from(text as string, 'latin1'), key, signature)).toBe(true);
  });

  it('has the order of the list', () => {
    const headers = { date: 'd', digest: 'e' };
    expect(signingString(['date', 'digest'], request(headers))).toBe('date: d\ndigest: e');
    expect(signingString(['digest', 'date'], request(headers))).toBe('digest: e\ndate: d');
  });

  it('cuts spaces and tabs around a value and keeps those inside', () => {
    expect(signingString(['psu-id'], request({ 'psu-id': ' \t a  b \t' }))).toBe('psu-id: a  b');
  });

  it('keeps a no-break space, which is an octet of the value', () => {
    expect(signingString(['psu-id'], request({ 'psu-id': '\u00a0a' }))).toBe('psu-id: \u00a0a');
  });

  it('keeps the space behind the colon of an empty value', () => {
    expect(signingString(['psu-id', 'date'], request({ 'psu-id': '', date: 'd' }))).toBe(
      'psu-id: \ndate: d',
    );
  });

  it.each([
    ['spaces and tabs', ' \t  '],
    ['one space', ' '],
  ])('has an empty value for a header of %s only', (_what, value) => {
    expect(signingString(['psu-id', 'date'], request({ 'psu-id': value, date: 'd' }))).toBe(
      'psu-id: \ndate: d',
    );
  });

  it('refuses (request-target) for an answer, which has no request line', () => {
    expect(signingString(['date', '(request-target)'], answer({ date: 'd' }))).toMatchObject({
      reason: 'listed-header-absent',
      path: '(request-target)',
    });
  });

  it('refuses a listed header that was not sent', () => {
    expect(signingString(['date', 'psu-id'], request({ date: 'd' }))).toMatchObject({
      reason: 'listed-header-absent',
      path: 'PSU-ID',
    });
  });
});
