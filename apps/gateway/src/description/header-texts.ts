/** What each request header is for, by its name. Every row of the table of headers has a text here, except for what a signer fills (security.ts). */
export const requestHeaderTexts: Readonly<Record<string, string>> = {
  'x-accept-fix':
    'Fixes of this interface that the TPP accepts, separated by commas. An initiation sends at least `amount-as-string`.',
  'Accept-Charset': 'Read and ignored: texts are UTF-8 (RFC 9110 section 12.5.2).',
  'Accept-Encoding': 'The content codings that the TPP takes: gzip, br or identity.',
  'Accept-Language': 'The language of texts in the response: nb or en.',
  'X-Request-ID':
    'The id that the TPP gives this call. A repeat with the same id gets the same outcome, another request with it 409. The signature covers it.',
  'TPP-Session-ID':
    'The id that the TPP gives the session of a PSU. One SCA covers the session for a limited time.',
  'TPP-Redirect-URI': 'The address to which the PSU returns after SCA. The signature covers it.',
  'TPP-Redirect-Preferred': 'Whether the TPP prefers the redirect approach; it is the only one.',
  'PSU-ID': 'The id that the bank gave this TPP for the PSU. The signature covers it.',
  'PSU-Corporate-ID':
    'The id of the agreement for which the PSU acts, from GET /v1/agreements. The signature covers it.',
  'PSU-Context':
    'Whether the PSU acts as a private person (PRIVATE) or for an organisation (CORPORATE).',
  'PSU-IP-Address': 'The IP address of the PSU, as the TPP sees it.',
  'PSU-IP-Port': 'The IP port of the PSU, as the TPP sees it.',
  'PSU-User-Agent': 'User-Agent of the request of the PSU to the TPP.',
  'PSU-Accept': 'Accept of the request of the PSU to the TPP.',
  'PSU-Accept-Charset': 'Accept-Charset of the request of the PSU to the TPP.',
  'PSU-Accept-Encoding': 'Accept-Encoding of the request of the PSU to the TPP.',
  'PSU-Accept-Language': 'Accept-Language of the request of the PSU to the TPP.',
  'PSU-HTTP-Method': 'The method of the request of the PSU to the TPP.',
  'PSU-Device-ID': 'The id of the device of the PSU.',
  'PSU-Geo-Location': 'Where the PSU is: `GEO:<latitude>,<longitude>`.',
  'TPP-Nok-Redirect-URI':
    'The address to which the PSU returns after a failure. Without it failures lead to TPP-Redirect-URI.',
  'Client-VOP-Requested':
    'Whether the bank shall verify the payee. It does not: the answer has ASPSP-VOP-Supported: false.',
  'Client-VOP-Request-ID': 'The request with which the payee was verified before. Without effect.',
  'TPP-Notification-URI':
    'Where the TPP wants to be notified. It is not: the answer has ASPSP-Notification-Support: false.',
  'TPP-Notification-Content-Preferred': 'What the TPP wants to be notified of. Without effect.',
};
