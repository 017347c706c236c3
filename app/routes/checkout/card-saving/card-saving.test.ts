import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { merchantReasons } from '~/acquirers/saved-card';
import { prisma } from '~/platform/database/db.server';
import { languages } from '~/platform/text/languages';
import { acquirer, mockAnswerOnce } from '../../../../tests/world/acquirers/acquirer';
import { buildApiClient, type ApiClient } from '../../../../tests/world/api-client';
import { openBrowser, readPage } from '../../../../tests/world/browser';
import { buildCardIntent } from '../../../../tests/world/payments/card-tokens';
import { cards } from '../../../../tests/world/payments/payments';
import { cardSavingMessages } from '../messages/card-saving-messages';

const redirect_urls = { success: 'https://shop.example/ok', failure: 'https://shop.example/no' };
const buildCardForm = (pan: string) => ({
  number: pan,
  expiry: '12/40',
  code: '836',
  name: 'Ada Example',
  form_id: crypto.randomUUID(),
});

/** A payer on the card page of a new intent. */
async function openCardSaving(body: Parameters<typeof buildCardIntent>[1] = {}, payee?: ApiClient) {
  const client = payee ?? (await buildApiClient());
  const { address } = await buildCardIntent(client, body);
  const query = new URLSearchParams({ client_id: address.accountId, intent_id: address.intentId });
  const browser = openBrowser();
  return {
    id: address.intentId,
    accountId: address.accountId,
    openPage: async (extraQuery = '') => readPage(await browser.open(`/test/checkout?${query}${extraQuery}`)),
    send: (form: Record<string, string>, extraQuery = '') =>
      browser.submit(`/test/checkout?${query}${extraQuery}`, form),
    submit: (path: string, form: Record<string, string>) => browser.submit(path, form),
    cancel: () => browser.submit(`/test/checkout/cancel?${query}`, {}),
    useAnother: () => browser.submit(`/test/checkout/cancel?${query}&another=1`, {}),
    follow: (path: string) => browser.open(path),
    state: async () => (await client.get(`/intents/card/${address.intentId}`)).json,
    remove: (token: string) => client.delete(`/card_tokens/${token}`),
  };
}

const countTokens = ({ accountId }: { accountId: string }) =>
  prisma.cardToken.count({ where: { accountId } });

test.each(languages)(
  'the page in %s says what the card is saved for, and that nothing is charged',
  async (language) => {
    const { openPage, send, state, remove } = await openCardSaving();
    const messages = cardSavingMessages[language];
    const { html, title } = await openPage(`&lang=${language}`);
    expect(title).toContain(messages.title);
    for (const text of [messages.nothingNow, messages.codeNotKept, messages.save])
      expect(html).toContain(text);
    expect(html).toContain(`lang="${language}"`);
    expect((await readPage(await send(buildCardForm(cards.approved)))).html).toContain(
      'You can close this page.',
    );
    const resultPage = await openPage(`&lang=${language}`);
    for (const text of [messages.titles.saved, 'Visa', '4242', messages.mayClose])
      expect(resultPage.html).toContain(text);
    const { status, card } = await state();
    expect(status).toBe('completed');
    await remove((card as { token: string }).token);
    const { html: removed } = await openPage(`&lang=${language}`);
    expect(removed).toContain(messages.titles.save_removed);
    for (const text of [messages.titles.saved, 'Visa', '4242']) expect(removed).not.toContain(text);
  },
);

test('a saved card redirects with the signed token, however often the form is sent', async () => {
  const payer = await openCardSaving({ redirect_urls });
  const form = buildCardForm(cards.approved);
  const replies = await Promise.all([payer.send(form), payer.send(form)]);
  for (const reply of replies) {
    const page = reply.status === 302 ? await payer.follow(reply.headers.get('location')!) : reply;
    const [, redirectPath] = /^0; url=(.*)$/.exec(page.headers.get('refresh')!)!;
    const redirectResponse = await payer.follow(redirectPath!);
    const address = new URL(redirectResponse.headers.get('location')!);
    expect({
      status: redirectResponse.status,
      redirectUrl: address.origin + address.pathname,
      result: address.searchParams.get('status'),
    }).toEqual({ status: 302, redirectUrl: redirect_urls.success, result: 'COMPLETED' });
    expect(address.searchParams.get('token')).toBe((await payer.state()).card.token);
  }
  expect(await countTokens(payer)).toBe(1);
  expect((await payer.openPage()).html).toContain('Your card is saved');
});

