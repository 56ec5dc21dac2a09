import { registerOf } from './tpp-register.js';

const entry = {
  organizationIdentifier: 'PSDNO-FSA-100000001',
  name: 'A TPP AS',
  roles: ['PSP_PI', 'PSP_AI'],
  status: 'authorised',
  from: '2026-01-01',
};
const tpp = entry.organizationIdentifier;
const today = '2026-11-20';
const written = (...entries: readonly unknown[]) => registerOf(JSON.stringify(entries));

describe('the register of TPPs', () => {
  it('finds an authorised TPP with its roles', () => {
    expect(written(entry).find(tpp, today)).toEqual({
      is: 'authorised',
      roles: ['PSP_PI', 'PSP_AI'],
    });
  });

  it('does not find a TPP without an entry', () => {
    expect(written(entry).find('PSDNO-FSA-100000002', today)).toEqual({ is: 'unknown' });
    expect(written().find(tpp, today)).toEqual({ is: 'unknown' });
  });

  it('finds a withdrawn TPP', () => {
    const withdrawn = written({ ...entry, status: 'withdrawn' });
    expect(withdrawn.find(tpp, today)).toEqual({ is: 'withdrawn' });
  });

  it.each([
    ['2025-12-31', 'withdrawn'],
    ['2026-01-01', 'authorised'],
    ['2026-06-30', 'authorised'],
    ['2026-07-01', 'withdrawn'],
  ])('counts the first and the last day of an authorisation: %s is %s', (day, is) => {
    expect(written({ ...entry, to: '2026-06-30' }).find(tpp, day)).toMatchObject({ is });
  });

  it.each([
    ['text that is not JSON', '[{', /not JSON/],
    ['an object instead of a list', '{}', /JSON list/],
    ['an entry that is not an object', '[1]', /^entry 1: it is not an object$/],
  ])('is not read with %s', (_what, text, said) => {
    expect(() => registerOf(text)).toThrow(said);
  });

  it.each([
    ['another identifier', { organizationIdentifier: 'NO-1' }, 'organizationIdentifier'],
    ['no name', { name: ' ' }, 'name'],
    ['an unknown role', { roles: ['PSP_XX'] }, 'roles'],
    ['a role twice', { roles: ['PSP_PI', 'PSP_PI'] }, 'roles'],
    ['another status', { status: 'revoked' }, 'status'],
    ['no first day', { from: undefined }, 'from'],
    ['a day that never was', { to: '2026-02-30' }, 'to'],
    ['a last day before the first', { to: '2025-12-31' }, 'to'],
    ['a field more', { until: '2027-01-01' }, 'until'],
  ])('is not read with %s, and the error names entry and field', (_what, change, field) => {
    const second = { ...entry, organizationIdentifier: 'PSDNO-FSA-100000002', ...change };
    expect(() => written(entry, second)).toThrow(new RegExp(`^entry 2 \\(.+\\): .*\\b${field}\\b`));
  });

  it('is not read with two entries of one TPP', () => {
    const fault = `entry 2 (${tpp}): the list has it twice`;
    expect(() => written(entry, entry)).toThrow(fault);
  });

  it('reports all faults at once', () => {
    const read = () => written({ ...entry, name: '' }, { ...entry, status: 'x', from: 'x' });
    expect(read).toThrow(/entry 1 .*name.*; entry 2 .*status.*; entry 2 .*from/);
  });
});
