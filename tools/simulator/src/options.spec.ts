import { optionsOf } from './options.js';

describe('the command line of the simulator', () => {
  it('runs one seed when it is named', () => {
    expect(optionsOf(['--seed', '17'])).toMatchObject({ from: 17, seeds: 1, postgres: 'model' });
  });

  it('runs several seeds from one on', () => {
    const options = optionsOf(['--seeds', '100', '--from', '5', '--workers', '2', '--rate', '0']);
    expect(options).toMatchObject({ from: 5, seeds: 100, workers: 2, rate: 0 });
  });

  it('names the faults that are left out', () => {
    expect(optionsOf(['--spare', '3,14']).spare).toEqual([3, 14]);
    expect(optionsOf([]).spare).toEqual([]);
  });

  it('runs each service in one to three processes', () => {
    expect(optionsOf([]).replicas).toBe(1);
    expect(optionsOf(['--replicas', '3']).replicas).toBe(3);
    expect(() => optionsOf(['--replicas', '4'])).toThrow('--replicas 4 is not 1, 2 or 3');
    expect(() => optionsOf(['--replicas', '0'])).toThrow('--replicas 0 is not 1, 2 or 3');
  });

  it('lets clients record histories, and keeps them in a file that is named', () => {
    expect(optionsOf([])).toMatchObject({ recorded: false, export: undefined });
    expect(optionsOf(['--recorded', '--export', 'histories.jsonl'])).toMatchObject({
      recorded: true,
      export: 'histories.jsonl',
    });
  });

  it('lets one to three gateways crash, and none unless it is asked to', () => {
    expect(optionsOf([]).gateways).toBeUndefined();
    expect(optionsOf(['--gateways', '2']).gateways).toBe(2);
    expect(() => optionsOf(['--gateways', '4'])).toThrow('--gateways 4 is not 1, 2 or 3');
  });

  it('rejects what is no number, and what it does not know', () => {
    expect(() => optionsOf(['--seed', 'x'])).toThrow('--seed x is no number');
    expect(() => optionsOf(['--seed=-1'])).toThrow('no number');
    expect(() => optionsOf(['--sed', '1'])).toThrow();
  });
});
