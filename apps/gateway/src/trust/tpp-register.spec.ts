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
  it('knows who is authorised, and for what', () => {
    expect(written(entry).find(tpp, today)).toEqual({
      is: 'authorised',
      roles: ['PSP_PI', 'PSP_AI'],
    });
  });

  it('does not know whom it does not name', () => {
    expect(written(entry).find('PSDNO-FSA-100000002', today)).toEqual({ is: 'unknown' });
    expect(written().find(tpp, today)).toEqual({ is: 'unknown' });
  });

  it('knows who is withdrawn', () => {
    const withdrawn = written({ ...entry, status: 'withdrawn' });
    expect(withdrawn.find(tpp, today)).toEqual({ is: 'withdrawn' });
  });

  it.each([
    ['2025-12-31', 'withdrawn'],
    ['2026-01-01', 'authorised'],
    ['2026-06-30', 'authorised'],
    ['2026-07-01', 'withdrawn'],
  ])('counts from the first day to the last: on %s %s', (day, is) => {
    expect(written({ ...entry, to: '2026-06-30' }).find(tpp, day)).toMatchObject({ is });
  });

  it.each([
    ['no JSON', '[{', /not JSON/],
    ['no list', '{}', /JSON list/],
    ['an entry that is no object', '[1]', /^entry 1: it is not an object$/],
  ])('with %s is not read', (_what, text, said) => {
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
  ])('with %s is not read, and says where', (_what, change, field) => {
    const second = { ...entry, organizationIdentifier: 'PSDNO-FSA-100000002', ...change };
    expect(() => written(entry, second)).toThrow(new RegExp(`^entry 2 \\(.+\\): .*\\b${field}\\b`));
  });

  it('with a TPP twice is not read', () => {
    const fault = `entry 2 (${tpp}): the list has it twice`;
    expect(() => written(entry, entry)).toThrow(fault);
  });

  it('tells of all faults at once', () => {
    const read = () => written({ ...entry, name: '' }, { ...entry, status: 'x', from: 'x' });
    expect(read).toThrow(/entry 1 .*name.*; entry 2 .*status.*; entry 2 .*from/);
  });
});