test('a declined card says that it was not saved, and keeps everything but number and code; after five there is no form', async () => {
  const payer = await openCardSaving();
  for (let attempts = 0; attempts < 5; attempts++) {
    const { html } = await readPage(await payer.send(buildCardForm(cards.declined)));
    if (attempts === 4) expect(html).toContain('Too many attempts');
    else {
      expect(html).toContain('Your card was declined and wasn’t saved');
      expect(html).toContain('value="Ada Example"');
      // As a separate word: random names on the page may contain these digits.
      for (const secret of [cards.declined, '836']) expect(html).not.toMatch(new RegExp(`\\b${secret}\\b`));
    }
  }
  expect((await payer.openPage()).html).toContain('No card was saved or charged');
  expect({ status: (await payer.state()).status, tokenCount: await countTokens(payer) }).toEqual({
    status: 'failed',
    tokenCount: 0,
  });
});

const lost = 'Enter your card number and security code again.';

test('errors of the form, the card, or the bank connection are shown, and nothing is saved', async () => {
  const payer = await openCardSaving();
  const send = async (form: Record<string, string>) => readPage(await payer.send(form));
  const wrong = await send({ ...buildCardForm('4242'), expiry: '1' });
  expect(wrong.errors).toEqual([expect.any(String), expect.any(String), expect.stringContaining(lost)]);
  expect((await send(buildCardForm('4539578763621486'))).html).toContain('Only test cards work here');
  const unanswered = buildCardForm(cards.unknownThenApproved);
  expect((await send(unanswered)).html).toContain('Your bank didn’t respond');
  mockAnswerOnce('verify', { kind: 'declined', code: 'incorrect_cvc' });
  const declined = await send(buildCardForm(cards.approved));
  expect(declined.html).toContain('The security code doesn’t match');
  expect(declined.html).toContain(lost);
  expect((await payer.send({ ...unanswered, number: cards.approved })).headers.get('location')).toContain(
    'stale=1',
  );
  expect((await payer.openPage('&stale=1')).html).toContain('your card wasn’t saved');
  expect(await countTokens(payer)).toBe(0);
});

test('a card declined too often is not tried again, on any page', async () => {
  const client = await buildApiClient();
  const statuses: number[] = [];
  for (let pages = 0; pages < 11; pages++) {
    const payer = await openCardSaving({}, client);
    for (let attempts = 0; attempts < 5; attempts++)
      statuses.push((await payer.send(buildCardForm(cards.declined))).status);
  }
  expect(statuses).toEqual([...Array(50).fill(200), ...Array(5).fill(429)]);
});

test('after canceling nothing is saved, even from an earlier form', async () => {
  for (const urls of [undefined, redirect_urls]) {
    const payer = await openCardSaving({ redirect_urls: urls });
    const cancelled = await payer.cancel();
    const page = await payer.follow(cancelled.headers.get('location')!);
    expect((await readPage(page.clone())).html).toContain('You canceled. Your card wasn’t charged.');
    const refresh = page.headers.get('refresh');
    if (!urls) expect(refresh).toBeNull();
    else
      expect((await payer.follow(refresh!.slice('0; url='.length))).headers.get('location')).toMatch(
        /^https:\/\/shop\.example\/no\?.*status=CANCELLED/,
      );
    expect((await payer.send(buildCardForm(cards.approved))).status).toBe(302);
    expect({ status: (await payer.state()).status, tokenCount: await countTokens(payer) }).toEqual({
      status: 'cancelled',
      tokenCount: 0,
    });
  }
});

test('an expired intent says so', async () => {
  const payer = await openCardSaving({ redirect_urls });
  await prisma.cardIntent.update({
    where: { id: payer.id },
    data: { expiresAt: new Date(Date.now() - 1000) },
  });
  expect((await payer.openPage()).html).toContain('This page has expired');
  await payer.send(buildCardForm(cards.approved));
  await payer.cancel();
  expect({ status: (await payer.state()).status, tokenCount: await countTokens(payer) }).toEqual({
    status: 'expired',
    tokenCount: 0,
  });
});

