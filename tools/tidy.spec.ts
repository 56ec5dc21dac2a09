import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Files of the project: tracked ones and new ones, without what is ignored. */
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)));
const sources = files.filter((path) => /^(apps|libs|tools)\/[^/]+\/src\/.*\.ts$/.test(path));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const importsOf = (path: string) =>
  [...read(path).matchAll(/^(?:import|export)[^;]*?from '([^']+)';/gms)].map(
    (match) => match[1] ?? '',
  );

const crumbLinesMax = 25;

/** Files of fewer than 25 lines with a single importer, by the reason why each is a file. */
const crumbReasons: Readonly<Record<string, readonly string[]>> = {
  'every service has what it holds of customers under this name': [
    'apps/baskets/src/baskets.subject.ts',
  ],
  'a use case of a subject whose folder has several': ['apps/accounts/src/tpps/stop-tpp.ts'],
  'a migration that ran is never changed': [
    'apps/accounts/src/migrations/14-console-holder.migration.ts',
    'apps/accounts/src/migrations/16-world-use.migration.ts',
    'apps/batch/src/migrations/8-worlds.migration.ts',
    'apps/batch/src/migrations/10-standing-orders.migration.ts',
    'apps/baskets/src/migrations/2-register-age.migration.ts',
    'apps/batch/src/migrations/12-approval-age.migration.ts',
    'apps/batch/src/migrations/13-approval-hashes.migration.ts',
    'apps/batch/src/migrations/14-move-begins.migration.ts',
    'apps/batch/src/migrations/15-valid-approvals.migration.ts',
    'libs/service/src/worlds/ended-generation.migration.ts',
    'libs/service/src/worlds/world-time.migration.ts',
    'apps/batch/src/migrations/9-busy-worlds.migration.ts',
    'apps/accounts/src/migrations/3-late-transfers.migration.ts',
    'apps/accounts/src/migrations/5-customer-identifiers.migration.ts',
    'apps/accounts/src/migrations/8-balance-after.migration.ts',
    'apps/batch/src/migrations/4-open-transfers.migration.ts',
    'apps/batch/src/migrations/7-maintenance.migration.ts',
    'apps/baskets/src/migrations/1-payment-register.migration.ts',
    'apps/payments/src/migrations/1-unapproved-payments.migration.ts',
    'apps/payments/src/migrations/2-payments-to-sign.migration.ts',
    'apps/sca/src/migrations/1-psu-by-id.migration.ts',
    'apps/sca/src/migrations/11-ended-resource-age.migration.ts',
    'apps/sca/src/migrations/13-read-kinds.migration.ts',
    'apps/sca/src/migrations/2-authorisations-of.migration.ts',
    'apps/sca/src/migrations/3-accesses-of.migration.ts',
    'apps/sca/src/migrations/4-ended-resource.migration.ts',
    'apps/sca/src/migrations/5-wrong-try.migration.ts',
    'apps/sca/src/migrations/6-open-authorisations.migration.ts',
    'apps/sca/src/migrations/7-authorisations-of-consents.migration.ts',
  ],
  'what only a sandbox has, apart from the files of every environment': [
    'apps/gateway/src/sandbox/routes/tutorial.controller.ts',
  ],
  'one rule, entry or edge that nothing else there is like': [
    'apps/accounts/src/maintenance/maintenance.queries.ts',
    'apps/gateway/src/routes/initiate-payment/magic-answers.ts',
    'libs/contracts/src/base/codes/versions.ts',
    'libs/contracts/src/profile/contact-terms.ts',
    'libs/contracts/src/base/message/query-from-json.ts',
    'libs/contracts/src/accounts/account-reads.ts',
    'libs/contracts/src/authorisations/second-signer.ts',
    'tools/linearisability/src/histories.ts',
  ],
};

/** A use case is a folder with one pure file of its name, and its spec. Its file may be short. */
const isUseCase = (path: string) =>
  /^apps\/\w+\/src\/([^/]+)\/\1\.ts$/.test(path) &&
  existsSync(join(root, path.replace(/\.ts$/, '.spec.ts')));

