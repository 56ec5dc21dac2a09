import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what a customer has granted, to one TPP or to all: an index over the inline view. */
export class AccessesOf1790000000003 implements MigrationInterface {
  readonly name = 'AccessesOf1790000000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index accesses_of on es.stream ((state ->> 'customerId'), (state ->> 'tpp'))
        where stream_type = 'access'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index es.accesses_of');
  }
}
