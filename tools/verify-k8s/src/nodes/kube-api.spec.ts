import { headersOf } from './kube-api.js';

it('sends the length of every body in bytes, that of a DELETE too', () => {
  const headers = headersOf('token', '{"name":"å"}', 'application/json');
  expect(headers).toEqual({
    authorization: 'Bearer token',
    'content-length': '13',
    'content-type': 'application/json',
  });
  expect(headersOf('token', '')).toEqual({ authorization: 'Bearer token' });
});
