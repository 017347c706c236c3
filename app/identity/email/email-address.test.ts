import { expect, test } from 'vitest';
import { emailAddress } from './email-address';

test('an address is stored without spaces around it, in lowercase', () => {
  expect(emailAddress.parse(' Ada@Example.com ')).toBe('ada@example.com');
});

test.each([
  '4242424242424242@example.com',
  'ada+6759649826438453@example.com',
  '4242-4242-4242-4242@example.com',
])('the address %s is rejected for its card number', (address) => {
  const { error } = emailAddress.safeParse(address);
  expect(error?.issues.map(({ message }) => message)).toEqual(['Enter an email address, not a card number']);
});

test.each(['ada.1990@example.com', '1234567890@qq.com', '13912345678@139.com', '+4915112345678@example.com'])(
  'the address %s is accepted',
  (address) => expect(emailAddress.parse(address)).toBe(address),
);
