import { jsonbText, jsonPart, jsonParts, parseJson } from './json-text.js';

describe('the JSON texts of the model', () => {
  it('have their parts as they are written, also behind quotes and brackets in strings', () => {
    const text = String.raw` [ {"a": "]}\\\"," , "b":[1, 2]}, "\\", 1.50 ,[] ] `;
    expect(jsonParts(text)?.map((part) => part.text)).toEqual([
      String.raw`{"a": "]}\\\"," , "b":[1, 2]}`,
      String.raw`"\\"`,
      '1.50',
      '[]',
    ]);
  });

  it('find a member by its key, which may be escaped, and the last of equal keys', () => {
    const text = String.raw`{"a\"b": 1, "c": {"c": 2}, "\u0063": 3}`;
    expect(jsonPart(text, 'a"b')).toBe('1');
    expect(jsonPart(text, 'c')).toBe('3');
    expect(jsonPart(text, 'd')).toBeUndefined();
  });

  it('have the members of jsonb by the length of their keys, then by their bytes, each time', () => {
    const json = { bb: 1, a: [{ z: 'é"', aa: null }], æ: true, b: {} };
    const text = String.raw`{"a": [{"z": "é\"", "aa": null}], "b": {}, "bb": 1, "æ": true}`;
    expect([jsonbText({ json }), jsonbText({ json })]).toEqual([text, text]);
  });

  it('may have numbers that JavaScript does not keep inside of strings only', () => {
    const ids = String.raw`{"id": "1e5\"1.50", "at": "2026-03-02T08:00:00.500Z"}`;
    expect(parseJson(ids)).toEqual({ id: '1e5"1.50', at: '2026-03-02T08:00:00.500Z' });
    expect(() => parseJson(String.raw`{"id": "\"", "sum": 1.50}`)).toThrow('jsonb number 1.50');
    expect(() => parseJson(String.raw`["\\\u0000"]`)).toThrow('unsupported Unicode escape');
    expect(parseJson(String.raw`["\\u0000"]`)).toEqual([String.raw`\u0000`]);
  });
});
