import { KafkaJSConnectionError, KafkaJSNumberOfRetriesExceeded } from 'kafkajs';
import { isShutDoor } from './shut-door.js';

const retried = (error: Error) =>
  new KafkaJSNumberOfRetriesExceeded(error, { retryCount: 8, retryTime: 2000 });
const connectionError = (code: string) => new KafkaJSConnectionError('no connection', { code });

describe('a door is shut', () => {
  it('by a wrong password, told at once or after retries', () => {
    const refused = new Error('authentication failed');
    refused.name = 'KafkaJSSASLAuthenticationError';
    expect(isShutDoor(refused)).toBe(true);
    expect(isShutDoor(retried(refused))).toBe(true);
  });

  it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
    'by a certificate that is not trusted: %s',
    (code) => expect(isShutDoor(retried(connectionError(code)))).toBe(true),
  );

  it.each([
    ['a broker that is away', retried(connectionError('ECONNREFUSED'))],
    ['any other fault', new Error('no leader')],
    ['what is no error', 'CERT_HAS_EXPIRED'],
  ])('not by %s', (_what, error) => expect(isShutDoor(error)).toBe(false));

  it('not by errors that are their own cause', () => {
    const error = new Error('round and round');
    error.cause = error;
    expect(isShutDoor(error)).toBe(false);
  });
});