describe('a card that the merchant will charge without the payer', () => {
  test.each(languages.flatMap((language) => merchantReasons.map((reason) => [language, reason] as const)))(
    'in %s, the payer agrees to %s payments',
    async (language, reason) => {
      const { openPage } = await openCardSaving({ reason });
      const { html } = await openPage(`&lang=${language}`);
      const [start, end] = cardSavingMessages[language].consent[reason]('MERCHANT').split('MERCHANT');
      for (const text of [start!, end!]) expect(html).toContain(text);
      expect(html).toMatch(/<input[^>]*name="consent"[^>]*required/);
    },
  );

  test('without the payer’s agreement, it isn’t saved, and only card number and code must be entered again', async () => {
    const payer = await openCardSaving({ reason: 'recurring' });
    const verify = vi.spyOn(acquirer, 'verify').mockClear();
    onTestFinished(() => verify.mockRestore());
    const form = buildCardForm(cards.approved);
    for (const consent of [undefined, 'no']) {
      const response = await payer.send({ ...form, ...(consent && { consent }) });
      const { html, errors } = await readPage(response);
      expect({ status: response.status, errors }).toEqual({
        status: 422,
        errors: ['Check the box to agree', expect.stringContaining(lost)],
      });
      expect(html).toContain('href="#consent"');
      expect(html).toContain('value="Ada Example"');
    }
    expect(verify).not.toHaveBeenCalled();
    expect(await countTokens(payer)).toBe(0);
    // The agreement stays when something else is missing.
    const incomplete = await readPage(await payer.send({ ...form, code: '', consent: 'yes' }));
    expect(incomplete.html).toMatch(
      /<input[^>]*checked=""[^>]*name="consent"|<input[^>]*name="consent"[^>]*checked=""/,
    );
    await payer.send({ ...form, consent: 'yes' });
    expect((await payer.openPage()).html).toContain('can now charge your card');
    expect(await payer.state()).toMatchObject({ status: 'completed', card: { reason: 'recurring' } });
  });

  test('otherwise, the page asks for no agreement', async () => {
    const payer = await openCardSaving();
    const { html } = await payer.openPage();
    expect(html).toContain('It’s charged only when you make a payment yourself.');
    expect(html).not.toContain('name="consent"');
    await payer.send(buildCardForm(cards.approved));
    const saved = (await payer.openPage()).html;
    expect(saved).toContain('is saved for your next payment to');
    expect(saved).not.toContain('can now charge');
    const { card } = await payer.state();
    expect(card).not.toHaveProperty('reason');
  });
});

