import type { Transaction } from './transaction.js';

const defaults: Readonly<Record<string, string>> = {
  application_name: '',
  block_size: '8192',
  client_encoding: 'UTF8',
  deadlock_timeout: '1s',
  default_transaction_isolation: 'read committed',
  idle_in_transaction_session_timeout: '0',
  idle_session_timeout: '0',
  lock_timeout: '0',
  search_path: '"$user", public',
  server_encoding: 'UTF8',
  server_version: '18.0',
  server_version_num: '180000',
  standard_conforming_strings: 'on',
  statement_timeout: '0',
  synchronous_commit: 'on',
  timezone: 'Etc/UTC',
  transaction_isolation: 'read committed',
};

const units: Readonly<Record<string, number>> = {
  us: 0.001,
  ms: 1,
  s: 1000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const known = new Map<string, number>();

/** Milliseconds of a setting such as `5s` or `250`. */
export function millisecondsOf(text: string): number {
  let ms = known.get(text);
  if (ms === undefined) {
    ms = read(text);
    known.set(text, ms);
  }
  return ms;
}

function read(text: string): number {
  const [, number = '0', unit = 'ms'] = /^\s*(\d+)\s*([a-z]*)\s*$/.exec(text) ?? [];
  return Number(number) * (units[unit === '' ? 'ms' : unit] ?? 1);
}

/** A length of time as SHOW writes it: in the largest unit that it is a whole number of. */
function shownTime(text: string): string {
  const ms = millisecondsOf(text);
  if (ms === 0) return '0';
  for (const unit of ['d', 'h', 'min', 's']) {
    const size = units[unit] ?? 1;
    if (ms % size === 0) return `${String(ms / size)}${unit}`;
  }
  return `${String(ms)}ms`;
}

/** The settings of a session. A change goes with the transaction that made it when that is rolled back. */
export class Settings {
  readonly #values = new Map<string, string>();
  readonly #atStart: ReadonlyMap<string, string>;

  constructor(atStart: Iterable<readonly [string, string]>) {
    this.#atStart = new Map(atStart);
  }

  get(name: string): string | null {
    const key = name.toLowerCase();
    return this.#values.get(key) ?? this.#atStart.get(key) ?? defaults[key] ?? null;
  }

  /** As SHOW answers. */
  shown(name: string): string | null {
    const value = this.get(name);
    return value !== null && name.endsWith('_timeout') ? shownTime(value) : value;
  }

  milliseconds(name: string): number {
    return millisecondsOf(this.get(name) ?? '0');
  }

  /** @param value undefined: the value at the start of the session */
  set(name: string, value: string | undefined, isLocal: boolean, own: Transaction): void {
    const key = name.toLowerCase();
    const before = this.#values.get(key);
    if (isLocal && !own.settingsBefore.has(key)) own.settingsBefore.set(key, before);
    // What SET changes for good is not taken back by an earlier SET LOCAL.
    if (!isLocal) own.settingsBefore.delete(key);
    own.undo.push(() => this.#put(key, before));
    this.#put(key, value);
  }

  /** Takes back what was local to a transaction that commits. */
  endLocal(own: Transaction): void {
    for (const [name, before] of own.settingsBefore) this.#put(name, before);
  }

  #put(name: string, value: string | undefined): void {
    if (value === undefined) this.#values.delete(name);
    else this.#values.set(name, value);
  }
}
