import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, test } from 'vitest';
import { renderMail, type TemplateProps } from '~/mail/templates';
import { orderLines } from '~/payments/transactions/order-lines';
import { currencies, getMaximumAmount } from '~/platform/money/currencies';
import { languages } from '~/platform/text/languages';
import { Money } from '~/ui/content/money';
import { buildApiClient } from '../../tests/world/api-client';
import { openBrowser, readPage } from '../../tests/world/browser';
import { logInAs } from '../../tests/world/identity/team';
import { listMailsToOwner } from '../../tests/world/mails/mails';
import { buildMerchant } from '../../tests/world/merchants';
import {
  generateTransactions,
  insertTransactions,
  removeTransactions,
} from '../../tests/world/payments/bulk-transactions';
import { buildChargeback } from '../../tests/world/payments/chargebacks';
import { readDisplayedAmount, sampleCurrencies } from '../../tests/world/payments/displayed-amounts';
import { buildPayment } from '../../tests/world/payments/payments';
import { shopUrls } from '../../tests/world/payments/payment-intents';
import { createPageLocale } from './checkout/page-locale';

// Amounts keep all decimals of their currency and no others, wherever a person sees them.

const filled: string[] = [];
afterAll(() => removeTransactions(filled));

const prices = currencies.flatMap((currency) =>
  [123_456, getMaximumAmount(currency)].map((amount) => ({ currency, amount })),
);
const withoutTags = (html: string) => html.replace(/<[^>]+>/g, '');
/** The amounts on a page, which are isolated from the direction of the text around them. */
const listAmounts = (html: string, currency: string) => [
  ...new Set(
    [...html.matchAll(/<bdi class="[^"]*tabular-nums[^"]*">(.*?)<\/bdi>/gs)].map(([, text]) =>
      readDisplayedAmount(withoutTags(text!), currency),
    ),
  ),
];

test('the list and the export of payments show every currency', async () => {
  const { accountId, ownerId } = await buildMerchant();
  filled.push(accountId);
  const made = generateTransactions({ count: prices.length, people: [] }).map((transaction, i) => ({
    ...transaction,
    ...prices[i]!,
    type: 'PAYMENT',
    status: 'AUTHORIZED' as const,
    parentId: null,
  }));
  await insertTransactions({ accountId, environment: 'test' }, made);
  const expected = made.map(({ id, amount }) => [id, amount]);
  const currencyOf = new Map(made.map(({ id, currency }) => [id, currency]));
  const browser = await logInAs(ownerId);

  const listed: [string, number][] = [];
  for (let path: string | undefined = '/transactions'; path;) {
    const { html } = await readPage(await browser.open(path));
    for (const [, id, text] of html.matchAll(/href="\/transactions\/(trx_\w+)">.*?(<bdi.*?<\/bdi>)/gs))
      listed.push([id!, readDisplayedAmount(withoutTags(text!), currencyOf.get(id!)!)]);
    path = /href="(\/transactions\?before=[^"]+)"/.exec(html)?.[1]!.replaceAll('&amp;', '&');
  }
  expect(listed).toEqual(expected);

  const csv = await (await browser.open('/transactions/export')).text();
  const [head, ...lines] = csv
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  const column = (name: string) => head!.findIndex((cell) => cell.endsWith(name));
  const [id, minor, major, currency] = [
    0,
    column('order_amount_minor'),
    column('order_amount'),
    column('order_currency'),
  ];
  expect(lines.map((cells) => [cells[id], Number(cells[minor])])).toEqual(expected);
  expect(lines.map((cells) => [cells[id], readDisplayedAmount(cells[major!]!, cells[currency]!)])).toEqual(
    expected,
  );
});

test('the parts of the portal and the checkout show every currency, in every language', () => {
  for (const { amount, currency } of prices)
    for (const language of languages)
      for (const text of [
        createPageLocale(language).amount({ amount, currency }),
        withoutTags(renderToStaticMarkup(createElement(Money, { amount, currency, locale: language }))),
      ])
        expect({ text, currency, language, amount: readDisplayedAmount(text, currency) }).toEqual({
          text,
          currency,
          language,
          amount,
        });
});

test.each(sampleCurrencies)('the pages of a payment show all decimals of %s', async (currency) => {
  const client = await buildApiClient();
  const amount = getMaximumAmount(currency);
  const { id } = await buildPayment(client, { operation: 'authcap', amount, currency });
  const browser = await logInAs(client.merchant.ownerId);
  const { html } = await readPage(await browser.open(`/transactions/${id}`));
  // Nothing is refunded.
  expect(listAmounts(html, currency)).toEqual([amount, 0]);

  const { json } = await client.post('/intents/payment', {
    external_id: 'order-1',
    order: {
      order_amount: amount,
      order_currency: currency,
      order_items: [{ name: 'Tea', unit_price: amount - 123_456 }],
    },
    redirect_urls: shopUrls,
  });
  const address = `/test/checkout?client_id=${client.merchant.accountId}&intent_id=${json.intent_id}`;
  for (const language of languages) {
    const page = await readPage(await openBrowser().open(`${address}&lang=${language}`));
    expect({ language, amounts: listAmounts(page.html, currency) }).toEqual({
      language,
      amounts: [amount, amount - 123_456, 123_456],
    });
  }
});

test('receipts show every currency', async () => {
  for (const [i, { amount, currency }] of prices.entries()) {
    const order = { order_items: [{ name: 'Tea', quantity: 1, unit_price: amount - 1 }] };
    const { subject, text } = await renderMail('receipt', {
      language: languages[i % languages.length]!,
      environment: 'live',
      merchantName: 'Shop',
      companyInfo: '',
      support: [],
      amount,
      currency,
      order: orderLines(order, amount),
      captures: true,
      card: { brand: 'Visa', lastFour: 'none' },
      reference: 'order',
      transactionId: 'trx',
      paidAt: '2027-05-04T09:00:00.000Z',
      timeZone: 'UTC',
    });
    expect(readDisplayedAmount(subject, currency)).toBe(amount);
    const amounts = text
      .split('\n')
      .filter((line) => /^\D*\d[\d.,\u00a0\u202f]*\D*$/.test(line))
      .map((line) => readDisplayedAmount(line, currency));
    expect({ currency, amounts }).toEqual({ currency, amounts: [amount, amount - 1, 1, amount] });
  }
});

test.each(sampleCurrencies)('the email about a chargeback shows all decimals of %s', async (currency) => {
  const client = await buildApiClient();
  const amount = getMaximumAmount(currency);
  await buildChargeback(client, { paymentAmount: amount, amountMinor: amount, currency });
  const [mail] = (await listMailsToOwner(client.merchant)).filter(
    ({ template }) => template === 'chargeback-opened',
  );
  const { text } = await renderMail('chargeback-opened', mail!.props as TemplateProps<'chargeback-opened'>);
  expect(readDisplayedAmount((mail!.props as { amount: string }).amount, currency)).toBe(amount);
  expect(text).toContain((mail!.props as { amount: string }).amount);
});
