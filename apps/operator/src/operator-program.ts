import { Command } from 'commander';
import { addAuditCommands } from './audit-commands.js';
import { addBatchCommands } from './batch-commands.js';
import { addMaintenanceCommands } from './maintenance-commands.js';
import type { Operations } from './operations-client.js';
import { addParkedCommands } from './parked-commands.js';
import { addPaymentCommands } from './payment-commands.js';
import { addProjectionCommands } from './projection-commands.js';
import { addRestoreCommands } from './restore-commands.js';
import { addRetentionCommands } from './retention-commands.js';
import { addSubjectCommands } from './subject-commands.js';
import { addTopicCommands } from './topic-commands.js';
import { addTppCommands } from './tpp-commands.js';
import { addWatchCommands } from './watch-commands.js';

/** Where the command prints. */
export interface Output {
  /** Prints a line. */
  readonly say: (text: string) => void;
  /** Whether a person reads it. */
  readonly isTerminal: boolean;
}

/** The operator's command line. `env` says where Kafka and databases are. What prints to no terminal can be `say` alone. */
export function operatorProgram(
  operations: Operations,
  to: Output | Output['say'],
  env: NodeJS.ProcessEnv = {},
): Command {
  const { say, isTerminal } = typeof to === 'function' ? { say: to, isTerminal: false } : to;
  const program = new Command('operator')
    .description('What the bank does by hand')
    .option('--as <name>', 'who you are: your token or certificate has to have this name');
  addTppCommands(program, operations, say);
  addMaintenanceCommands(program, operations, say, env);
  addWatchCommands(program, operations, say, isTerminal);
  addPaymentCommands(program, operations, say);
  addBatchCommands(program, operations, say);
  addParkedCommands(program, operations, say);
  addProjectionCommands(program, operations, say);
  addRetentionCommands(program, operations, say);
  addSubjectCommands(program, operations, say, isTerminal);
  addAuditCommands(program, operations, say);
  addRestoreCommands(program, say, env);
  addTopicCommands(program, say, env);
  return program;
}
