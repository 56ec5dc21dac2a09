import { isPending } from '@nordgate/testing';
import { anInitiator, linkToken } from '../../testing/an-authorisation.js';
import { linkOf } from '../../testing/psu-steps.js';
import { startTestSca } from '../../testing/test-sca.int.js';
import type { TestSca } from '../../testing/test-sca.int.js';
import { hashOf } from '../security/tokens.js';

let sca: TestSca;
afterEach(() => sca.stop());

describe('a fresh link', () => {
  it('shows the log-in at the first request when its event arrives while the request waits', async () => {
    // The event arrives sooner, however slow the machine is.
    sca = await startTestSca({ linkWaitMs: 300_000 });
    const id = 'a'.repeat(32);
    const first = sca.newBrowser().get(linkOf(id));
    expect(await isPending(first)).toBe(true);
    await sca.tell({
      type: 'OpenAuthorisation',
      stream: `authorisation-${id}`,
      data: {
        resource: { kind: 'access' },
        initiator: anInitiator(),
        tokenHash: hashOf(linkToken),
      },
    });
    const { text, headers } = await first;
    expect(text).toContain('asks for confirmation that you are a customer here');
    expect(headers.get('refresh')).not.toContain('waited');
  });

  it('shows the waiting page when its event does not arrive', async () => {
    sca = await startTestSca({ linkWaitMs: 50 });
    const browser = sca.newBrowser();
    const { text, headers } = await browser.get(linkOf('b'.repeat(32)));
    expect(text).toContain('One moment');
    expect(headers.get('refresh')).toBe(`1; url=${linkOf('b'.repeat(32))}?waited=1`);
  });
});
