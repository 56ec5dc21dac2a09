import { hash, randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { QueryHandler } from '@nestjs/cqrs';
import type { IQueryHandler } from '@nestjs/cqrs';
import { KeepConsoleCode } from '@nordgate/contracts/queries';
import type { ConsoleHolder } from '@nordgate/contracts/queries';
import { consoleCodeHash, streams } from '@nordgate/contracts/rules';
import type { Database } from '@nordgate/event-store';
import { DATABASE } from '@nordgate/service';

/** How long a visit lasts, also as the age of its cookie. */
export const visitSeconds = 3600;

/** The operator's stops and releases of the TPP so far: with the next one, its codes and visits end. */
const stopVersionSql = (tpp: string) =>
  `coalesce((select version from es.view where stream_id = '${streams.tppStop.id('')}' || ${tpp}), 0)`;

const keepSql = `
  with kept as (
    insert into console_code (code_hash, tpp, holder, stop_version, expires_at)
    values ($1, $2, $3, ${stopVersionSql('$2')}, clock_timestamp() + interval '10 minutes')
    on conflict do nothing
    returning expires_at)
  select expires_at from kept
  union all
  select expires_at from console_code where code_hash = $1`;

/** One statement, so that two browsers cannot use one code. */
const openSql = `
  with used as (
    update console_code set used_at = clock_timestamp()
     where code_hash = $1 and used_at is null and expires_at > clock_timestamp()
       and stop_version = ${stopVersionSql('tpp')}
    returning tpp, holder, stop_version)
  insert into console_visit (visit_hash, tpp, holder, stop_version, expires_at)
  select $2, tpp, holder, stop_version,
         clock_timestamp() + make_interval(secs => ${String(visitSeconds)})
    from used
  returning tpp, holder`;

const visitSql = `
  select tpp, holder from console_visit
   where visit_hash = $1 and expires_at > clock_timestamp()
     and stop_version = ${stopVersionSql('tpp')}`;

const endAllSql = `
  with codes as (delete from console_code where tpp = $1)
  delete from console_visit where tpp = $1`;

/** A row of a visit. */
interface VisitRow {
  readonly tpp: string;
  readonly holder: Omit<ConsoleHolder, 'tpp'>;
}

const hashOf = (secret: string) => hash('sha256', secret, 'hex');
const secretForm = /^[A-Za-z0-9_-]{43}$/;

/** A TPP developer's visit to the console. */
export interface Visit {
  readonly tpp: string;
  /** The TPP with the roles and the certificate of the request that made the code. */
  readonly holder: ConsoleHolder;
  /** The value of the cookie. */
  readonly secret: string;
  /** Forms of the visit carry it. */
  readonly formToken: string;
}

/** The codes and visits of the console, by the clock of the database. Only hashes of secrets are stored. */
@Injectable()
export class ConsoleVisits {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Keeps a code, and forgets those of yesterday. Returns when it expires, which a repeat does not change. */
  async keep(codeHash: string, { tpp, ...holder }: ConsoleHolder): Promise<Date> {
    await this.database.pool.query(
      `delete from console_code where expires_at < clock_timestamp() - interval '1 day'`,
    );
    const values = [codeHash, tpp, JSON.stringify(holder)];
    const { rows } = await this.database.pool.query<{ expires_at: Date }>(keepSql, values);
    const [kept] = rows;
    if (kept === undefined) throw new Error('the code was neither new nor known');
    return kept.expires_at;
  }

  /** Opens a visit by a code as the developer wrote it; undefined for a code that is wrong, used or expired, or whose TPP was stopped since. */
  async open(code: string): Promise<Visit | undefined> {
    await this.database.pool.query(
      'delete from console_visit where expires_at < clock_timestamp()',
    );
    const secret = randomBytes(32).toString('base64url');
    const values = [consoleCodeHash(code), hashOf(secret)];
    const { rows } = await this.database.pool.query<VisitRow>(openSql, values);
    return visitOf(rows[0], secret);
  }

  /** The visit of a cookie; undefined for a cookie that is none, or whose visit has ended, also by a stop of its TPP. */
  async find(secret: string | undefined): Promise<Visit | undefined> {
    if (secret === undefined || !secretForm.test(secret)) return undefined;
    const values = [hashOf(secret)];
    const { rows } = await this.database.pool.query<VisitRow>(visitSql, values);
    return visitOf(rows[0], secret);
  }

  async end({ secret }: Visit): Promise<void> {
    const values = [hashOf(secret)];
    await this.database.pool.query('delete from console_visit where visit_hash = $1', values);
  }

  /** Ends every code and visit of a TPP. */
  async endAllOf(tpp: string): Promise<void> {
    await this.database.pool.query(endAllSql, [tpp]);
  }
}

function visitOf(row: VisitRow | undefined, secret: string): Visit | undefined {
  if (row === undefined) return undefined;
  const { tpp, holder } = row;
  return { tpp, holder: { ...holder, tpp }, secret, formToken: hashOf(`form ${secret}`) };
}

/** Keeps a code that the gateway made for a TPP. */
@QueryHandler(KeepConsoleCode)
export class KeepConsoleCodeHandler implements IQueryHandler<KeepConsoleCode> {
  constructor(private readonly visits: ConsoleVisits) {}

  async execute({ codeHash, tpp, asked = { roles: [] } }: KeepConsoleCode): Promise<string> {
    return (await this.visits.keep(codeHash, { ...asked, tpp })).toISOString();
  }
}
