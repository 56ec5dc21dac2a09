import type { Narrator } from '@nordgate/testing';
import color from 'picocolors';

/** Prints a journey as it goes. */
export function terminalNarrator(): Narrator {
  let parts = 0;
  return {
    part(title) {
      process.stdout.write(`\n${color.bold(`${String(parts)}. ${title}`)}\n`);
      parts += 1;
    },
    step(what, result) {
      process.stdout.write(`   ${color.green('✓')} ${what} ${color.dim('→')} ${result}\n`);
    },
  };
}
