import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { basketPaymentCountMax } from '../../interface/baskets/signing-basket.js';
import { replySchema } from '../../interface/replies/replies.js';
import type { SchemaFile } from '../../base/message/generated-schemas.js';
import { textLengthMax } from '../../base/texts/text-of.js';
import { pathOf, schemaFiles } from './schema-files.js';

const generated = Object.entries(schemaFiles()) as [SchemaFile, object][];

describe('the generated schemas', () => {
  it.each(generated)(
    'of %s are those of the types (npm run describe writes them)',
    (file, schemas) => {
      expect(schemas).toEqual(JSON.parse(readFileSync(pathOf(file), 'utf8')));
    },
  );

  it.each(generated)('of %s compile in strict mode', (file, schemas) => {
    const ajv = new Ajv({ strict: true, validateFormats: false }).addSchema(schemas, file);
    const { definitions } = schemas as { readonly definitions: object };
    const names = Object.keys(definitions);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) expect(ajv.getSchema(`${file}#/definitions/${name}`)).toBeDefined();
  });

  it.each(generated)('of %s allow no unknown member in any object', (_file, schemas) => {
    const open = [...JSON.stringify(schemas).matchAll(/"additionalProperties":(?!false)/g)];
    expect(open).toEqual([]);
  });
});

describe('the schemas of replies', () => {
  it('have the bounds of the constants that they repeat', () => {
    const { payments } = replySchema('BasketReply').properties ?? {};
    const { psuMessage, tppMessages } = replySchema('PaymentCreated').properties ?? {};
    expect(payments?.maxItems).toBe(basketPaymentCountMax);
    expect(psuMessage?.maxLength).toBe(textLengthMax);
    expect(tppMessages?.items?.properties?.['text']?.maxLength).toBe(textLengthMax);
  });

  it('refer to nothing: nested objects stand in place', () => {
    const text = JSON.stringify(replySchema('PaymentCreated'));
    expect(text).not.toContain('$ref');
    expect(text).toContain('"title":"Link"');
  });
});
