export const aUuid = '1f4b0d52-6b2b-4a58-9d2b-5c3f2f1f9a10';

/** A value of a header and its answer. */
export type Row = readonly [name: string, value: string | undefined, outcome: string];
export const taken = '200';
export const malformed = '400 FORMAT_ERROR';
export const missing = '400 HTTP_HEADER_REQUIRED';
const unservable = '406 FORMAT_ERROR';
export const untrue = '400 BAD_REQUEST';

/** UTF-8 as Node shows it: one Latin-1 character per byte, C1 control characters among them. */
const onWire = (value: string) => Buffer.from(value).toString('latin1');
const beyondAscii = ['\u0080', '\u00a0', '\u00ff', onWire('Ångström æøå'), onWire('例え')];
const long = (length: number) => 'x'.repeat(length);
const address = (length: number) => 'https://tpp.example/'.padEnd(length, 'x');

/** A value as a title names it: without control characters, and shortened. */
export function shownValue(value: string | undefined): string {
  const shown = JSON.stringify(value ?? 'undefined').slice(1, -1);
  const ascii = shown.replace(/[\u007f-\u00ff]/g, (one) => `\\x${one.charCodeAt(0).toString(16)}`);
  return ascii.length <= 80 ? ascii : `${ascii.slice(0, 40)}… (${String(ascii.length)})`;
}

/** A row for each value. */
const each = (name: string, outcome: string, ...values: readonly (string | undefined)[]): Row[] =>
  values.map((value) => [name, value, outcome]);

