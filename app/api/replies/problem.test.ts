import { expect, test } from 'vitest';
import { buildPortalUrl } from '~/platform/http/surfaces.server';
import { buildProblemBody } from './problem';

test('an error without a detail says how to fix it', () => {
  expect(buildProblemBody('too_many_requests', 'req_1')).toEqual({
    type: buildPortalUrl('/docs/errors#too_many_requests'),
    title: 'Too many requests',
    status: 429,
    detail: 'Wait for the number of seconds in Retry-After, then send the same request again.',
    instance: 'urn:tillway:request:req_1',
    code: 'too_many_requests',
    request_id: 'req_1',
  });
});

test.each([
  [[['order.order_amount', 'must be 1 or more']], 'order.order_amount must be 1 or more.'],
  [
    [
      ['a', 'is required'],
      ['b', 'is required'],
    ],
    'a is required. One more field is invalid.',
  ],
  [
    [
      ['card.cvc', 'isn’t a field of this request. Did you mean card.code?'],
      ['b', 'is required'],
      ['c', 'is required'],
    ],
    'card.cvc isn’t a field of this request. Did you mean card.code? 2 more fields are invalid.',
  ],
  [[['', 'must be an object']], 'The body must be an object.'],
])('the detail of the invalid fields %j is: %s', (fields, detail) => {
  const errors = fields.map(([field, message]) => ({
    field: field!,
    code: 'invalid_value',
    message: message!,
  }));
  expect(buildProblemBody('validation_failed', 'req_1', { errors }).detail).toBe(detail);
});

test('errors in a query are about parameters, not fields', () => {
  const errors = ['type', 'id'].map((field) => ({ field, code: 'required', message: 'is required' }));
  expect(buildProblemBody('invalid_query', 'req_1', { errors }).detail).toBe(
    'type is required. One more parameter is invalid.',
  );
});
