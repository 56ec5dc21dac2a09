import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** What the end of a connection undoes, and the case that shows that nothing counted is undone. */
interface Undone {
  readonly what: string;
  readonly shownBy: readonly [file: string, title: string];
}

/** Every place that acts because a client went away. */
const places: Readonly<Record<string, Undone>> = {
  'apps/gateway/src/verify/verify.hook.ts': {
    what: 'the room of a body is free again',
    shownBy: [
      'apps/gateway/src/guard/body-budget.spec.ts',
      'is as it was when all bodies are released, in whatever order',
    ],
  },
  'apps/gateway/src/guard/read-body.ts': {
    what: 'the read of a body ends',
    shownBy: [
      'apps/gateway/src/guard/read-body.spec.ts',
      'whose connection ends first is cut short',
    ],
  },
  'apps/gateway/src/guard/body-turns.ts': {
    what: 'the place in the queue of large bodies is free',
    shownBy: [
      'apps/gateway/src/guard/body-turns.spec.ts',
      'pass over a request whose connection has ended, and lose no other',
    ],
  },
  'apps/gateway/src/guard/unread-requests.hook.ts': {
    what: 'the time limit of a body that nobody reads ends',
    shownBy: [
      'apps/gateway/src/guard/request-limits.hook.spec.ts',
      'answer 408 to slow headers, and to a slow body of a TPP',
    ],
  },
  'apps/gateway/src/routes/accounts/read-permits.ts': {
    what: 'the permits of a read whose 200 has not begun go back',
    shownBy: [
      'apps/gateway/src/routes/accounts/read-permits.spec.ts',
      'stays taken after the answer has begun as 200',
    ],
  },
  'apps/sca/src/site/log-in/link.service.ts': {
    what: 'the wait for a link ends; the wrong guess was counted before',
    shownBy: [
      'apps/sca/src/site/limits/guess.int.spec.ts',
      'of a client that goes before the answer stay counted',
    ],
  },
  'libs/service/src/edge/address-limit.ts': {
    what: 'one fewer request of the address is open; its rate stays counted',
    shownBy: [
      'libs/service/src/edge/address-limit.spec.ts',
      'keeps a request counted in the rate when its client goes before the answer',
    ],
  },
  'libs/service/src/edge/connection-guard.ts': {
    what: 'one fewer connection of the address is open',
    shownBy: [
      'libs/service/src/edge/connection-guard.spec.ts',
      'admits a new connection after one of the address has closed',
    ],
  },
  'libs/service/src/edge/unreadable-request.ts': {
    what: 'the answers to what Node cannot read end',
    shownBy: [
      'apps/gateway/src/guard/request-limits.hook.spec.ts',
      'answer a request before the malformed one that follows it',
    ],
  },
};

/** How a source learns that a client went away: an event or a state of a connection, a request or an answer. */
const signs = [
  /\.once\('close'/u,
  /\.on\('(?:close|end|aborted)'/u,
  /\b(?:answer|raw|request|socket|reply\.raw)\.(?:destroyed|closed|aborted|writableFinished)\b/u,
  /addHook\('onRequestAbort'/u,
];

const sources = globSync(
  ['apps/{gateway,sca,accounts,payments,baskets,batch}/src/**/*.ts', 'libs/service/src/**/*.ts'],
  {
    cwd: root,
  },
).filter((path) => !/\.spec\.ts$|\/testing\/|\.int\.ts$/u.test(path));

describe('whatever is undone because a client went away', () => {
  it('has a row in this table', () => {
    const found = sources.filter((path) => signs.some((sign) => sign.test(read(path))));
    expect(found.sort()).toEqual(Object.keys(places).sort());
  });

  it.each(Object.values(places))('has a case: $what', ({ shownBy: [file, title] }) => {
    expect(read(file)).toContain(title);
  });
});