/** Of each header: what clients of the field send, what is refused, and the value beside the border. */
export const table: readonly Row[] = [
  ...each(
    'x-accept-fix',
    taken,
    'amount-as-string, longer-names',
    'amount-as-string,, no-such-fix',
  ),
  ...each('x-accept-fix', taken, 'amount-as-string,\tlonger-names', ...beyondAscii),
  ...each('x-accept-fix', malformed, Array.from({ length: 33 }, (_, i) => `f${String(i)}`).join()),
  ...each('x-accept-fix', malformed, long(1025)),
  ...each('x-accept-fix', missing, undefined, '', ' '),

  ...each('Accept', taken, 'application/json', '*/*', '', undefined, 'Application/JSON'),
  ...each('Accept', taken, 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2'),
  ...each('Accept', taken, 'application/json, text/plain, */*', 'application/json; charset=utf-8'),
  ...each('Accept', taken, 'json', 'application/json;q=2, */*', ...beyondAscii, long(12_000)),
  ...each('Accept', unservable, 'application/xml', 'application/json;q=0, */*;Q=0', 'text/html'),
  ...each('Accept', unservable, 'application/xml, json', 'application/pdf, *; q=.2'),

  ...each('Accept-Charset', taken, 'utf-8, iso-8859-1;q=0.5', 'iso-8859-1', 'utf-8;q=2', '*;q=0'),
  ...each('Accept-Charset', taken, 'utf-16', ';;', ...beyondAscii),

  ...each('Accept-Encoding', taken, 'gzip, deflate, br', 'gzip, deflate, br, zstd', 'gzip', '*'),
  ...each('Accept-Encoding', taken, 'deflate, gzip;q=1.0, *;q=0.5', 'identity;q=0, gzip', 'zstd'),
  ...each('Accept-Encoding', taken, 'gzip;level=9', 'x-gzip', 'gzip, compress;;', ...beyondAscii),
  ...each(
    'Accept-Encoding',
    unservable,
    'identity;q=0, zstd',
    '*;q=0',
    'identity;q=0, gzip;level=9',
  ),

  ...each('Accept-Language', taken, 'nb-NO, en;q=0.8, *;q=0.1', 'de', 'en-US,en;q=0.7,nb;q=0.3'),
  ...each('Accept-Language', taken, 'en_US', 'nb_NO', 'nb_NO.UTF-8', 'norwegian-language', '*;q=0'),
  ...each('Accept-Language', taken, 'en-us;q=0.9;level=1', ...beyondAscii),

  ...each(
    'Host',
    taken,
    'bank.example:8443',
    '[2001:db8::1]:443',
    '[::1]',
    'localhost:8080',
    '192.0.2.7',
  ),
  ...each('Host', taken, 'BANK.example', 'bank.example.', 'bank_1.example', 'bank.example:'),
  ...each('Host', malformed, 'user@bank.example', 'bank.example:65536', 'a b', ...beyondAscii),

  ...each(
    'X-Request-ID',
    taken,
    'any text that is unique',
    long(128),
    'TEST_SCRIPT_REQUEST_ID_4711',
  ),
  ...each('X-Request-ID', taken, aUuid, '{{$guid}}', '1'),
  ...each('X-Request-ID', malformed, long(129), 'a\tb', '\u007f', ...beyondAscii),
  ...each('X-Request-ID', missing, undefined, ' '),

  ...each('TPP-Session-ID', taken, 'session', long(128), aUuid),
  ...each('TPP-Session-ID', malformed, long(129), 'a\tb', ...beyondAscii),
  ...each('TPP-Session-ID', missing, undefined),

  ...each('TPP-Redirect-URI', taken, 'https://tpp.example/back?state=1', address(2048)),
  ...each(
    'TPP-Redirect-URI',
    taken,
    'https://tpp.example/?q=bl%C3%A5',
    'https://xn--blbr-roah.example/',
  ),
  ...each(
    'TPP-Redirect-URI',
    malformed,
    'http://localhost/back',
    address(2049),
    '/back',
    'tpp.example',
  ),
  ...each(
    'TPP-Redirect-URI',
    malformed,
    onWire('https://blåbær.example/'),
    'https://tpp.ex\tample/',
  ),
  ...each('TPP-Redirect-URI', malformed, onWire('https://tpp.example/blåbær'), ...beyondAscii),
  ...each('TPP-Redirect-URI', missing, undefined, ''),

  ...each(
    'TPP-Nok-Redirect-URI',
    taken,
    'https://tpp.example/failed?a=1',
    address(2048),
    undefined,
    '',
  ),
  ...each('TPP-Nok-Redirect-URI', malformed, 'http://tpp.example/failed', '/failed', address(2049)),
  ...each('TPP-Nok-Redirect-URI', malformed, onWire('https://blåbær.example/'), ...beyondAscii),

  ...each('TPP-Redirect-Preferred', taken, 'false', 'true', 'False', 'TRUE', '', undefined),
  ...each('TPP-Redirect-Preferred', malformed, '0', 'no', 'yes', 'false, false', ...beyondAscii),

  ['Digest', 'MD5=1B2M2Y8AsgTpgAmY7PhCfg==', untrue],
  ...each('Digest', malformed, 'abc', 'SHA-256=', `SHA-256=${long(43)}`),
  ...each('Digest', missing, undefined),
  ...each('TPP-Signature-Certificate', malformed, 'MIIB', ...beyondAscii),
  ...each('TPP-Signature-Certificate', missing, undefined),
  ...each('Signature', malformed, 'keyId="x"', ...beyondAscii),
  ...each('Signature', missing, undefined),

  ...each('Date', taken, 'Fri, 01 Mar 2030 10:01:00 GMT', 'Fri, 1 Mar 2030 10:00:00 GMT'),
  ...each('Date', taken, 'Fri, 1 Mar 2030 11:00:00 +0100', 'Friday, 01-Mar-30 10:00:00 GMT'),
  ...each('Date', taken, 'Fri Mar  1 10:00:00 2030'),
  ...each('Date', untrue, 'Fri, 01 Mar 2030 10:01:01 GMT', 'Fri, 01 Mar 2030 10:00:00 +0100'),
  ...each(
    'Date',
    malformed,
    'Thu, 01 Mar 2030 10:00:00 GMT',
    '2030-03-01T10:00:00Z',
    ...beyondAscii,
  ),
  ...each('Date', missing, undefined),

  ...each('PSU-ID', taken, aUuid, aUuid.toUpperCase()),
  ...each(
    'PSU-ID',
    malformed,
    `${aUuid}0`,
    `{${aUuid}}`,
    aUuid.replaceAll('-', ''),
    'null',
    ...beyondAscii,
  ),
  ...each('PSU-ID', missing, undefined),

  ...each('PSU-Corporate-ID', taken, 'agreement-1', aUuid, '', undefined),
  ...each('PSU-Corporate-ID', malformed, 'a'.repeat(129), ...beyondAscii),

  ...each('PSU-Context', taken, 'PRIVATE', '', undefined),
  ...each('PSU-Context', malformed, 'private', 'BOTH', 'PRIVATE, CORPORATE', ...beyondAscii),
  ...each('PSU-Context', missing, 'CORPORATE'),

  ...each('PSU-IP-Address', taken, '192.0.2.7', '2001:db8::1', '[2001:db8::1]', '::ffff:192.0.2.7'),
  ...each(
    'PSU-IP-Address',
    taken,
    '0:0:0:0:0:0:0:1',
    'fe80::1%eth0',
    '[fe80::1%25eth0]',
    '2001:DB8::A',
  ),
  ...each(
    'PSU-IP-Address',
    malformed,
    '192.0.2.7:443',
    '192.0.2.7, 10.0.0.1',
    'unknown',
    '192.0.2.7%1',
  ),
  ...each(
    'PSU-IP-Address',
    malformed,
    '[192.0.2.7]',
    '[2001:db8::1]:443',
    '300.1.1.1',
    'localhost',
  ),
  ...each('PSU-IP-Address', malformed, `fe80::1%${long(33)}`, 'fe80::1%', ...beyondAscii),
  ...each('PSU-IP-Address', missing, undefined, ' '),

  ...each('PSU-IP-Port', taken, '65535', '1', '00443', ' 443 ', '', undefined),
  ...each('PSU-IP-Port', malformed, '0', '65536', '-1', '443,443', ':443', 'https', ...beyondAscii),

  ...each(
    'PSU-User-Agent',
    taken,
    'Nettleser/1.0 (æøå)',
    long(6000),
    'tab\tinside',
    ...beyondAscii,
  ),
  ...each(
    'PSU-Accept',
    taken,
    'text/html, */*',
    '*; q=.2',
    'tab\tinside',
    long(6000),
    ...beyondAscii,
  ),
  ...each('PSU-Accept-Charset', taken, 'utf-8', 'utf-8;q=7', long(6000), ...beyondAscii),
  ...each('PSU-Accept-Encoding', taken, 'gzip', ';;', long(6000), ...beyondAscii),
  ...each('PSU-Accept-Language', taken, 'nb', 'nb_NO', long(6000), ...beyondAscii),

  ...each('PSU-HTTP-Method', taken, 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', '', undefined),
  ...each('PSU-HTTP-Method', malformed, 'TRACE', 'get', 'GET, POST', ...beyondAscii),

  ...each('PSU-Device-ID', taken, aUuid, aUuid.toUpperCase(), '', undefined),
  ...each('PSU-Device-ID', malformed, '1234', ...beyondAscii),

  ...each('PSU-Geo-Location', taken, 'GEO:59.91,10.75', 'GEO:-90,180', 'geo:59.91;10.75'),
  ...each(
    'PSU-Geo-Location',
    taken,
    'GEO:59.913868900000004, 10.752245199999999',
    'GEO:+59,-10',
    '',
  ),
  ...each('PSU-Geo-Location', malformed, 'GEO:90.1,0', 'GEO:0,180.1', '59.91,10.75', 'GEO:59.91'),
  ...each('PSU-Geo-Location', malformed, 'GEO:a,b', 'GEO:59,91,10,75', ...beyondAscii),

  ...each('Client-VOP-Requested', taken, 'true', 'maybe', ...beyondAscii),
  ...each('Client-VOP-Request-ID', taken, aUuid, 'no id', ...beyondAscii),
  ...each('TPP-Notification-URI', taken, 'https://tpp.example/notify', 'somewhere', ...beyondAscii),
  ...each(
    'TPP-Notification-Content-Preferred',
    taken,
    'status=SCA, PROCESS',
    'all',
    ...beyondAscii,
  ),
];
