import { readRedirect } from './redirect.js';

const back = 'https://tpp.example/back?state=own';

describe('a redirect', () => {
  it('has the PSU, the session and the context after success', () => {
    expect(readRedirect(`${back}&psu-id=p&tpp-session-id=s&context=PRIVATE`)).toEqual({
      outcome: 'approved',
      psu: { psuId: 'p', tppSessionId: 's' },
      context: 'PRIVATE',
    });
  });

  it('has the agreement in the corporate context', () => {
    const address = `${back}&psu-id=p&psu-corporate-id=c&tpp-session-id=s&context=CORPORATE`;
    expect(readRedirect(address)).toMatchObject({ psu: { corporateId: 'c' } });
  });

  it('has code, status and decoded message after failure', () => {
    const address = `${back}&system=sca&status=401&code=SCA_EXPIRED&message=too%20late%2C+sorry`;
    expect(readRedirect(address)).toEqual({
      outcome: 'failed',
      system: 'sca',
      status: 401,
      code: 'SCA_EXPIRED',
      message: 'too late, sorry',
    });
  });

  it('has no status when the parameter is no number', () => {
    expect(readRedirect(`${back}&code=X&status=soon`)).toMatchObject({ status: undefined });
  });

  it.each(['', '&psu-id=p', '&psu-id=p&tpp-session-id=s', '&status=400'])(
    'is undefined with "%s"',
    (parameters) => {
      expect(readRedirect(`${back}${parameters}`)).toBeUndefined();
    },
  );
});
