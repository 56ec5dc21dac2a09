import { missing } from '../tree.js';

const codes: Readonly<Record<string, string>> = {
  unique_violation: '23505',
  not_null_violation: '23502',
  foreign_key_violation: '23503',
  check_violation: '23514',
  serialization_failure: '40001',
  deadlock_detected: '40P01',
  lock_not_available: '55P03',
  query_canceled: '57014',
  raise_exception: 'P0001',
  no_data_found: 'P0002',
  too_many_rows: 'P0003',
  division_by_zero: '22012',
  invalid_text_representation: '22P02',
  undefined_table: '42P01',
};

/** The SQLSTATE of the name of a condition. */
export function codeOf(name: string): string {
  const code = codes[name] ?? (/^[0-9A-Z]{5}$/.test(name) ? name : undefined);
  if (code === undefined) throw missing(`condition ${name}`);
  return code;
}

/** Whether a handler takes an error: OTHERS leaves out what ends the whole statement. */
export function isHandled(name: string, code: string): boolean {
  if (name === 'others') return code !== '57014' && code !== 'P0004';
  return codeOf(name) === code;
}
