/**
 * Words that name a role in an e-mail address. The bank profile may have another list.
 * Source: RFC 2142, and names that open-banking teams use.
 */
export const ROLE_WORDS: readonly string[] = [
  ...['abuse', 'admin', 'api', 'compliance', 'contact', 'customer', 'desk', 'dev', 'developer'],
  ...['developers', 'devops', 'engineering', 'finance', 'group', 'helpdesk', 'hostmaster', 'info'],
  ...['integration', 'integrations', 'it', 'legal', 'mail', 'noc', 'office', 'oncall', 'open'],
  ...['openbanking', 'banking', 'operations', 'ops', 'partner', 'partners', 'payment', 'payments'],
  ...[
    'platform',
    'post',
    'postmaster',
    'privacy',
    'psd2',
    'register',
    'sca',
    'security',
    'service',
  ],
  ...['sre', 'status', 'support', 'team', 'tech', 'technical', 'tpp', 'webmaster', 'xs2a'],
];

/** Domains at which anybody gets an address. The bank profile may have another list. */
export const FREE_MAIL_DOMAINS: readonly string[] = [
  ...['aol.com', 'fastmail.com', 'gmail.com', 'gmx.com', 'gmx.de', 'gmx.net', 'googlemail.com'],
  ...['hey.com', 'hotmail.com', 'hotmail.no', 'icloud.com', 'live.com', 'live.no', 'mac.com'],
  ...['mail.com', 'mail.ru', 'me.com', 'msn.com', 'online.no', 'outlook.com', 'pm.me'],
  ...['proton.me', 'protonmail.com', 'qq.com', 'tutanota.com', 'web.de', 'yahoo.com', 'yahoo.no'],
  ...['yandex.com', 'yandex.ru', 'zoho.com'],
];
