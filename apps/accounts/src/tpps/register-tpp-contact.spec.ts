import { spec } from '@nordgate/decider/testing';
import { registrationBy, tppContactStream } from './tpp-contact.js';
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

  it('stays since the first day when another request sends the same address', () => {
    const again = toRegister({ by: 'request-2' });
    const later = { ...again, meta: { ...to.meta, at: '2026-11-21T10:00:00.000Z' } };
    given(registered)
      .when(later)
      .then({ type: 'TppContactRegistered', data: { ...again.data, at: later.meta.at } });
    const state = [
      registered,
      { ...registered, data: { ...again.data, at: later.meta.at } },
    ].reduce(tppContactStream.evolve, tppContactStream.initial);
    expect(registrationBy(state, 'request-2')).toMatchObject({ since: at });
  });

  it('answers a repeat as the first, whatever came after it', () => {
    const other = {
      ...registered,
      data: { ...data, email: 'new@tpp.example', by: 'request-2', at },
    };
    given(registered, other).when(toRegister()).thenNothing();
    given(registered, other, removed).when(toRegister()).thenNothing();
    const state = [registered, other, removed].reduce(
      tppContactStream.evolve,
      tppContactStream.initial,
    );
    expect(registrationBy(state, 'request-1')).toEqual({ is: 'registered', ...data, since: at });
    expect(registrationBy(state, 'request-3')).toBeUndefined();
  });

  it('is known again for the last 100 requests', () => {
    const requests = Array.from({ length: 101 }, (_, i) => ({
      ...registered,
      data: { ...data, by: `request-${String(i)}`, at },
    }));
    const state = requests.reduce(tppContactStream.evolve, tppContactStream.initial);
    expect(registrationBy(state, 'request-0')).toBeUndefined();
    expect(registrationBy(state, 'request-1')).toBeDefined();
  });

  it('refuses the same request with another address', () =>
    void given(registered)
      .when(toRegister({ email: 'support@tpp.example' }))
      .thenRejected('CONFLICT'));

  it('refuses it after other requests and the removal too', () =>
    void given(registered, { ...registered, data: { ...data, by: 'request-2', at } }, removed)
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
