import { CommandLag } from './command-lag.js';

describe('the lag of commands', () => {
  it('is long while outcomes come after more than a second', () => {
    const lag = new CommandLag(() => 0);
    expect(lag.isLong).toBe(false);
    lag.decidedAfter(1500);
    expect(lag.isLong).toBe(true);
    lag.decidedAfter(900);
    expect(lag.isLong).toBe(false);
  });

  it('is long while a command waits for its outcome for more than a second', () => {
    const lag = new CommandLag(() => 0);
    lag.undecidedAfter(900);
    expect(lag.isLong).toBe(false);
    lag.undecidedAfter(1100);
    expect(lag.isLong).toBe(true);
    lag.undecidedAfter(150);
    expect(lag.isLong).toBe(true);
  });

  it('is not known when no outcome has come of late', () => {
    let now = 0;
    const lag = new CommandLag(() => now);
    lag.decidedAfter(1500);
    now = 5001;
    expect(lag.isLong).toBe(false);
  });
});
