import { spec } from '@nordgate/decider/testing';
import { accessStream } from '../access/access.js';
import { grantAccess } from '../access/grant-access.js';
import { passkeysStream } from '../passkeys/passkeys.js';
import { completeSession } from '../session/complete-session.js';
import { psuStream } from '../session/psu.js';
import { sessionStream } from '../session/session.js';
import { enrolled, removed } from '../testing/a-passkey.js';
import { completed, grant, granted, revoked } from '../testing/an-access.js';
import { command, inTime } from '../testing/an-authorisation.js';
import { writtenEvents } from '../testing/written-events.js';
import { forgetAccess, forgetPasskeys, forgetPsu, forgetSession } from './forget-customer.js';

const later = '2026-03-02T12:00:00.000Z';
const { AccessForgotten, PasskeysForgotten, PsuForgotten, PsuRecognised, SessionForgotten } =
  writtenEvents;

describe('forget an access', () => {
  const { given } = spec(accessStream, forgetAccess);
  const forget = command('ForgetAccess', {});

  it('erases one that is over, once', () => {
    given(granted(), revoked()).when(forget).then(AccessForgotten).again().thenNothing();
    given().when(forget).thenNothing();
  });

  it('is refused while the TPP may read', () => {
    given(granted()).when(forget).thenRejected('CONFLICT');
  });

  it('is not undone by a grant that was on its way, and a later grant counts', () => {
    const late = spec(accessStream, grantAccess).given(granted(), revoked(), AccessForgotten);
    late.when(grant({ consentId: 'consent-2' })).thenNothing();
    late
      .when(grant({ consentId: 'consent-2', at: later }))
      .then(granted({ consentId: 'consent-2', at: later }));
  });
});

describe('forget passkeys', () => {
  const { given } = spec(passkeysStream, forgetPasskeys);
  const forget = command('ForgetPasskeys', {});

  it('erases those that were removed, once', () => {
    given(enrolled(), removed()).when(forget).then(PasskeysForgotten).again().thenNothing();
    given().when(forget).thenNothing();
  });

  it('is refused while one is in force', () => {
    given(enrolled()).when(forget).thenRejected('CONFLICT');
  });
});

describe('forget sessions', () => {
  const { given } = spec(sessionStream, forgetSession);
  const forget = command('ForgetSession', {});

  it('erases them, the live one too, once', () => {
    given(completed('one')).when(forget).then(SessionForgotten).again().thenNothing();
    given().when(forget).thenNothing();
  });

  it('is not undone by a completion that was on its way, and a later one counts', () => {
    const complete = completeSession({ sessionMinutes: 60 });
    const late = spec(sessionStream, complete).given(completed('one'), SessionForgotten);
    const of = (at: string) => {
      const { tpp, customerId, psuId, context, tppSessionId } = completed('two', at).data;
      return command('CompleteSession', { tpp, customerId, psuId, context, tppSessionId, at });
    };
    late.when(of(inTime)).thenNothing();
    late.when(of(later)).then(completed('two', later));
  });
});

it('forgetting a PSU-ID erases it, once', () => {
  const { given } = spec(psuStream, forgetPsu);
  given(PsuRecognised).when(command('ForgetPsu', {})).then(PsuForgotten).again().thenNothing();
  given().when(command('ForgetPsu', {})).thenNothing();
});