/** A language of the site has a file for each page, however few words the page has. */
const isPageOfTexts = (path: string) => /^apps\/sca\/src\/site\/language\/[a-z]{2}\//.test(path);

/** A file whose name has no suffix before `.ts` is pure. */
const isPure = (path: string) =>
  /^apps\/(payments|baskets|sca|accounts|batch)\//.test(path) &&
  /^[^.]+\.ts$/.test(basename(path)) &&
  !['main.ts', 'migrate.ts', 'restore-events.ts'].includes(basename(path)) &&
  !path.includes('/src/testing/');

const production = sources.filter((path) => !path.endsWith('.spec.ts'));

/** The files of the same project that each file imports, types included. */
const ownImports = new Map(
  production.map((path) => {
    const relative = importsOf(path).filter((from) => from.startsWith('.'));
    return [path, relative.map((from) => join(dirname(path), from.replace(/\.js$/, '.ts')))];
  }),
);

/** The files of the shortest import circle through a file, beginning with it. */
function shortestCircle(start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const pending = [start];
  for (const path of pending) {
    for (const target of ownImports.get(path) ?? []) {
      if (target === start) {
        const circle = [path];
        for (let at = path; at !== start;) circle.unshift((at = cameFrom.get(at) ?? start));
        return circle;
      }
      if (cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      pending.push(target);
    }
  }
  return undefined;
}

/** Folders of a lib: a file imports from its own folder and from folders to the left only. */
const folderOrder: Readonly<Record<string, readonly string[]>> = {
  'libs/event-store': ['sql', 'write', 'read', 'parked', 'projections', 'retention'],
};

describe('the tree', () => {
  it('finds its sources', () => {
    expect(sources.length).toBeGreaterThan(100);
  });

  it('has no file longer than 300 lines, and no spec longer than 400', () => {
    const long = sources.filter((path) => {
      const lines = read(path).split('\n').length - 1;
      return lines > (path.endsWith('.spec.ts') ? 400 : 300);
    });
    expect(long).toEqual([]);
  });

  it('has no file of fewer than 25 lines with a single importer, unless a reason is given', () => {
    const production = sources.filter(
      (path) => !path.endsWith('.spec.ts') && !path.includes('/src/testing/'),
    );
    const importers = new Map<string, Set<string>>();
    for (const path of production) {
      for (const from of importsOf(path).filter((one) => one.startsWith('.'))) {
        const target = join(dirname(path), from.replace(/\.js$/, '.ts'));
        importers.set(target, (importers.get(target) ?? new Set()).add(path));
      }
    }
    const crumbs = production.filter(
      (path) =>
        !isUseCase(path) &&
        !isPageOfTexts(path) &&
        importers.get(path)?.size === 1 &&
        read(path).split('\n').length - 1 < crumbLinesMax,
    );
    expect(crumbs.sort()).toEqual(Object.values(crumbReasons).flat().sort());
  });

  it('has no drawer for odds and ends', () => {
    const drawers = files.filter((path) =>
      path.split('/').some((part) => /^(utils?|common|helpers?|shared|misc)(\.|$)/.test(part)),
    );
    expect(drawers).toEqual([]);
  });

  it('has index.ts at the root of a lib only', () => {
    const strays = sources.filter(
      (path) => basename(path) === 'index.ts' && !/^libs\/[^/]+\/src\/index\.ts$/.test(path),
    );
    expect(strays).toEqual([]);
  });

  it('exports by name, never everything but the queries of a subject', () => {
    // Each query would stand in the entry once more, and in a list of all queries a third time.
    const everything = /^export \* from '(?!\.\/[a-z]+\/[a-z]+-queries\.js')/m;
    expect(sources.filter((path) => everything.test(read(path)))).toEqual([]);
  });

  it('keeps use cases and domains pure: no framework, database, clock or chance', () => {
    const allowed =
      /^(\.{1,2}\/|(node:crypto|big\.js|canonicalize)$|@nordgate\/(contracts\/[a-z]+|decider)$)/;
    const impure = sources.filter(isPure).flatMap((path) => {
      const foreign = importsOf(path).filter((from) => !allowed.test(from));
      const touches = /\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID\(|randomBytes\(/;
      return [...foreign, ...(touches.exec(read(path)) ?? [])].map((what) => `${path}: ${what}`);
    });
    expect(impure).toEqual([]);
  });

  it('keeps Nest, Fastify and the clock out of bare files of the gateway', () => {
    const bare = sources.filter(
      (path) =>
        /^apps\/gateway\/src\/(?!testing\/|sandbox\/)/.test(path) &&
        /^[^.]+\.ts$/.test(basename(path)) &&
        basename(path) !== 'main.ts',
    );
    const clock = /\bDate\.now\(|new Date\(\)|performance\.now\(|Math\.random\(|randomUUID\(/;
    const impure = bare.flatMap((path) => {
      const foreign = importsOf(path).filter((from) =>
        /^(@nestjs\/|@fastify\/|fastify$)/.test(from),
      );
      return [...foreign, ...(clock.exec(read(path)) ?? [])].map((what) => `${path}: ${what}`);
    });
    expect(bare.length).toBeGreaterThan(50);
    expect(impure).toEqual([]);
  });

  it('has a query handler in each file of queries; a table is a file of rows', () => {
    const without = sources.filter(
      (path) => path.endsWith('.queries.ts') && !/^export class \w+Handler\b/m.test(read(path)),
    );
    expect(without).toEqual([]);
  });

  it('lets no app import another one, except the host that composes them', () => {
    const strays = sources
      .filter((path) => path.startsWith('apps/') && !path.startsWith('apps/standalone/'))
      .flatMap((path) =>
        importsOf(path)
          .filter((from) =>
            /^@nordgate\/(gateway|payments|baskets|sca|accounts|batch)\b/.test(from),
          )
          .map((from) => `${path}: ${from}`),
      );
    expect(strays).toEqual([]);
  });

  it('tags every project for the boundary rules', () => {
    const untagged = files
      .filter((path) => /^(apps|libs|tools)\/[^/]+\/package\.json$/.test(path))
      .filter((path) => !/"type:[a-z]+"[^\]]*"scope:[a-z-]+"/s.test(read(path)));
    expect(untagged).toEqual([]);
  });

  it('documents every topic', () => {
    const page = read('docs/reference/topics.md');
    const declared = [
      ...read('libs/contracts/src/services/topics.ts').matchAll(/^ {2}'([a-z.0-9]+)': \{/gm),
    ];
    const missing = declared.map((match) => match[1] ?? '').filter((name) => !page.includes(name));
    expect(declared.length).toBeGreaterThan(5);
    expect(missing).toEqual([]);
  });

  it('has no import circle inside a project', () => {
    const circles = production.flatMap((path) => {
      const circle = shortestCircle(path);
      // Each circle once: from its first file.
      return circle && circle.toSorted()[0] === path ? [[...circle, path].join(' → ')] : [];
    });
    expect(circles).toEqual([]);
  });

  it.each(Object.entries(folderOrder))(
    'has no import upward between the folders of %s',
    (lib, order) => {
      const levelOf = (path: string) =>
        order.findIndex((folder) => path.startsWith(`${lib}/src/${folder}/`));
      const upward = production
        .filter((path) => levelOf(path) >= 0)
        .flatMap((path) =>
          (ownImports.get(path) ?? [])
            .filter((target) => levelOf(target) > levelOf(path))
            .map((target) => `${path} imports ${target}`),
        );
      expect(order.filter((folder) => !existsSync(join(root, lib, 'src', folder)))).toEqual([]);
      expect(upward).toEqual([]);
    },
  );

  it('never skips or singles out a test', () => {
    const marked = files
      .filter((path) => path.endsWith('.spec.ts') && path !== 'tools/tidy.spec.ts')
      .filter((path) =>
        /\b(it|test|describe)\.(skip|only|todo)\b|\bx(it|describe)\(/.test(read(path)),
      );
    expect(marked).toEqual([]);
  });
});
