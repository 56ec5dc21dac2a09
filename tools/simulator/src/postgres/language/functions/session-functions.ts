import type { Snapshot, Value } from '../../values.js';
import { SqlError } from '../../values.js';
import type { Frame } from '../expressions/frame.js';
import type { Call } from './builtin.js';
import { builtin } from './builtin.js';

const volatile = { isVolatile: true };

const isVisible = (xid: bigint, { xmin, xmax, running }: Snapshot): boolean =>
  xid < xmin || (xid < xmax && !running.has(xid));

const locking = (of: 'session' | 'transaction', isTry: boolean, isShared = false): Call => {
  return ([key], { run }) => {
    const answer = run.storage.advisoryLock(key as bigint, { of, try: isTry, shared: isShared });
    return isTry ? answer : '';
  };
};

function setting([name, isMissingOk]: readonly Value[], { run }: Frame): Value {
  const value = run.storage.setting(name as string);
  if (value === null && isMissingOk !== true) {
    throw new SqlError('42704', `unrecognized configuration parameter "${name as string}"`);
  }
  return value;
}

function isRelation(text: string, { run }: Frame): boolean {
  const [name = '', schema] = text.replaceAll('"', '').split('.').toReversed();
  return run.storage.relationId(schema, name) !== undefined;
}

/** Functions have at most this many parameters: `regproc` does not say how many. */
const parametersMax = 100;

/** Comments and the first words of a definition. */
const head = /^[\s\S]*?^create\s+(or\s+replace\s+)?function\s+/im;

function functionText([signature]: readonly Value[], { run }: Frame): string | null {
  const [name = '', schema] = (signature as string).split('.').toReversed();
  for (let count = 0; count <= parametersMax; count += 1) {
    const routine = run.storage.routine(schema, name, count);
    if (routine) return routine.text.replace(head, 'CREATE OR REPLACE FUNCTION ');
  }
  return null;
}

const sleep: Call = ([seconds], { run }) => {
  run.storage.sleep(seconds as number);
  return '';
};

/** Every table has one block of the usual size: `ctid` of all its rows is in it. */
const blockBytes = 8192n;

export const sessionFunctions = [
  builtin('pg_current_xact_id() xid8', (_values, { run }) => run.storage.currentXid(), volatile),
  builtin(
    'pg_current_xact_id_if_assigned() xid8',
    (_values, { run }) => run.storage.currentXidIfAssigned(),
    volatile,
  ),
  builtin('pg_current_snapshot() pg_snapshot', (_values, { run }) => run.storage.snapshot()),
  builtin('pg_snapshot_xmin(pg_snapshot) xid8', ([snapshot]) => (snapshot as Snapshot).xmin),
  builtin('pg_snapshot_xmax(pg_snapshot) xid8', ([snapshot]) => (snapshot as Snapshot).xmax),
  builtin('pg_visible_in_snapshot(xid8, pg_snapshot) bool', ([xid, snapshot]) =>
    isVisible(xid as bigint, snapshot as Snapshot),
  ),
  builtin('pg_advisory_lock(int8) void', locking('session', false), volatile),
  builtin('pg_advisory_xact_lock(int8) void', locking('transaction', false), volatile),
  builtin('pg_advisory_xact_lock_shared(int8) void', locking('transaction', false, true), volatile),
  builtin('pg_try_advisory_lock(int8) bool', locking('session', true), volatile),
  builtin('pg_try_advisory_xact_lock(int8) bool', locking('transaction', true), volatile),
  builtin(
    'pg_advisory_unlock(int8) bool',
    ([key], { run }) => run.storage.advisoryUnlock(key as bigint),
    volatile,
  ),
  builtin(
    'nextval(text) int8',
    ([name], { run }) => run.storage.nextValue(name as string),
    volatile,
  ),
  builtin('gen_random_uuid() uuid', (_values, { run }) => run.storage.randomUuid(), volatile),
  builtin('current_setting(text) text', setting, volatile),
  builtin('current_setting(text, bool) text', setting, volatile),
  builtin(
    'set_config(text, text, bool) text',
    ([name, value, isLocal], { run }) => {
      run.storage.setSetting(name as string, value as string, isLocal === true);
      return value ?? null;
    },
    volatile,
  ),
  builtin(
    'current_database() name',
    (_values, { run }) => run.storage.setting('database') ?? 'postgres',
  ),
  builtin('pg_backend_pid() int4', (_values, { run }) => run.storage.backendPid()),
  builtin(
    'pg_terminate_backend(int4) bool',
    ([pid], { run }) => run.storage.terminateBackend(pid as number),
    volatile,
  ),
  builtin('pg_sleep(float8) void', sleep, volatile),
  builtin('pg_stat_clear_snapshot() void', () => '', volatile),
  builtin('pg_stat_force_next_flush() void', () => '', volatile),
  builtin('current_schema() name', () => 'public'),
  builtin('version() text', () => 'PostgreSQL 18.0 (model)'),
  builtin('to_regclass(text) regclass', ([name], frame) =>
    isRelation(name as string, frame) ? (name ?? null) : null,
  ),
  builtin('pg_get_functiondef(regproc) text', functionText),
  builtin('pg_relation_size(regclass) int8', () => blockBytes),
  builtin('pg_database_size(name) int8', () => blockBytes),
];
