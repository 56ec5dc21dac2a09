// Part of `npm run test:schema`: makes the Bruno collection, and runs it against a new bank. The bank has to verify
// the signature of each request, may not fail, and has to answer the first calls of a TPP as expected. The journey has
// to reach ACTC: its requests have assertions.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startBank, stopBank } from '../schemathesis/bank.mjs';
import { writeCollection } from './generate.mjs';

const root = join(import.meta.dirname, '..', '..');
/** Outside the lock file: an installation of the project would have 500 packages more. */
const tool = '@usebruno/cli@4.1.0';
const installed = join(root, '.nordgate', 'bruno', tool.replace(/\W/g, '-'));

/** What a TPP without a PSU gets from a new bank. */
const expected = {
  'PSU-and-session/getUser': 401,
  'Consents/askConsent': 201,
  'Single-payments/initiatePayment-payments': 201,
  'Bulk-payments/initiatePayment-bulk-payments': 201,
  'Bulk-payments/getPaymentStatus-bulk-payments': 200,
  'Periodic-payments/initiatePayment-periodic-payments': 201,
  'Sandbox/initialiseSandbox': 200,
  'Test-customers/getSandboxCustomers': 200,
  'The-bank/getDescription': 200,
  'Journey/reset': 200,
  'Journey/pay': 201,
  'Journey/approve': 200,
  'Journey/status': 200,
};
const ofSignature = ['Signature', 'TPP-Signature-Certificate', 'Digest', 'Date'];

/** The pinned tool, installed once. */
function installTool() {
  const command = join(installed, 'node_modules', '.bin', 'bru');
  if (existsSync(command)) return command;
  mkdirSync(installed, { recursive: true });
  const options = ['--no-save', '--no-package-lock', '--ignore-scripts', '--prefix', installed];
  const { status } = spawnSync('npm', ['install', ...options, tool], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`${tool} could not be installed`);
  return command;
}

/** Runs every request of the collection; the results in their order. */
function runCollection(command, url, dataDir) {
  const folder = join(dataDir, 'collection');
  writeCollection(folder);
  const report = join(dataDir, 'bruno.json');
  const variables = {
    bank: url,
    'tpp-cert': join(dataDir, 'sandbox', 'demo-tpp.pem'),
    'tpp-key': join(dataDir, 'sandbox', 'demo-tpp.key.pem'),
  };
  const overrides = Object.entries(variables).flatMap(([name, value]) => [
    '--env-var',
    `${name}=${value}`,
  ]);
  // The script reads the key and needs node:crypto, which Bruno's safe mode does not have.
  const args = ['run', '-r', '--env', 'sandbox', '--sandbox=developer', ...overrides];
  spawnSync(command, [...args, '--reporter-json', report], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return [JSON.parse(readFileSync(report, 'utf8'))].flat()[0].results;
}

/** What is wrong with the answer to a request; undefined when it is as it has to be. */
function faultOf({ path, response, error, assertionResults = [] }) {
  const { status } = response;
  if (typeof status !== 'number') return `no answer: ${error}`;
  if (status >= 500) return `the bank failed: ${status}`;
  const messages = response.data?.tppMessages ?? [];
  const refused = messages.find((one) => status === 400 && ofSignature.includes(one.path));
  if (refused !== undefined) return `${refused.path}: ${refused.text}`;
  const wanted = expected[path] ?? status;
  if (status !== wanted) return `${status} instead of ${wanted}`;
  const broken = assertionResults.find((one) => one.status !== 'pass');
  if (broken !== undefined) return `${broken.lhsExpr} ${broken.rhsExpr}: ${broken.error}`;
  return error ? `its script failed: ${error}` : undefined;
}

const command = installTool();
const dataDir = mkdtempSync(join(tmpdir(), 'nordgate-bruno-'));
const { bank, url } = startBank(dataDir);
let results;
try {
  results = runCollection(command, await url, dataDir);
} finally {
  await stopBank(bank);
  rmSync(dataDir, { recursive: true, force: true });
}
const missing = Object.keys(expected).filter((path) => !results.some((one) => one.path === path));
const faults = results.flatMap((one) => {
  const fault = faultOf(one);
  return fault === undefined ? [] : [`${one.path}: ${fault}`];
});
for (const fault of [...faults, ...missing.map((path) => `${path}: not in the collection`)]) {
  console.log(fault);
}
const failed = faults.length + missing.length;
console.log(`${results.length - faults.length} passed, ${failed} failed`);
process.exit(failed === 0 && results.length > 0 ? 0 : 1);
