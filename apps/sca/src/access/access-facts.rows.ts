import { Inject, Injectable } from '@nestjs/common';
import type { GetAccountAccess } from '@nordgate/contracts/queries';
import { generationSql, inGeneration } from '@nordgate/contracts/rules';
import { defined } from '@nordgate/decider';
import type { StreamType } from '@nordgate/decider';
import { Collector, EventStore } from '@nordgate/event-store';
import { WORLD_CLOCKS } from '@nordgate/service';
import type { WorldClocks } from '@nordgate/service';
import type { AccessFacts } from './access-answer.js';
import { accessStream, accessStreamId } from './access.js';
import type { Access } from './access.js';
import { sessionStream, sessionStreamId } from '../session/session.js';
import type { Session } from '../session/session.js';

/** Who reads whose accounts. */
export type AccessKey = Pick<GetAccountAccess, 'tpp' | 'psuId' | 'corporateId' | 'generation'>;

/** Everything that decides about an access to accounts, as one statement has read it. */
export interface FoundAccess extends AccessFacts {
  /** The time in the world, ISO 8601. */
  readonly now: string;
  /** For each granted id that the TPP has seen: the letter of the key that made it. */
  readonly letters: Readonly<Record<string, string>>;
}

interface FactsRow {
  readonly customerId: string | null;
  readonly now: Date;
  readonly session: Session | null;
  readonly sessionVersion: number | null;
  readonly access: Access | null;
  readonly accessVersion: number | null;
  readonly letters: Readonly<Record<string, string>> | null;
}

/** By migrations/14-facts-in-world.migration.ts, in the time of each world. */
const factsBy = ({ ahead }: Pick<WorldClocks, 'ahead'>) => ({
  name: 'sca.account-access-facts',
  text: `select customer_id as "customerId",
                now + ${ahead(generationSql('($4::text[])[asked.ordinality]'))} as now,
                session, session_version as "sessionVersion",
                access, access_version as "accessVersion", letters
           from account_access_facts($1, $2, $3, $4) with ordinality as asked
          order by asked.ordinality`,
});

/** A stream as a row has it: null where there is none. */
interface StateInRow<State> {
  readonly state: State | null;
  readonly version: number | null;
  readonly stream: string;
}

/** Reads the facts of all reads of accounts of one event-loop turn in one round trip. */
@Injectable()
export class AccessFactsReader {
  private readonly questions = new Collector((asked: readonly AccessKey[]) => this.read(asked));
  private readonly facts: ReturnType<typeof factsBy>;

  constructor(
    private readonly store: EventStore,
    @Inject(WORLD_CLOCKS) clocks: Pick<WorldClocks, 'ahead'>,
  ) {
    this.facts = factsBy(clocks);
  }

  /** Undefined when this TPP has never got the PSU-ID in this generation. */
  async of(asked: AccessKey): Promise<FoundAccess | undefined> {
    const { customerId, now, letters, ...row } = await this.questions.ask(asked);
    if (customerId === null) return undefined;
    const { generation, tpp } = asked;
    const [session, access] = await Promise.all([
      this.stateOf(sessionStream, {
        state: row.session,
        version: row.sessionVersion,
        stream: sessionStreamId(generation, tpp, customerId),
      }),
      this.stateOf(accessStream, {
        state: row.access,
        version: row.accessVersion,
        stream: accessStreamId(generation, tpp, customerId, contextOf(asked)),
      }),
    ]);
    return { customerId, session, access, now: now.toISOString(), letters: letters ?? {} };
  }

  private async read(asked: readonly AccessKey[]): Promise<readonly FactsRow[]> {
    const { rows } = await this.store.database.pool.query<FactsRow>({
      ...this.facts,
      values: [
        asked.map(({ tpp }) => tpp),
        asked.map(({ psuId }) => psuId),
        asked.map(({ corporateId }) => corporateId ?? 'PRIVATE'),
        asked.map(({ generation }) => inGeneration('', generation)),
      ],
    });
    return rows;
  }

  /** A state that another release has written in another form is folded again. */
  private async stateOf<State>(
    type: StreamType<State, never>,
    { state, stream, version }: StateInRow<State>,
  ): Promise<State> {
    if (state === null) return type.initial;
    if (version === type.stateVersion) return state;
    const folded = await this.store.state(type, stream);
    return folded.state;
  }
}

function contextOf({ corporateId }: Pick<AccessKey, 'corporateId'>) {
  return {
    context: corporateId === null ? 'PRIVATE' : 'CORPORATE',
    ...defined({ corporateId: corporateId ?? undefined }),
  } as const;
}
