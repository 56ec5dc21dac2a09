import type { ServiceQuery } from '@nordgate/contracts/queries';
import type { ProcessOwner } from '../clock/process-owner.js';

/** Answers a query of a process, or asks its service. */
export type AnswerQuery = <Answer>(
  query: ServiceQuery<Answer>,
  ask: () => Promise<Answer>,
  asker: ProcessOwner,
) => Promise<Answer>;
