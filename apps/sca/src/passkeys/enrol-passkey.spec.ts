import { spec } from '@nordgate/decider/testing';
import { passkeysMax, passkeysStream } from './passkeys.js';
import { enrolled, removed } from '../testing/a-passkey.js';
import { command } from '../testing/an-authorisation.js';
import { enrolPasskey } from './keep-passkeys.js';

const { given } = spec(passkeysStream, enrolPasskey);
const enrol = (change: Parameters<typeof enrolled>[0] = {}) => {
  const { at, ...data } = enrolled(change).data;
  return { ...command('EnrolPasskey', data, at), stream: 'passkeys-cus-1' };
};
const another = { credentialId: 'cred-2', authorisationId: 'aut-2' };

describe('enrol a passkey', () => {
  it('adds it, once', () => {
    given().when(enrol()).then(enrolled()).again().thenNothing();
    given(enrolled()).when(enrol(another)).then(enrolled(another));
  });

  it('adds one only for each authorisation, even when that one is gone', () => {
    const second = enrol({ credentialId: 'cred-2' });
    given(enrolled()).when(second).thenRejected('CONFLICT');
    given(enrolled(), enrolled(another)).when(second).thenRejected('CONFLICT');
    given(enrolled(), removed()).when(second).thenRejected('CONFLICT');
    given(enrolled(), removed()).when(enrol()).thenRejected('CONFLICT');
  });

  it('adds none that the customer has, or anybody else', () => {
    given(enrolled())
      .when(enrol({ authorisationId: 'aut-2' }))
      .thenRejected('CONFLICT');
    const claim = { scope: 'passkey', key: 'cred-1' };
    given().claimedBy('passkeys-cus-2', claim).when(enrol()).thenRejected('CONFLICT');
  });

  it('adds one that the customer has held already', () => {
    given()
      .claimedBy('passkeys-cus-1', { scope: 'passkey', key: 'cred-1' })
      .when(enrol())
      .then(enrolled());
  });

  it('adds one that somebody had before a reset of the sandbox', () => {
    const authorisationId = 'aut-1.1';
    const before = { scope: 'passkey', key: 'cred-1' };
    given()
      .claimedBy('passkeys-cus-2', before)
      .when(enrol({ authorisationId }))
      .then(enrolled({ authorisationId }));
    given()
      .claimedBy('passkeys-cus-2.1', { ...before, key: 'cred-1.1' })
      .when(enrol({ authorisationId }))
      .thenRejected('CONFLICT');
  });

  it('adds ten at most', () => {
    const many = Array.from({ length: passkeysMax }, (_, i) =>
      enrolled({ credentialId: `c-${String(i)}`, authorisationId: `a-${String(i)}` }),
    );
    given(...many)
      .when(enrol())
      .thenRejected('CONFLICT');
    given(...many, removed('c-3'))
      .when(enrol())
      .then(enrolled());
  });
});