describe('a card whose bank authenticates the payer', () => {
  const challengeCard = '4000002760003184';
  const pathOf = (url: string) => url.replace(/^https?:\/\/[^/]+/, '');
  const readRefresh = (response: Response) =>
    pathOf(/^0; url=(.*)$/.exec(response.headers.get('refresh') ?? '')![1]!);

  /** The payer follows the page to their bank, answers, and comes back. */
  async function answer(
    { follow, submit }: Awaited<ReturnType<typeof openCardSaving>>,
    start: string,
    result: string,
  ) {
    const bank = pathOf((await follow(start)).headers.get('location')!);
    const { html } = await readPage(await follow(bank));
    const back = readRefresh(await submit(bank, { result }));
    const returned = await follow(back);
    return { html, bank, back, page: pathOf(returned.headers.get('location')!) };
  }

  test.each(languages)(
    'in %s, the payer is sent to the bank and comes back to the shop',
    async (language) => {
      const payer = await openCardSaving({ redirect_urls });
      const sent = await payer.send(buildCardForm(challengeCard), `&lang=${language}`);
      const messages = cardSavingMessages[language];
      const { html } = await readPage(sent.clone());
      for (const text of [messages.titles.save_authenticate, messages.authenticate, messages.anotherCard])
        expect(html).toContain(text);
      const { html: bank, page } = await answer(payer, readRefresh(sent), 'authenticated');
      expect(bank).toContain('Confirm your card');
      expect(bank).toContain('This is a simulation.');
      expect(page).toContain(`lang=${language}`);
      const shop = await payer.follow(readRefresh(await payer.follow(page)));
      const address = new URL(shop.headers.get('location')!);
      expect(address.searchParams.get('status')).toBe('COMPLETED');
      expect(address.searchParams.get('token')).toBe((await payer.state()).card.token);
    },
  );

  test('after a failed authentication, the form says so, and another card can be saved', async () => {
    const payer = await openCardSaving({ redirect_urls });
    const start = readRefresh(await payer.send(buildCardForm(challengeCard)));
    const { page, bank, back } = await answer(payer, start, 'failed');
    const { html } = await readPage(await payer.follow(page));
    expect(html).toContain('Your card was declined and wasn’t saved');
    expect(html).toContain('Your bank couldn’t confirm that it was you.');
    expect(html).toContain('You have 4 attempts left.');
    // The way back leads to the form again.
    expect((await payer.follow(bank)).status).toBe(404);
    for (const path of [start, back])
      expect(pathOf((await payer.follow(path)).headers.get('location')!)).toContain('/test/checkout?');
    await payer.send(buildCardForm(cards.approved));
    expect(await payer.state()).toMatchObject({ status: 'completed', card: { last_four: '4242' } });
  });

  test('a payer who comes back without answering can go on or use another card', async () => {
    const payer = await openCardSaving();
    const form = buildCardForm(challengeCard);
    const start = readRefresh(await payer.send(form));
    const { html } = await payer.openPage();
    expect(html).toContain('Confirm with your bank');
    expect(html).toContain('another=1');
    expect(html).not.toContain('name="number"');
    // The same form sent again leads to the same page.
    const again = await payer.send(form);
    expect(readRefresh(again)).toBe(start);
    expect((await readPage(again)).html).toContain('Continue to your bank');
    await payer.useAnother();
    const another = await payer.openPage();
    expect(another.html).toContain('name="number"');
    expect(another.html).toContain('Your card wasn’t saved');
    expect(another.errors).toEqual(['You have 4 attempts left.']);
    // A later card at the bank comes before the form.
    await payer.send(buildCardForm(challengeCard));
    expect((await payer.openPage()).html).toContain('Confirm with your bank');
    await payer.useAnother();
    // A mistake keeps the form.
    const mistake = await readPage(await payer.send({ ...buildCardForm('4242'), expiry: '1' }));
    expect(mistake.errors).toEqual([expect.any(String), expect.any(String), expect.stringContaining(lost)]);
    await payer.send(buildCardForm(cards.approved));
    expect(await payer.state()).toMatchObject({ status: 'completed', card: { last_four: '4242' } });
    expect(pathOf((await payer.follow(start)).headers.get('location')!)).toContain('/test/checkout?');
    expect(await prisma.cardVerification.count({ where: { intentId: payer.id } })).toBe(0);
  });

  test('a card that the bank has approved by then is saved', async () => {
    const payer = await openCardSaving();
    const start = readRefresh(await payer.send(buildCardForm(challengeCard)));
    const bank = pathOf((await payer.follow(start)).headers.get('location')!);
    // The payer confirms and doesn't come back.
    await payer.submit(bank, { result: 'authenticated' });
    await payer.useAnother();
    const { html } = await readPage(await payer.follow(bank));
    expect(html).toMatch(
      new RegExp(`<a href="[^"]*/authentication\\?intent_id=${payer.id}"[^>]*>See the result`),
    );
    expect(await payer.state()).toMatchObject({ status: 'completed', card: { last_four: '3184' } });
  });

  test('a payer who has returned from the bank isn’t overtaken', async () => {
    const payer = await openCardSaving();
    await payer.send(buildCardForm(challengeCard));
    await prisma.cardVerification.update({ where: { intentId: payer.id }, data: { returnedAt: new Date() } });
    await payer.useAnother();
    expect(await prisma.cardVerification.count({ where: { intentId: payer.id } })).toBe(1);
    expect(await payer.state()).toMatchObject({ status: 'open' });
  });

  test('a payer who comes back before the acquirer knows the result waits on the page', async () => {
    const payer = await openCardSaving();
    const start = readRefresh(await payer.send(buildCardForm(challengeCard)));
    const complete = vi.spyOn(acquirer, 'completeVerification').mockResolvedValue({ kind: 'unknown' });
    onTestFinished(() => complete.mockRestore());
    const { page } = await answer(payer, start, 'authenticated');
    const waiting = await payer.follow(page);
    expect(waiting.headers.get('refresh')).toMatch(/^5; url=.*waiting=1/);
    const { html } = await readPage(waiting);
    expect(html).toContain('Your bank hasn’t confirmed your card yet.');
    expect(html).not.toContain('Continue to your bank');
    complete.mockRestore();
    await prisma.$executeRaw`delete from rate_limits where key like 'payer-inquiry:%'`;
    expect((await payer.follow(page)).status).toBe(302);
    expect(await payer.state()).toMatchObject({ status: 'completed' });
  });

  test('an outdated form says so while another card is at the bank, and after the time there is no form', async () => {
    const payer = await openCardSaving();
    await payer.send(buildCardForm(challengeCard));
    const stale = await payer.openPage('&stale=1');
    expect(stale.html).toContain('This page was out of date');
    await prisma.cardIntent.update({
      where: { id: payer.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    for (const query of ['', '&stale=1']) {
      const { html } = await payer.openPage(query);
      expect(html).toContain('Continue to your bank');
      expect(html).toContain('/test/checkout/cancel?');
      expect(html).not.toContain('another=1');
      expect(html).not.toContain('name="number"');
    }
    expect((await payer.send(buildCardForm(cards.approved))).headers.get('location')).toContain('waiting=1');
    expect(await payer.state()).toMatchObject({ status: 'open' });
  });

  test('cards at the bank count against card testing until they are approved', async () => {
    const client = await buildApiClient();
    const statuses: number[] = [];
    // Two of five cards on each page are replaced before they would be counted by the intent.
    for (let pages = 0; pages < 26; pages++) {
      const payer = await openCardSaving({}, client);
      for (let attempts = 0; attempts < 2; attempts++)
        statuses.push((await payer.send(buildCardForm(challengeCard))).status);
    }
    expect(statuses).toEqual([...Array(50).fill(200), 429, 429]);
    const other = await buildApiClient();
    for (let pages = 0; pages < 12; pages++) {
      const payer = await openCardSaving({}, other);
      const start = readRefresh(await payer.send(buildCardForm(challengeCard)));
      await answer(payer, start, 'authenticated');
    }
    const counted = await prisma.countedChallenge.count({
      where: {
        intentId: {
          in: (await prisma.cardIntent.findMany({ where: { accountId: other.merchant.accountId } })).map(
            ({ id }) => id,
          ),
        },
      },
    });
    expect(counted).toBe(0);
  });

  test('a payer who cancels meanwhile saves nothing', async () => {
    const payer = await openCardSaving();
    const start = readRefresh(await payer.send(buildCardForm(challengeCard)));
    const bank = pathOf((await payer.follow(start)).headers.get('location')!);
    await payer.cancel();
    expect((await payer.submit(bank, { result: 'authenticated' })).status).toBe(404);
    await payer.follow(`/test/checkout/authentication/return?intent_id=${payer.id}`);
    expect({ status: (await payer.state()).status, tokenCount: await countTokens(payer) }).toEqual({
      status: 'cancelled',
      tokenCount: 0,
    });
  });

  test('the bank gets the payer’s browser', async () => {
    const payer = await openCardSaving();
    const verify = vi.spyOn(acquirer, 'verify').mockClear();
    onTestFinished(() => verify.mockRestore());
    const screen = { colorDepth: 24, width: 390, height: 844, timeZoneOffset: -60 };
    await payer.send({ ...buildCardForm(challengeCard), screen: JSON.stringify(screen) });
    expect(verify.mock.calls[0]![0].authentication?.browser).toMatchObject({
      screen,
      userAgent: expect.any(String),
    });
  });

  test('addresses that name no card are not found', async () => {
    const browser = openBrowser();
    for (const path of ['/authentication', '/authentication/return'])
      for (const id of ['', 'int_1', 'trx_1'])
        expect((await browser.open(`/test/checkout${path}?intent_id=${id}`)).status).toBe(404);
  });
});
