// Pre-request script of the collection: signs a request to the interface (docs/reference/signing.md).
const crypto = require('node:crypto');
const { readFileSync } = require('node:fs');

// Bruno reads scripts by an older grammar: no numeric separators.
const dayMs = 24 * 60 * 60 * 1000;
const isoDay = (days) => new Date(Date.now() + Number(days) * dayMs).toISOString().slice(0, 10);
const target = bru.interpolate(req.getUrl()).replace(/^[a-z]+:\/\/[^/]+/, '');

// Days stand as <today+73> in bodies, because the bank refuses days that are past or too far ahead.
let body = req.getBody();
if (body !== undefined && body !== null && body !== '') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  body = bru.interpolate(text).replace(/<today\+(\d+)>/g, (_all, days) => isoDay(days));
  req.setBody(body);
} else {
  body = '';
}

// Bruno's command line opens a connection for each request, and the bank closes those beyond 100 of an address.
req.setHeader('Connection', 'close');

// While psu-id is empty the PSU is unknown: PSU-Context replaces PSU-ID at first contact.
if (!bru.interpolate('{{psu-id}}')) {
  for (const name of ['PSU-ID', 'TPP-Session-ID']) req.deleteHeader(name);
  req.setHeader('PSU-Context', 'PRIVATE');
}

if (target.startsWith('/v1/') && target !== '/v1/openapi.json') {
  const certificate = new crypto.X509Certificate(readFileSync(bru.interpolate('{{tpp-cert}}')));
  const key = readFileSync(bru.interpolate('{{tpp-key}}'));
  const sent = new Map(
    Object.entries(req.getHeaders()).map(([name, value]) => [
      name.toLowerCase(),
      bru.interpolate(String(value)),
    ]),
  );
  const add = (name, value) => {
    req.setHeader(name, value);
    sent.set(name.toLowerCase(), value);
  };
  add('Date', new Date().toUTCString());
  add('X-Request-ID', crypto.randomUUID());
  if (body !== '') {
    add('Digest', `SHA-256=${crypto.createHash('sha256').update(body).digest('base64')}`);
  }
  const covered = [
    'date',
    'digest',
    'x-request-id',
    'psu-id',
    'psu-corporate-id',
    'tpp-redirect-uri',
  ];
  const lines = [
    ['(request-target)', `${req.getMethod().toLowerCase()} ${target}`],
    ...covered.filter((name) => sent.has(name)).map((name) => [name, sent.get(name)]),
  ];
  const string = lines.map(([name, value]) => `${name}: ${value}`).join('\n');
  const signature = crypto.sign('sha256', Buffer.from(string, 'latin1'), key).toString('base64');
  const issuer = certificate.issuer.split('\n').reverse().join(',');
  const names = lines.map(([name]) => name).join(' ');
  const parts = `keyId="SN=${certificate.serialNumber},CA=${issuer}",algorithm="rsa-sha256",headers="${names}",signature="${signature}"`;
  req.setHeader('Signature', `=?utf-8?B?${Buffer.from(parts).toString('base64')}?=`);
  req.setHeader('TPP-Signature-Certificate', certificate.raw.toString('base64'));
}
