import { startStubbedGateway } from '@nordgate/gateway/testing';
import { singlePath } from '@nordgate/testing';
import { startInlineEdge } from './inline-edge.js';

/**
 * One of the contestants, in a process of its own: `node server.js ours|inline`. Says where it is and
 * as whom it may be asked, then answers every message with its processor time.
 */
async function main(contestant: string): Promise<void> {
  const gateway = await startStubbedGateway({}, { keep: false });
  const identity = await gateway.newSeal('PSDNO-FSA-900000001');
  const url =
    contestant === 'ours' ? gateway.url : await startInlineEdge(singlePath, [gateway.authority]);
  process.on('message', () => process.send?.(process.cpuUsage()));
  process.once('disconnect', () => process.exit(0));
  process.send?.({ url, identity });
}

await main(process.argv[2] ?? '');
