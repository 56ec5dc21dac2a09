import { realClocks } from '@nordgate/service';
import { eventually, firstThat } from '@nordgate/testing';
import { sweepExpired } from './sweep-expired.work.js';
import { expiredAuthorisations } from './expired-authorisations.rows.js';
import { goToApproval, linkOf, logIn, setUp } from '../testing/psu-steps.js';
import { startTestSca } from '../testing/test-sca.int.js';
import type { TestSca } from '../testing/test-sca.int.js';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const always = new AbortController().signal;

let sca: TestSca;
beforeAll(async () => {
  sca = await startTestSca({ sweepEveryMs: 10, authorisationMonths: 15 });
});
beforeEach(() => setUp(sca));
afterAll(() => sca.stop());

/** The events of an authorisation. */
async function eventsOf(id: string): Promise<readonly { type: string; reason?: string }[]> {
  const { rows } = await sca.database.pool.query<{ type: string; reason?: string }>(
    `select type, data ->> 'reason' as reason from es.event where stream_id = $1 order by version`,
    [`authorisation-${id}`],
  );
  return rows;
}

/** Lets the time of an open authorisation end, in its events and in its view. */
async function endedAt(stream: string, at: string): Promise<void> {
  const ended = (json: string) => `jsonb_set(${json}, '{expiresAt}', to_jsonb($2::text))`;
  const { pool } = sca.database;
  await pool.query(
    `update es.event set data = ${ended('data::jsonb')}::json
      where stream_id = $1 and data ->> 'expiresAt' is not null`,
    [stream, at],
  );
  await pool.query(`update es.stream set state = ${ended('state')} where stream_id = $1`, [
    stream,
    at,
  ]);
}

/** Resolves when nothing waits for the sweep. */
const swept = () =>
  eventually(
    'nothing waits for the sweep',
    async () => (await expiredAuthorisations(sca.database, { clocks: realClocks }, 1)).length === 0,
  );

describe('the sweep of expired authorisations', () => {
  it('fails those that nobody has used, once', async () => {
    const ids = [await sca.open({}, minutesAgo(11)), await sca.open({}, minutesAgo(60))];
    await swept();
    for (const id of ids) {
      expect(await eventsOf(id)).toEqual([
        { type: 'AuthorisationOpened', reason: null },
        { type: 'AuthorisationFailed', reason: 'expired' },
      ]);
    }
  });

  it('fails one to which a PSU logged in and which they left', async () => {
    const id = await sca.open();
    await goToApproval(sca, id);
    await endedAt(`authorisation-${id}`, minutesAgo(1).toISOString());
    await swept();
    expect((await eventsOf(id)).at(-1)).toEqual({ type: 'AuthorisationFailed', reason: 'expired' });
  });

  it('leaves those alone that have time or are over', async () => {
    const open = await sca.open({}, minutesAgo(9));
    const done = await goToApproval(sca, await sca.open());
    await done.browser.post(`/sign/${done.id}/approve`, done.fields);
    await sca.open({}, minutesAgo(11));
    await swept();
    expect(await eventsOf(open)).toEqual([{ type: 'AuthorisationOpened', reason: null }]);
    expect((await eventsOf(done.id)).at(-1)?.type).toBe('AuthorisationFinalised');
    const id = await sca.open({}, minutesAgo(9));
    expect((await logIn(sca.newBrowser(), id)).location).toBe(`/sign/${id}`);
  });

  it('shows the same page before and after the sweep', async () => {
    const id = await sca.open({}, minutesAgo(11));
    await swept();
    const { status, text } = await sca.newBrowser().get(linkOf(id));
    expect(status).toBe(410);
    expect(text).toContain('The time for this approval is over');
    expect(text).toContain('code=SCA_EXPIRED');
  });

  it('deletes the counters of tries that are an hour old', async () => {
    await sca.database.pool.query('delete from wrong_try');
    await sca.database.pool.query(
      `insert into wrong_try values ('old', 1, clock_timestamp() - interval '2 hours'),
         ('new', 1, clock_timestamp())`,
    );
    const keys = async () => {
      const { rows } = await sca.database.pool.query<{ key: string }>('select key from wrong_try');
      return rows.map(({ key }) => key);
    };
    await firstThat('the old one is deleted', keys, (found) => !found.includes('old'));
    expect(await keys()).toEqual(['new']);
  });

  it('deletes the notes of resources that ended before the authorisations that are kept', async () => {
    await sca.database.pool.query('delete from ended_resource');
    await sca.database.pool.query(
      `insert into ended_resource values ('payment-old', clock_timestamp() - interval '16 months'),
         ('payment-new', clock_timestamp() - interval '14 months')`,
    );
    const notes = async () => {
      const { rows } = await sca.database.pool.query<{ stream_id: string }>(
        'select stream_id from ended_resource',
      );
      return rows.map(({ stream_id }) => stream_id);
    };
    await firstThat('the old one is deleted', notes, (found) => !found.includes('payment-old'));
    expect(await notes()).toEqual(['payment-new']);
  });
});

describe('one sweep', () => {
  const log = { error: () => undefined } as never;
  const page = (count: number, from = 0) =>
    Array.from({ length: count }, (_, index) => ({
      stream: `authorisation-${String(from + index)}`,
      expiresAt: '2026-03-02T10:10:00.000Z',
      now: '2026-03-02T10:11:00.000Z',
      aheadMs: 0,
    }));
  const clocks = realClocks;
  /** A database that answers with these pages. */
  const databaseOf = (...pages: object[][]) =>
    ({ pool: { query: () => Promise.resolve({ rows: pages.shift() ?? [] }) } }) as never;

  it('goes through more than one page, at the time of the database', async () => {
    const sent: { stream: string; at: string }[] = [];
    const commands = {
      execute: (command: { stream: string; meta: { at: string } }) => {
        sent.push({ stream: command.stream, at: command.meta.at });
        return Promise.resolve(undefined);
      },
    };
    const database = databaseOf(page(100), page(5, 100));
    expect(await sweepExpired({ database, commands, log, clocks }, always)).toBe(105);
    expect(sent.at(-1)).toEqual({ stream: 'authorisation-104', at: '2026-03-02T10:11:00.000Z' });
  });

  it('goes on behind an authorisation that cannot fail', async () => {
    const commands = {
      execute: ({ stream }: { stream: string }) =>
        stream === 'authorisation-0' ? Promise.reject(new Error('a bug')) : Promise.resolve(null),
    };
    expect(
      await sweepExpired({ database: databaseOf(page(2)), commands, log, clocks }, always),
    ).toBe(1);
  });
});
