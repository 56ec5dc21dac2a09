import { formField, FormPipe } from './form.pipe.js';

const codeOf = (body: unknown) => new FormPipe({ code: 'text' }).transform(body).code;
const accountsOf = (body: unknown) => new FormPipe({ account: 'texts' }).transform(body).account;

describe('a text field of a form', () => {
  it('is the text that was sent once', () => {
    expect(codeOf({ code: '123' })).toBe('123');
  });

  it.each([[undefined], [null], ['code=1'], [{}], [{ code: ['1', '2'] }], [{ code: 1 }]])(
    'is empty in %j',
    (body) => {
      expect(codeOf(body)).toBe('');
    },
  );

  it('is not taken from the prototype of the body', () => {
    expect(formField({}, 'constructor')).toBe('');
  });
});

describe('a field of a form that may be sent more than once', () => {
  it.each([
    [{ account: 'acc-1' }, ['acc-1']],
    [{ account: ['acc-1', 'acc-2'] }, ['acc-1', 'acc-2']],
    [{ account: ['acc-1', { a: 1 }] }, ['acc-1']],
    [{}, []],
    [undefined, []],
  ])('has every text in %j', (body, accounts) => {
    expect(accountsOf(body)).toEqual(accounts);
  });
});

describe('a form', () => {
  it('has no field but those that are named', () => {
    expect(new FormPipe({ code: 'text' }).transform({ code: '1', other: '2' })).toEqual({
      code: '1',
    });
  });
});
