import { spec } from '@nordgate/decider/testing';
import { tppContactStream } from '../domain/tpp-contact.js';
import { registerTppContact, removeTppContact } from './register-tpp-contact.js';
import type { RegisterTppContact, RemoveTppContact } from './register-tpp-contact.js';

const at = '2026-11-20T10:00:00.000Z';
const to = {
  id: 'any',
  stream: 'tpp-contact-PSDNO-FSA-123456789',
  meta: { at, actor: 'PSDNO-FSA-123456789' },
} as const;
const data = { tppId: 'PSDNO-FSA-123456789', email: 'psd2@tpp.example', by: 'request-1' };

function toRegister(change: Partial<RegisterTppContact['data']> = {}): RegisterTppContact {
  return { ...to, type: 'RegisterTppContact', data: { ...data, ...change } };
}
const toRemove: RemoveTppContact = { ...to, type: 'RemoveTppContact', data: {} };
const registered = { type: 'TppContactRegistered', data: { ...data, at } } as const;
const removed = { type: 'TppContactRemoved', data: { at } } as const;

describe('the contact of a TPP', () => {
  const { given } = spec(tppContactStream, registerTppContact);

  it('is registered once', () =>
    void given().when(toRegister()).then(registered).again().thenNothing());

  it('is replaced by another request', () => {
    const other = toRegister({ email: 'support@tpp.example', by: 'request-2' });
    given(registered)
      .when(other)
      .then({ type: 'TppContactRegistered', data: { ...other.data, at } });
  });

  it('stays when another request sends the same address', () =>
    void given(registered)
      .when(toRegister({ by: 'request-2' }))
      .thenNothing());

  it('refuses the same request with another address', () =>
    void given(registered)
      .when(toRegister({ email: 'support@tpp.example' }))
      .thenRejected('CONFLICT'));

  it('is registered again after its removal', () =>
    void given(registered, removed)
      .when(toRegister({ by: 'request-3' }))
      .then({ type: 'TppContactRegistered', data: { ...data, by: 'request-3', at } }));
});

describe('the removal of the contact of a TPP', () => {
  const { given } = spec(tppContactStream, removeTppContact);

  it('happens once', () =>
    void given(registered).when(toRemove).then(removed).again().thenNothing());

  it('changes nothing where no address is registered', () =>
    void given().when(toRemove).thenNothing());
});
