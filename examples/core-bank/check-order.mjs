// Checks an order of core.instructions.v1 before any money moves: node check-order.mjs approvals.pub.pem < order.json
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** SHA-256, base64url, over parts. */
const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest('base64url');
const bytes = (base64url) => Buffer.from(base64url, 'base64url');

/** Canonical JSON (RFC 8785) for what an instruction has: texts, whole numbers, booleans, lists and objects. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
}

const hashOf = (value) => sha256(Buffer.from(canonical(value)));

/** The public keys in a PEM text by their ids: the first 16 characters of the hash of the key in DER (SPKI). */
export function keysIn(pem) {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  return new Map(
    blocks.map((block) => {
      const key = createPublicKey(block);
      return [sha256(key.export({ type: 'spki', format: 'der' })).slice(0, 16), key];
    }),
  );
}

/** The hash of the instruction, as it follows from the order. */
function instructionHashOf({ credits, approval: { bulk } }) {
  if (!bulk) return credits.length === 1 ? hashOf(credits[0].instruction) : undefined;
  let level = credits.map((credit) => sha256(Buffer.of(0), Buffer.from(canonical(credit))));
  if (bulk.path) {
    if (level.length !== 1) return undefined;
    for (const { left, right } of bulk.path) {
      const pair = left ? [left, level[0]] : [level[0], right];
      level = [sha256(Buffer.of(1), ...pair.map(bytes))];
    }
  } else if (level.length !== bulk.count) return undefined;
  while (level.length > 1) {
    const pairs = level.flatMap((hash, at) => (at % 2 ? [] : [level.slice(at, at + 2)]));
    level = pairs.map((pair) => (pair[1] ? sha256(Buffer.of(1), ...pair.map(bytes)) : pair[0]));
  }
  return hashOf({ ...bulk.head, payments: { count: bulk.count, root: level[0] } });
}

/** What is wrong with an order; undefined for one that the seals prove. */
export function faultOf(order, keys) {
  const { approval, credits, debtorAccount, executionId, occurrence, paymentId } = order;
  if (!approval) return 'no approval';
  const head = approval.bulk?.head;
  const part = head && !head.batchBookingPreferred ? `part${credits[0].part}` : 'whole';
  const [id, generation] = paymentId.split('.');
  const end = generation ? `.${generation}` : '';
  if (executionId !== `${id}_${occurrence ?? part}${end}`) return 'another transfer';
  const signed = head ?? credits[0].instruction;
  if (canonical(signed.debtorAccount) !== canonical(debtorAccount)) return 'another debtor';
  if (Boolean(signed.frequency) !== Boolean(occurrence)) return 'another occurrence';
  if (occurrence < signed.startDate || occurrence > signed.endDate) return 'another occurrence';
  if (instructionHashOf(order) !== approval.instructionHash) return 'another instruction';
  const customers = new Set();
  let signers = 1;
  for (const { keyId, signature, text } of approval.sealed) {
    const key = keys.get(keyId);
    if (!key) return `no key ${keyId}`;
    if (!verify(null, Buffer.from(text), key, bytes(signature))) return 'a wrong signature';
    const { type, data } = JSON.parse(text);
    const pays = data.resource.kind === 'payment' || data.resource.kind === 'basket';
    if (type !== 'AuthorisationFinalised' || !pays) return 'an approval of something else';
    const { hash } = data.approved.find((one) => one.paymentId === paymentId) ?? {};
    if (hash !== approval.instructionHash) return 'another payment';
    customers.add(data.customerId);
    if (data.signers === 2) signers = 2;
  }
  return customers.size < signers ? 'a signature is missing' : undefined;
}

if (import.meta.main) {
  const fault = faultOf(
    JSON.parse(readFileSync(0, 'utf8')),
    keysIn(readFileSync(process.argv[2], 'utf8')),
  );
  console.log(fault ? `refuse it: ${fault}` : 'the seal holds');
  process.exitCode = fault ? 1 : 0;
}
