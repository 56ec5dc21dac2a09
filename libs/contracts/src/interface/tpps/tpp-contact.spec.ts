import { aContext } from '../reading/testing/a-context.js';
import { tppContactRegistration } from './tpp-contact.js';

const rulesOf = (email: string) => {
  const parsed = tppContactRegistration.parse({ email }, aContext);
  return 'faults' in parsed ? parsed.faults.map(({ rule }) => rule) : [];
};

/** Names of roles as TPPs of each language write them, from the pages on which they can be reached. */
const roles: Readonly<Record<string, readonly string[]>> = {
  nb: [
    ...['post', 'postmottak', 'firmapost', 'kundeservice', 'kundesenter', 'kundestøtte', 'drift'],
    ...['driftsvakt', 'vakt', 'kontakt', 'henvendelse', 'henvendelser', 'hei', 'hjelp', 'teknisk'],
    ...['utvikling', 'sikkerhet', 'personvern', 'personvernombud', 'integrasjon', 'varsling'],
    ...['kundestotte', 'kundestoette', 'api.drift', 'psd2-kontakt', 'økonomi'],
  ],
  sv: [
    ...['kundtjänst', 'kundtjanst', 'kundtjaenst', 'kundservice', 'kundsupport', 'hej', 'kontakt'],
    ...['registrator', 'säkerhet', 'sakerhet', 'dataskyddsombud', 'utveckling', 'teknik', 'jour'],
    ...['förfrågan', 'forfragan', 'hjälp', 'växel', 'driftcentral', 'psd2.teknik'],
  ],
  da: [
    ...['kundecenter', 'kundesupport', 'henvendelse', 'forespørgsel', 'forespoergsel', 'sikkerhed'],
    ...['hjælp', 'hjaelp', 'udvikling', 'driftsvagt', 'vagt', 'fællespostkasse', 'goddag'],
    ...['databeskyttelse', 'overvågning', 'overvaagning', 'kontakt', 'hej'],
  ],
  en: [
    ...['support', 'contact', 'hello', 'info', 'helpdesk', 'operations', 'psd2-operations', 'dpo'],
    ...['customer.care', 'customerservice', 'enquiries', 'security', 'it-support', 'open.banking'],
  ],
};

describe('the contact address of a TPP', () => {
  it.each(
    Object.entries(roles).flatMap(([language, words]) => words.map((one) => [language, one])),
  )('in %s accepts the role %s, in capitals too', (_language, role) => {
    expect(rulesOf(`${role}@tpp.example`)).toEqual([]);
    expect(rulesOf(`${role.toUpperCase()}@tpp.example`)).toEqual([]);
  });

  it.each([
    'kari.nordmann',
    'kari',
    'per.hansen',
    'åse',
    'björn',
    'søren.drift',
    'anna-it',
    'mark',
  ])('rejects %s, which is the name of a person', (name) => {
    expect(rulesOf(`${name}@tpp.example`)).toEqual(['contact.notARole']);
  });

  it.each([
    '"drift"@tpp.example',
    'drift@kundtjänst.example',
    'drift\u0308@tpp.example',
    'дрифт@a.no',
  ])('rejects %s, which has other characters', (email) => {
    expect(rulesOf(email)).toEqual(['contact.form']);
  });
});
