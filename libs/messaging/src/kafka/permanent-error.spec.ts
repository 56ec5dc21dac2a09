import { KafkaJSConnectionError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
import { isPermanentAuthenticationError } from './permanent-error.js';

const retried = (error: Error) =>
  new KafkaJSNumberOfRetriesExceeded(error, { retryCount: 8, retryTime: 2000 });
const connectionError = (code: string) => new KafkaJSConnectionError('no connection', { code });

describe('isPermanentAuthenticationError', () => {
  it('accepts a wrong password, reported at once or after retries', () => {
    const refused = new Error('authentication failed');
    refused.name = 'KafkaJSSASLAuthenticationError';
    expect(isPermanentAuthenticationError(refused)).toBe(true);
    expect(isPermanentAuthenticationError(retried(refused))).toBe(true);
  });

  it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'accepts a certificate that is not trusted: %s',
    (code) => expect(isPermanentAuthenticationError(retried(connectionError(code)))).toBe(true),
  );

  it.each([
    ['a broker that is unavailable', retried(connectionError('ECONNREFUSED'))],
    ['any other error', new Error('no leader')],
    ['a value that is not an error', 'CERT_HAS_EXPIRED'],
  ])('rejects %s', (_what, error) => expect(isPermanentAuthenticationError(error)).toBe(false));

  it('rejects an error that is its own cause', () => {
    const error = new Error('circular');
    error.cause = error;
    expect(isPermanentAuthenticationError(error)).toBe(false);
  });
});
