import { InfrastructureError, isInfrastructureFailure } from '@nordgate/event-store';
import { ServiceUnavailableError } from '@nordgate/service';

describe('isInfrastructureFailure', () => {
  it.each([
    ['a service that does not answer', new ServiceUnavailableError('x')],
    ['a database that does not', new InfrastructureError('x')],
    ['a lost connection', Object.assign(new Error('x'), { code: '08006' })],
    ['a server that stops', Object.assign(new Error('x'), { code: '57P01' })],
    [
      'a refused connection',
      Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' }),
    ],
  ])('recognises %s', (_about, error) => {
    expect(isInfrastructureFailure(error)).toBe(true);
  });

  it.each([
    ['a bug', new TypeError('x')],
    ['a wrong statement', Object.assign(new Error('x'), { code: '42601' })],
    ['a text', 'x'],
  ])('does not mistake %s for an outage', (_about, error) => {
    expect(isInfrastructureFailure(error)).toBe(false);
  });
});
