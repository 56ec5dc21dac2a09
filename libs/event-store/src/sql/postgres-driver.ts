import pg from 'pg';

/**
 * The parts of the module `pg` that open connections. The simulator passes another driver, whose server is a model in the
 * same process; everything else uses {@link networkDriver}.
 */
export type PostgresDriver = Pick<typeof pg, 'Client' | 'Pool'>;

/** The driver that reaches a server of PostgreSQL over the network. */
export const networkDriver: PostgresDriver = pg;
