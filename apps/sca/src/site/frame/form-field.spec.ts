import { formField } from './form-field.js';

describe('a form field', () => {
  it('is the text that was sent once', () => {
    expect(formField({ code: '123' }, 'code')).toBe('123');
  });

  it.each([[undefined], [null], ['code=1'], [{}], [{ code: ['1', '2'] }], [{ code: 1 }]])(
    'is empty in %j',
    (body) => {
      expect(formField(body, 'code')).toBe('');
    },
  );

  it('is none that objects have by themselves', () => {
    expect(formField({}, 'constructor')).toBe('');
  });
});
