import { describe, expect, test } from 'vitest';
import { isRedirectHostListed } from '~/merchants/redirect-hosts/redirect-hosts';
import { parseUrl } from '~/platform/http/parse-url';
import { buildApiClient } from '../../../tests/world/api-client';
import { invalidUrls, misleadingUrls, overridingQueries } from '../../../tests/world/attacks/malicious-urls';
import { buildMerchant, goLive } from '../../../tests/world/merchants';
import { findCheckoutIntent } from './payment-intents';
import { validateRedirectUrl } from './redirect-url-rules';
import { buildRedirectUrl } from './redirect-url';

describe('a redirect URL (threat T10)', () => {
  test('is absolute and unambiguous', () => {
    expect(invalidUrls.length + misleadingUrls.length + overridingQueries.length).toBeGreaterThan(200);
    const taken = invalidUrls.filter(
      (address) => !validateRedirectUrl(address, 'test') || !validateRedirectUrl(address, 'live'),
    );
    expect(taken).toEqual([]);
    for (const address of [
      'https://shop.example',
      'https://shop.example/a%20b',
      'https://shop.example/ok?a=b#c',
      'https://shop.example/ok?next=https://ada@shop.example/',
      `https://shop.example/${'x'.repeat(2_027)}`,
      'https://münchen.example/',
      'https://[2001:db8::1]/',
    ])
      expect(validateRedirectUrl(address, 'live')).toBeNull();
    for (const address of ['http://localhost:4000/ok', 'http://127.0.0.1/ok', 'http://[::1]/ok'])
      expect({
        test: validateRedirectUrl(address, 'test'),
        live: validateRedirectUrl(address, 'live'),
      }).toEqual({ test: null, live: expect.any(String) });
  });

  test('has at most 2,048 characters and no username', () => {
    expect(validateRedirectUrl(`https://shop.example/${'x'.repeat(2_028)}`, 'live')).toBe(
      'must be at most 2048 characters',
    );
    for (const address of ['https://ada@shop.example/', 'http://:pw@localhost:4000/', 'http://@localhost/'])
      expect(validateRedirectUrl(address, 'test'), address).toBe('must not contain a username');
  });

  test('contains no card number, not even percent-encoded', () => {
    for (const number of [
      '4242424242424242',
      '4242%204242%C2%A04242-4242',
      '%34%32424242424242%34%32',
      '4242%252d4242%252d4242%252d4242',
      '%EF%BC%94242424242424242',
      '4242+4242+4242+4242',
    ])
      expect(validateRedirectUrl(`https://shop.example/back?card=${number}`, 'live'), number).toBe(
        'seems to contain a card number',
      );
  });

  test('is compared with the listed hosts by the host that it leads to, whatever it looks like', async () => {
    const { accountId } = await goLive(await buildMerchant(), { hosts: ['shop.example'] });
    expect(await isRedirectHostListed({ accountId, address: new URL('https://shop.example/ok') })).toBe(true);
    const listed = async (url: URL | null) =>
      url !== null && (await isRedirectHostListed({ accountId, address: url }));
    for (const address of misleadingUrls)
      expect({ address, listed: await listed(parseUrl(address)) }).toEqual({ address, listed: false });
  });
});

test('gets our parameters once, and keeps everything else that the merchant put there', async () => {
  const client = await buildApiClient();
  const { accountId } = client.merchant;
  for (const query of overridingQueries) {
    const redirect_urls = {
      success: 'https://shop.example/ok',
      failure: `https://shop.example/no;x=1?basket=7&${query}&lang=de#status=CAPTURED&top`,
    };
    const { json } = await client.post('/intents/payment', {
      external_id: crypto.randomUUID(),
      order: { order_amount: 1, order_currency: 'EUR' },
      redirect_urls,
    });
    const intent = (await findCheckoutIntent({
      accountId,
      environment: 'test',
      intentId: json.intent_id as string,
    }))!;
    const { origin, pathname, hash, searchParams } = new URL(await buildRedirectUrl(intent, null));
    expect({ origin, pathname, hash }).toEqual({
      origin: 'https://shop.example',
      pathname: '/no;x=1',
      hash: '#status=CAPTURED&top',
    });
    expect({ basket: searchParams.getAll('basket'), lang: searchParams.getAll('lang') }).toEqual({
      basket: ['7'],
      lang: ['de'],
    });
    const received = ['status', 'intent_id', 'reference_id', 'transaction_id'].map((name) =>
      searchParams.getAll(name),
    );
    expect(received, query).toEqual([['CANCELLED'], [intent.id], [intent.externalId], ['']]);
    for (const name of ['timestamp', 'signature']) expect(searchParams.getAll(name), query).toHaveLength(1);
  }
});
