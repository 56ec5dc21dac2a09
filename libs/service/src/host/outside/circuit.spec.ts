import { Circuit } from './circuit.js';

const limits = { failuresMax: 3, openMs: 1000 };

/** A circuit after so many failures at 0 ms. */
function after(failures: number): Circuit {
  const circuit = new Circuit(limits);
  for (let one = 0; one < failures; one += 1) circuit.note(false, 0);
  return circuit;
}

describe('a circuit', () => {
  it('lets every request through below the limit of failures', () => {
    expect([after(0), after(2)].map((one) => one.lets(1))).toEqual([true, true]);
  });

  it('lets nothing through after the limit, and one request when the time is over', () => {
    const circuit = after(3);
    expect([999, 1000, 1001, 1999, 2000].map((ms) => circuit.lets(ms))).toEqual([
      false,
      true,
      false,
      false,
      true,
    ]);
  });

  it('stays open after a try that fails, and closes after one that is answered', () => {
    const circuit = after(3);
    expect(circuit.lets(1000)).toBe(true);
    circuit.note(false, 1500);
    expect([circuit.lets(2400), circuit.lets(2500)]).toEqual([false, true]);
    circuit.note(true, 2600);
    expect([circuit.lets(2600), circuit.lets(2600)]).toEqual([true, true]);
  });
});
