import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const main = pathToFileURL(join(import.meta.dirname, '..', 'dist', 'main.js')).href;

/** Runs the command in another process, which prints the packages that it has loaded. */
const script = `
import { registerHooks } from 'node:module';
const loaded = new Set();
registerHooks({
  load(url, context, next) {
    const [, name] = /.*node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
    if (name !== undefined) loaded.add(name);
    return next(url, context);
  },
});
process.on('exit', () => console.error(JSON.stringify([...loaded])));
process.argv.splice(1, process.argv.length, 'help', 'stream');
await import(${JSON.stringify(main)});
`;

it('the command of the operator loads no framework, broker client or database driver before it needs one', async () => {
  const args = ['--input-type=module', '-e', script];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toContain('show');
  const packages = JSON.parse(stderr) as readonly string[];
  expect(packages).toContain('commander');
  const heavy = /^@nestjs\/|^(typeorm|pg|kafkajs|fastify|rxjs)$/;
  expect(packages.filter((name) => heavy.test(name))).toEqual([]);
});
