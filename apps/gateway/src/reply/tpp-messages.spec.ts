import { MESSAGE_CODES } from '@nordgate/contracts/codes';
import { LANGUAGES, textOf } from '@nordgate/contracts/texts';
import { REFUSAL_REASONS, refuse } from '@nordgate/signature';
import { fault, RequestError, unavailable } from './request-error.js';
import { norwegianTexts } from './signature-texts.js';
import { errorBodyOf, statusOf, tppMessageOf } from './tpp-messages.js';

describe('the answer to a rejected request', () => {
  it('has a status for every code of the list', () => {
    expect(Object.keys(statusOf).sort()).toEqual([...MESSAGE_CODES].sort());
  });

  it('has category, code, path and text of each fault', () => {
    const faults = [
      fault('HTTP_HEADER_REQUIRED', 'header.required', 'Digest', { header: 'Digest' }),
      fault('NOT_FOUND', 'route.unknown'),
    ];
    expect(errorBodyOf(faults, 'en')).toEqual({
      tppMessages: [
        {
          category: 'ERROR',
          code: 'HTTP_HEADER_REQUIRED',
          path: 'Digest',
          text: 'The header Digest is required here.',
        },
        { category: 'ERROR', code: 'NOT_FOUND', text: 'There is nothing at this path.' },
      ],
    });
  });

  it('is in Norwegian when the request asks for it', () => {
    const unknown = fault('PRODUCT_UNKNOWN', 'product.unknown');
    expect(tppMessageOf(unknown, 'ERROR', 'nb').text).toBe(textOf(unknown, 'nb'));
  });

  it.each(REFUSAL_REASONS)('has a Norwegian text for the refused signature: %s', (reason) => {
    const refused = { refused: 'BAD_REQUEST', reason, path: 'Date', text: 'English' } as const;
    expect(tppMessageOf(refused, 'ERROR', 'en').text).toBe('English');
    const { text } = tppMessageOf(refused, 'ERROR', 'nb');
    expect(text).toBe(norwegianTexts[reason]);
    expect(text).toMatch(/^\S.*\.$/);
  });

  it("has the time of the bank's clock in both languages for a Date that differs too much", () => {
    const params = { time: 'Fri, 20 Nov 2026 10:15:30 GMT' };
    const off = refuse('date-off', 'Date', params);
    for (const language of LANGUAGES) {
      expect(tppMessageOf(off, 'ERROR', language).text).toContain(params.time);
    }
  });

  it('carries the links of an SCA redirect', () => {
    const links = {
      scaRedirect: { href: 'https://bank.example/sign/1/t', verbs: ['GET'] },
    } as const;
    expect(errorBodyOf([fault('SCA_NOT_FOUND', 'sca.needed')], 'en', { links })._links).toBe(links);
  });

  it('has the status of the first fault unless the error has its own', () => {
    expect(new RequestError([fault('CONFLICT', 'request.idReused')]).status).toBe(409);
    const inBody = fault('RESOURCE_UNKNOWN', 'basket.memberUnknown', '/paymentIds/0');
    expect(new RequestError([inBody], { status: 400 }).status).toBe(400);
  });

  it('has Retry-After when nothing was accepted', () => {
    const { status, headers } = unavailable();
    expect(status).toBe(503);
    expect(headers['retry-after']).toMatch(/^\d+$/);
  });
});
