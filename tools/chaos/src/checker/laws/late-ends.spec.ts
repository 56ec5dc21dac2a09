import { soundEvidence, withService } from '../testing/evidence.js';
import { reactions } from './reactions.js';
import { inOrderBook } from './views.js';

const sound = soundEvidence('approve');

describe('the laws of a bank whose clock goes on by days', () => {
  it('let a link end before its payment joins a basket', () => {
    const late = withService(sound, 'sca', ({ events }) => ({
      events: events.map((event) =>
        event.type === 'AuthorisationFailed' ? { ...event, data: { reason: 'expired' } } : event,
      ),
    }));
    expect(reactions(late).violations).toEqual([]);
  });

  it('let an approval come too late for a payment that nobody had approved in time', () => {
    const sweptBy = (by: string) =>
      withService(sound, 'payments', ({ events }) => ({
        events: events.map((event) =>
          event.type === 'PaymentAuthorised'
            ? { ...event, type: 'PaymentRejected', data: { by } }
            : event,
        ),
      }));
    expect(reactions(sweptBy('sweep')).violations).toEqual([]);
    expect(reactions(sweptBy('somebody')).violations).not.toEqual([]);
  });

  it('leave a standing order free of which a run has claimed one occurrence', () => {
    const claimed = withService(sound, 'payments', ({ events }) => ({
      events: events.map((event) =>
        event.type === 'PaymentClaimed'
          ? { ...event, data: { ...(event.data as object), occurrence: '2030-03-01' } }
          : event,
      ),
    }));
    const orders = sound.orders.map((order) => ({ ...order, claimedBy: null }));
    expect(inOrderBook({ ...claimed, orders }).violations).toEqual([]);
    expect(inOrderBook(claimed).violations).not.toEqual([]);
  });
});
