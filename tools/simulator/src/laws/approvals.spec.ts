import type { ServiceEvidence, StoredFact } from '@nordgate/chaos/evidence';
import { approvals } from './approvals.js';

const link = 'authorisation-1';
const payment = 'payment-1';
const approved = [{ paymentId: '1', hash: 'h' }];
const who = { customerId: 'c', psuId: 'p' };

const facts = (stream: string, ...all: readonly (readonly [type: string, data: object])[]) =>
  all.map(([type, data], at): StoredFact => {
    return { stream, version: at + 1, type, data, id: `${stream}@${String(at)}` };
  });

const opened = ['AuthorisationOpened', { expiresAt: '2026-03-02T09:10:00.000Z' }] as const;
const identified = [
  'PsuIdentified',
  { ...who, at: '2026-03-02T09:09:59.999Z', expiresAt: '2026-03-02T09:19:59.999Z' },
] as const;
const shown = ['ChallengeShown', { approves: approved }] as const;
const finalised = [
  'AuthorisationFinalised',
  { ...who, approved, at: '2026-03-02T09:19:59.998Z' },
] as const;
const authorised = ['PaymentAuthorised', { by: link, customerId: 'c' }] as const;

const changed = <Fact extends readonly [string, object]>([type, data]: Fact, changes: object) =>
  [type, { ...data, ...changes }] as const;

function faultsOf(
  sca: readonly (readonly [string, object])[],
  payments: readonly (readonly [string, object])[] = [authorised],
): readonly string[] {
  const seen = (events: readonly StoredFact[]) => ({ events }) as unknown as ServiceEvidence;
  const services = { sca: seen(facts(link, ...sca)), payments: seen(facts(payment, ...payments)) };
  return approvals({ services: services as never });
}

describe('the law of approvals', () => {
  it('holds for an approval within the last millisecond of its visit', () => {
    expect(faultsOf([opened, identified, shown, finalised])).toEqual([]);
  });

  it.each([
    [
      'a log-in at the end of the link',
      [opened, changed(identified, { at: '2026-03-02T09:10:00.000Z' }), shown, finalised],
    ],
    [
      'an approval at the end of the visit',
      [opened, identified, shown, changed(finalised, { at: '2026-03-02T09:19:59.999Z' })],
    ],
    [
      'a second PSU at the link',
      [opened, identified, changed(identified, { customerId: 'd' }), shown, finalised],
    ],
    ['an approval by another PSU', [opened, identified, shown, changed(finalised, { psuId: 'q' })]],
    [
      'an approval of other content',
      [opened, changed(identified, {}), changed(shown, { approves: [] }), finalised],
    ],
    ['a second approval', [opened, identified, shown, finalised, finalised]],
    ['an approval without a log-in', [opened, finalised]],
    ['a second opening', [opened, opened, identified, shown, finalised]],
  ])('is broken by %s', (_what, sca) => {
    expect(faultsOf(sca)).toHaveLength(1);
  });

  it('is broken by a payment that is approved twice, or by an authorisation that did not approve it', () => {
    const whole = [opened, identified, shown, finalised];
    expect(faultsOf(whole, [authorised, authorised])).toHaveLength(1);
    expect(faultsOf(whole, [changed(authorised, { customerId: 'd' })])).toHaveLength(1);
    expect(faultsOf([opened, identified])).toHaveLength(1);
  });
});
