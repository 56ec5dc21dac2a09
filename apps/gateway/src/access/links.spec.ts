import { createSecretKey } from 'node:crypto';
import { authorisationLinkOf, linkOf } from './links.js';

const settings = {
  links: { current: 'A', keys: { A: createSecretKey(Buffer.alloc(32, 3)) } },
  scaUrl: 'https://bank.example',
};

describe('the link of an authorisation', () => {
  it('is the same for every repeat of a request', () => {
    const link = authorisationLinkOf('payment-1', 'r-1', settings);
    expect(authorisationLinkOf('payment-1', 'r-1', settings)).toEqual(link);
    expect(linkOf(link.authorisation.id, settings)).toEqual(link);
  });

  it('is of the generation of its resource', () => {
    const { authorisation, href } = authorisationLinkOf('payment-1.7', 'r-1', settings);
    expect(authorisation.id).toMatch(/^[0-9a-f]{32}\.7$/);
    expect(href).toMatch(`https://bank.example/sign/${authorisation.id}/`);
  });

  it('carries a token that is not stored', () => {
    const { authorisation, href } = authorisationLinkOf('payment-1', 'r-1', settings);
    const token = href.split('/').at(-1) ?? '';
    expect(JSON.stringify(authorisation)).not.toContain(token);
    expect(href).toBe(`https://bank.example/sign/${authorisation.id}/${token}`);
  });
});
