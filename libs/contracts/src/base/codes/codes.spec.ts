import { ACCEPT_FIXES } from './accept-fixes.js';
import { COUNTRIES } from './countries.js';
import { CURRENCIES } from './currencies.js';
import { MESSAGE_CODES } from './message-codes.js';
import { MINOR_UNITS } from './minor-units.js';
import { EXECUTION_RULES, FREQUENCIES, PURPOSE_CODES } from './payment-codes.js';
import { BASKET_STATUSES, PAYMENT_STATUSES, SCA_STATUSES } from './statuses.js';

/** The lists of the specification in its own grouped form: a letter, then its codes. */
const currencyGroups = [
  'A AED AFN ALL AMD ANG AOA ARS AUD AWG AZN',
  'B BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYR BZD',
  'C CAD CDF CHF CLP CNY COP CRC CUC CUP CVE CZK',
  'D DJF DKK DOP DZD',
  'E EGP ERN ETB EUR',
  'F FJD FKP',
  'G GBP GEL GGP GHS GIP GMD GNF GTQ GYD',
  'H HKD HNL HRK HTG HUF',
  'I IDR ILS IMP INR IQD IRR ISK',
  'J JEP JMD JOD JPY',
  'K KES KGS KHR KMF KPW KRW KWD KYD KZT',
  'L LAK LBP LKR LRD LSL LYD',
  'M MAD MDL MGA MKD MMK MNT MOP MRO MUR MVR MWK MXN MYR MZN',
  'N NAD NGN NIO NOK NPR NZD',
  'O OMR',
  'P PAB PEN PGK PHP PKR PLN PYG',
  'Q QAR',
  'R RON RSD RUB RWF',
  'S SAR SBD SCR SDG SEK SGD SHP SLL SOS SPL SRD STD SVC SYP SZL',
  'T THB TJS TMT TND TOP TRY TTD TVD TWD TZS',
  'U UAH UGX USD UYU UZS',
  'V VEF VND VUV WST',
  'X XAF XCD XDR XOF XPF',
  'Y YER',
  'Z ZAR ZMW ZWD',
];
const countryGroups = [
  'A AF AX AL DZ AS AD AO AI AQ AG AR AM AW AU AT AZ',
  'B BH BS BD BB BY BE BZ BJ BM BT BO BQ BA BW BV BR IO BN BG BF BI',
  'C KH CM CA CV KY CF TD CL CN CX CC CO KM CG CD CK CR CI HR CU CW CY CZ',
  'D DK DJ DM DO',
  'E EC EG SV GQ ER EE ET',
  'F FK FO FJ FI FR GF PF TF',
  'G GA GM GE DE GH GI GR GL GD GP GU GT GG GN GW GY',
  'H HT HM VA HN HK HU',
  'I IS IN ID IR IQ IE IM IL IT',
  'J JM JP JE JO',
  'K KZ KE KI KP KR KW KG',
  'L LA LV LB LS LR LY LI LT LU',
  'M MO MK MG MW MY MV ML MT MH MQ MR MU YT MX FM MD MC MN ME MS MA MZ MM',
  'N NA NR NP NL NC NZ NI NE NG NU NF MP NO',
  'O OM',
  'P PK PW PS PA PG PY PE PH PN PL PT PR',
  'Q QA',
  'R RE RO RU RW',
  'S BL SH KN LC MF PM VC WS SM ST SA SN RS SC SL SG SX SK SI SB SO ZA GS SS ES LK SD SR SJ SZ SE CH SY',
  'T TW TJ TZ TH TL TG TK TO TT TN TR TM TC TV',
  'U UG UA AE GB US UM UY UZ',
  'V VU VE VN VG VI',
  'W WF',
  'E EH',
  'Y YE',
  'Z ZM ZW',
];

function codesOf(groups: readonly string[]): string[] {
  return groups.flatMap((group) => group.split(' ').slice(1));
}

function words(list: string): string[] {
  return list.split(', ');
}

describe('the code lists', () => {
  it.each<[string, readonly string[], readonly string[], number]>([
    ['currencies', CURRENCIES, codesOf(currencyGroups), 162],
    ['countries', COUNTRIES, codesOf(countryGroups), 249],
    [
      'message codes',
      MESSAGE_CODES,
      words(
        'SYSTEM_ERROR, BAD_REQUEST, FORBIDDEN, NOT_FOUND, CONFLICT, HTTP_HEADER_REQUIRED, ' +
          'QUERY_PARAMETER_REQUIRED, SCA_NOT_FOUND, SCA_EXPIRED, SCA_INVALID, FORMAT_ERROR, ' +
          'RESOURCE_UNKNOWN, PSU_CREDENTIALS_INVALID, CONSENT_UNKNOWN, CONSENT_INVALID, ' +
          'CONSENT_EXPIRED, ACCESS_EXCEEDED, PRODUCT_UNKNOWN, PRODUCT_INVALID, KID_MISSING, ' +
          'KID_INVALID, PAYMENT_FAILED, EXECUTION_DATE_INVALID, REFERENCE_MIX_INVALID',
      ),
      24,
    ],
    [
      'payment statuses',
      PAYMENT_STATUSES,
      words('ACCP, ACSC, ACSP, ACTC, ACWC, ACWP, RCVD, PDNG, RJCT, CANC, PART'),
      11,
    ],
    ['basket statuses', BASKET_STATUSES, words('RCVD, ACTC, PATC, RJCT'), 4],
    [
      'frequencies',
      FREQUENCIES,
      words(
        'Daily, Weekly, EveryTwoWeeks, Monthly, EveryTwoMonths, Quarterly, SemiAnnual, Annual, ' +
          'MonthlyVariable',
      ),
      9,
    ],
    [
      'purpose codes',
      PURPOSE_CODES,
      words('INVS, SALA, IDCP, CASH, CORT, INTC, PENS, SSBE, SUPP, TAXS, TREA, VATX, LOAN, OTHR'),
      14,
    ],
    ['execution rules', EXECUTION_RULES, words('following, preceeding'), 2],
  ])('of %s equals that of the specification', (_name, list, expected, count) => {
    expect(list).toEqual(expected);
    expect(new Set(list).size).toBe(count);
  });

  it('of scaStatus has the steps of one authorisation, none twice', () => {
    expect(new Set(SCA_STATUSES).size).toBe(8);
  });

  it('of x-accept-fix has four implemented changes and three own ones', () => {
    expect(new Set(ACCEPT_FIXES).size).toBe(7);
  });
});

describe('minor units', () => {
  it('have exactly one rule for each listed currency', () => {
    expect(Object.keys(MINOR_UNITS).sort()).toEqual([...CURRENCIES].sort());
  });

  it.each([
    [0, 'BIF BYR CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'],
    [3, 'BHD IQD JOD KWD LYD OMR TND'],
    [5, 'XDR'],
  ])('are %i for %s and nothing else', (digits, currencies) => {
    const having = CURRENCIES.filter((currency) => MINOR_UNITS[currency] === digits);
    expect(having).toEqual(currencies.split(' '));
  });

  it.each([
    ['GGP', 'GBP'],
    ['IMP', 'GBP'],
    ['JEP', 'GBP'],
    ['TVD', 'AUD'],
  ] as const)('of %s, unknown to ISO 4217, are those of %s', (currency, model) => {
    expect(MINOR_UNITS[currency]).toBe(MINOR_UNITS[model]);
  });
});
