import { paymentStream, soundEvidence, untouchedOf } from '../testing/evidence.js';
import { reactions } from './reactions.js';

const sound = soundEvidence();
const violationsWith = (...untouched: ReturnType<typeof untouchedOf>[]) =>
  reactions({ ...sound, untouched }).violations;

describe('the law about reactions', () => {
  it('is broken by a payment that sca has neither a row nor an event of', () => {
    const { stream, resource } = untouchedOf(3);
    expect(resource).toBe(paymentStream(3));
    expect(violationsWith()).toEqual([`missing: ${stream} opened for ${resource}`]);
  });

  it('is broken by the row of a payment that does not exist', () => {
    const { stream, resource } = untouchedOf(9);
    expect(violationsWith(untouchedOf(3), untouchedOf(9))).toEqual([
      `without a cause: ${stream} opened for ${resource}`,
    ]);
  });

  it('takes no notice of the row of a touched authorisation that has come back', () => {
    expect(violationsWith(untouchedOf(3), untouchedOf(1))).toEqual([]);
  });
});
