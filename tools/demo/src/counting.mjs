// Loaded by a bank with `--import`: counts its work, and writes the counts to COUNTS_FILE at each SIGUSR2.
import { Hash, Hmac } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import pg from 'pg';

const counts = new Map();

function count(owner, method, nameOf) {
  const original = owner[method];
  owner[method] = function (...args) {
    const name = nameOf(...args);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return original.apply(this, args);
  };
}

const stringify = JSON.stringify;
count(pg.Client.prototype, 'query', (query) => `statement ${nameOfStatement(query)}`);
count(Hmac.prototype, 'digest', () => 'HMAC');
count(Hash.prototype, 'digest', () => 'hash');
count(JSON, 'parse', () => 'JSON.parse');
count(JSON, 'stringify', () => 'JSON.stringify');

function nameOfStatement(query) {
  const { name, text = query } = query;
  return name ?? String(text).trim().split(/\s+/, 3).join(' ');
}

process.on('SIGUSR2', () => {
  const file = process.env.COUNTS_FILE;
  writeFileSync(`${file}.new`, stringify(Object.fromEntries(counts)));
  renameSync(`${file}.new`, file);
  counts.clear();
});
