import { expect, test } from 'vitest';
import { buildMerchant } from '../../../tests/world/merchants';
import {
  addRedirectHost,
  isRedirectHostListed,
  listRedirectHosts,
  maxRedirectHosts,
  parseRedirectHost,
  removeRedirectHost,
} from './redirect-hosts';

test.each([
  ['shop.example', 'shop.example'],
  ['  Shop.EXAMPLE ', 'shop.example'],
  ['https://shop.example/x?y=1#z', 'shop.example'],
  ['HTTPS://shop.example', 'shop.example'],
  ['shop.example/thanks', 'shop.example'],
  ['shop.example:443', 'shop.example'],
  ['shop.example:8443', 'shop.example:8443'],
  ['shop.example.', 'shop.example'],
  ['shop.example.:8443', 'shop.example:8443'],
  ['münchen.example', 'xn--mnchen-3ya.example'],
  ['MÜNCHEN.example', 'xn--mnchen-3ya.example'],
  ['ｓｈｏｐ.example', 'shop.example'],
  ['shop。example', 'shop.example'],
  // As browsers parse it: the rest is the query or the fragment.
  ['shop.example?@evil.example', 'shop.example'],
  ['shop.example#@evil.example', 'shop.example'],
])('%j is the host %s', (input, host) => {
  expect(parseRedirectHost(input)).toEqual({ host });
  // Parsing it again changes nothing.
  expect(parseRedirectHost(host)).toEqual({ host });
});

test.each([
  ['', 'missing'],
  [' ', 'missing'],
  ['shop.example@evil', 'user_name'],
  ['https://shop.example@evil.example/', 'user_name'],
  ['https://@evil.example', 'user_name'],
  ['https://a:b@evil.example', 'user_name'],
  ['//evil', 'not_a_host'],
  ['//evil.example', 'not_a_host'],
  ['https:////evil.example', 'not_a_host'],
  ['https:evil.example', 'not_a_host'],
  ['https:/evil.example', 'not_a_host'],
  ['shop.example\\evil', 'not_a_host'],
  ['https://shop.example\\@evil.example', 'not_a_host'],
  ['shop.example\tevil', 'not_a_host'],
  ['shop.example\r\nevil.example', 'not_a_host'],
  ['shop\0.example', 'not_a_host'],
  ['shop.example evil.example', 'not_a_host'],
  ['shop.example,evil.example', 'not_a_host'],
  ['shop.example%00', 'not_a_host'],
  ['shop.example..', 'not_a_host'],
  ['.shop.example', 'not_a_host'],
  ['shop..example', 'not_a_host'],
  ['-shop.example', 'not_a_host'],
  ['shop.example:', { host: 'shop.example' }],
  ['shop.example:99999', 'not_a_host'],
  ['shop.example:port', 'not_a_host'],
  ['localhost', 'not_a_host'],
  ['example', 'not_a_host'],
  ['xn--a.example', 'not_a_host'],
  ['javascript:alert(1)', 'not_a_host'],
  ['javascript://shop.example', 'not_https'],
  ['http://shop.example', 'not_https'],
  ['ftp://shop.example', 'not_https'],
  ['*.shop.example', 'wildcard'],
  ['https://*', 'wildcard'],
  ['127.0.0.1', 'ip_address'],
  ['127.1', 'ip_address'],
  ['0x7f.1', 'ip_address'],
  ['2130706433', 'ip_address'],
  ['[::1]', 'ip_address'],
  ['https://[::ffff:7f00:1]:8443/', 'ip_address'],
  ['4242424242424242.example', 'not_a_host'],
  [`${'a'.repeat(64)}.example`, 'not_a_host'],
  [`${'a.'.repeat(127)}example`, 'not_a_host'],
  ['a'.repeat(10_000), 'not_a_host'],
])('%.60j is read as %j', (input, fault) => {
  expect(parseRedirectHost(input)).toEqual(fault);
});

const hostsOf = async (accountId: string) => (await listRedirectHosts(accountId)).map(({ host }) => host);

test('a host is listed once, for its own account', async () => {
  const [{ accountId, ownerId: createdBy }, other] = [await buildMerchant(), await buildMerchant()];
  for (const hostInput of ['shop.example', 'https://SHOP.example/x', 'a.example'])
    await addRedirectHost({ accountId, hostInput, createdBy });
  expect(await hostsOf(accountId)).toEqual(['a.example', 'shop.example']);
  expect(await hostsOf(other.accountId)).toEqual([]);
  const address = new URL('https://shop.example/thanks');
  expect({
    ownAccount: await isRedirectHostListed({ accountId, address }),
    otherAccount: await isRedirectHostListed({ accountId: other.accountId, address }),
  }).toEqual({ ownAccount: true, otherAccount: false });

  await removeRedirectHost({ accountId: other.accountId, host: 'shop.example', removedBy: 'usr_none' });
  await removeRedirectHost({ accountId, host: 'no\0thing', removedBy: 'usr_none' });
  expect(await hostsOf(accountId)).toEqual(['a.example', 'shop.example']);
  await removeRedirectHost({ accountId, host: 'shop.example', removedBy: 'usr_none' });
  expect(await hostsOf(accountId)).toEqual(['a.example']);
});

test(`an account lists ${maxRedirectHosts} hosts, also when the last ones come at once`, async () => {
  const { accountId, ownerId: createdBy } = await buildMerchant();
  const add = (hostInput: string) => addRedirectHost({ accountId, hostInput, createdBy });
  for (let i = 1; i < maxRedirectHosts; i++) await add(`shop-${i}.example`);
  const last = await Promise.all([add('a.example'), add('b.example'), add('c.example')]);
  expect(last.filter((added) => added === 'too_many_hosts')).toHaveLength(2);
  expect(await hostsOf(accountId)).toHaveLength(maxRedirectHosts);
  expect(await add('shop-1.example')).toEqual({ host: 'shop-1.example' });
  expect(await add('http://nothing')).toBe('not_https');
});
