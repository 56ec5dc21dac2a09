import { createRequire } from 'node:module';
import { setUpSandbox } from '@nordgate/testing';

/** What a process has done since a moment, by kind. */
export interface Work {
  /** Statements sent to PostgreSQL, by name, or by their first word. */
  readonly statements: Readonly<Record<string, number>>;
  readonly parses: number;
  readonly stringifies: number;
  readonly hmacs: number;
  /** Signatures made or checked. */
  readonly signatures: number;
  readonly timers: number;
}

interface Tally {
  statements: Map<string, number>;
  parses: number;
  stringifies: number;
  hmacs: number;
  signatures: number;
  timers: number;
}

/** The globals in which shared packages run; a test file has a context of its own. */
// oxlint-disable-next-line typescript/no-implied-eval
const outer = setUpSandbox.constructor('return globalThis')() as () => typeof globalThis;
