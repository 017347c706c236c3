import { beforeAll, expect, test } from 'vitest';
import { builtInConnectionId } from '~/acquirers/registry';
import { prisma } from '~/platform/database/db.server';
import { createId } from '~/platform/ids';
import { buildApiClient, type ApiClient } from '../../../tests/world/api-client';
import { buildMerchant } from '../../../tests/world/merchants';
import { buildPayment, cards } from '../../../tests/world/payments/payments';
import { refreshPlannerStatistics } from '../../../tests/world/planner-statistics';
import { parseSearchQuery } from '~/support/query/query-parser';
import { searchPayments } from './payment-search';
import { searchAll } from './search';

// What callers half remember: parts of references, names of payers, reasons, and words with spelling errors.

const randomWord = (length = 10) =>
  Array.from({ length }, () => 'bcdfghjklmnp'[Math.floor(Math.random() * 12)]).join('');
const marker = randomWord();
const merchantName = `Harbour ${marker}`;
let [own, other] = [] as unknown as [ApiClient, ApiClient];

beforeAll(async () => {
  own = await buildApiClient(await buildMerchant({ name: merchantName }));
  other = await buildApiClient(await buildMerchant({ name: `Oak ${randomWord()}` }));
  await refreshPlannerStatistics();
});

const search = (input: string) => searchAll({ input, clocks: 'merchant', now: new Date() });
const listIds = ({ payments }: Awaited<ReturnType<typeof search>>) => {
  if (payments === 'too_wide') throw new Error('too wide');
  return payments.payments.map(({ id }) => id);
};
const findIds = async (input: string) => listIds(await search(input));

async function buildOrder(client: ApiClient, orderId: string, pan?: string): Promise<string> {
  return (await buildPayment(client, { orderId, externalId: `ext-${randomWord()}`, ...(pan && { pan }) })).id;
}

/** Stores the payer as the checkout would. */
async function setPayer(id: string, payer: Record<string, string>): Promise<void> {
  await prisma.$executeRaw`update transactions set "order" = jsonb_build_object('card_holder', ${JSON.stringify(payer)}::jsonb) where id = ${id}`;
}

/** At least eight characters with a digit and a letter: a word without digits is a name, and a number may be an amount. */
function getMixedEnd(id: string): string {
  let length = 8;
  while (!/\d/.test(id.slice(-length)) || !/[a-z]/.test(id.slice(-length))) length++;
  return id.slice(-length);
}

test('an ID is found by its start and its end, everywhere and at one merchant', async () => {
  const [mine, theirs] = [await buildOrder(own, `o-${randomWord()}`), await buildOrder(other, randomWord())];
  for (const input of [
    `${mine.slice(0, -3)}`,
    `${mine.slice(0, 12)}…${mine.slice(-6)}`,
    `…${mine.slice(-8)}`,
    `id ending in ${mine.slice(-8).toUpperCase()} at ${merchantName}`,
    getMixedEnd(mine),
  ])
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: [mine] });
  const sharedStart = [...mine].findIndex((character, i) => character !== theirs[i]);
  const start = mine.slice(0, sharedStart);
  expect(await findIds(start)).toEqual(expect.arrayContaining([mine, theirs]));
  expect(await findIds(`${start} ${merchantName}`)).not.toContain(theirs);
});

test('a payment is found by the start and the end of its intent', async () => {
  const { json: intent } = await own.post('/intents/payment', {
    ...{ external_id: `ext-${randomWord()}`, operation: 'authcap' },
    order: { order_id: randomWord(), order_amount: 500, order_currency: 'USD' },
    redirect_urls: { success: 'https://shop.example/yes', failure: 'https://shop.example/no' },
  });
  const intentId = intent.intent_id as string;
  const { externalId } = await prisma.paymentIntent.findUniqueOrThrow({ where: { id: intentId } });
  const id = createId('trx');
  await prisma.transaction.create({
    data: {
      ...{ id, accountId: own.merchant.accountId, environment: 'test', externalId, intentId },
      ...{ type: 'PAYMENT', status: 'CAPTURED', orderAmount: 500, orderCurrency: 'USD' },
      ...{ amountAuthorized: 500, amountCaptured: 500, authorizationId: id },
      connectionId: builtInConnectionId('test'),
    },
  });
  expect(await findIds(intentId.slice(0, -2))).toEqual([id]);
  expect(await findIds(`ID ending in ${intentId.slice(-8)} at ${merchantName}`)).toEqual([id]);
});

test('an order number is found by what it starts or ends with, in any case, after complete ones', async () => {
  const number = String(Math.floor(Math.random() * 1e9) + 1e9);
  const long = await buildOrder(own, `HT-2026-${number}`);
  for (const input of [`order ${number}`, number.slice(3), `ht-2026-${number.slice(0, 8)}`]) {
    const found = await search(input);
    expect({ input, ids: listIds(found), isRelaxed: found.isRelaxed }).toEqual({
      ...{ input, ids: [long], isRelaxed: true },
    });
  }
  for (const input of [`order ending in ${number.slice(3)}`, `…${number.slice(3)}`])
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: [long] });
  const complete = await buildOrder(other, number);
  expect(await search(`order ${number}`)).toMatchObject({
    payments: { payments: [{ id: complete }] },
    isRelaxed: false,
  });
  expect(await findIds(`order ${number} ${merchantName}`)).toEqual([long]);
});

test('"ends in" four digits means a card, an order number, or an ID', async () => {
  const digits = String(Math.floor(Math.random() * 9000) + 1000);
  const order = await buildOrder(own, `HT-${randomWord()}-${digits}`);
  const card = await buildOrder(own, randomWord());
  await prisma.transaction.update({ where: { id: card }, data: { cardLastFour: digits } });
  expect(await findIds(`ends in ${digits} ${merchantName}`)).toEqual([card, order].sort().reverse());
  expect(await findIds(`card ending in ${digits} ${merchantName}`)).toEqual([card]);
});

test('wildcards of the database have no meaning', async () => {
  await buildOrder(own, `a-${marker}-1`);
  expect(await findIds(`order ending in %${marker}_1`)).toEqual([]);
  expect(await findIds(`order ending in ${marker}_1`)).toEqual([]);
});

test("payers are found by the words of their name, and the merchant's payments without them", async () => {
  const [first, last] = [randomWord(), randomWord()];
  const [mine, theirs, namesake] = [
    await buildOrder(own, randomWord()),
    await buildOrder(other, randomWord()),
    await buildOrder(own, randomWord()),
  ];
  const name = { first_name: first.toUpperCase(), middle_name: 'van', last_name: last };
  for (const id of [mine, theirs]) await setPayer(id, name);
  await setPayer(namesake, { first_name: first, last_name: randomWord() });
  for (const [input, ids] of [
    [`${first} ${last}`, [theirs, mine]],
    [`${last.slice(0, 6)} today`, [theirs, mine]],
    [`${first} ${last} at ${merchantName}`, [mine]],
    [`payer: ${first} van ${last}`, [theirs, mine]],
    [`${first}`, [namesake, theirs, mine]],
  ] as const)
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: [...ids].sort().reverse() });
  expect(await search(`${first} ${last} today`)).toMatchObject({
    payer: [first, last],
    matchedTerms: { nobody: [] },
  });
  // The caller may be wrong about the rest, which the page says.
  for (const input of [`${first} ${last} yesterday`, `${first} ${last} 999.99 dollars`]) {
    const alone = await search(input);
    expect({ ids: listIds(alone), isPayerAlone: alone.isPayerAlone }).toEqual({
      ids: [theirs, mine],
      isPayerAlone: true,
    });
  }
  const stranger = randomWord();
  const rest = await search(`today ${stranger} ${merchantName}`);
  expect(rest).toMatchObject({ payer: [], matchedTerms: { nobody: [stranger] } });
  expect(listIds(rest)).toContain(mine);
});

test('accents make no difference in names of payers, merchants, and people', async () => {
  const [accent, plain] = [`Renée${randomWord()}`, `Jose${randomWord()}`];
  const theirs = await buildMerchant({ name: `Café ${accent}`, email: `${randomWord()}@shop.example` });
  await prisma.user.update({ where: { id: theirs.ownerId }, data: { name: `Zoë ${accent}` } });
  const [first, second] = [await buildOrder(own, randomWord()), await buildOrder(own, randomWord())];
  await setPayer(first, { first_name: plain.replace('Jose', 'JOSÉ'), last_name: 'García' });
  // Written as a letter and an accent, or without it.
  await setPayer(second, { first_name: plain, last_name: 'Garcia\u0301' });
  for (const input of [
    `${plain} Garcia`,
    `${plain.replace('Jose', 'José')} Garcíá`,
    `payer: ${plain} garciá`,
  ])
    expect({ input, ids: await findIds(input) }).toEqual({ input, ids: [second, first] });
  for (const input of [`cafe ${accent.replace('ée', 'ee')}`, `CAFE${accent.replace('ée', 'ee')}`])
    expect((await search(input)).merchants.map(({ id }) => id)).toEqual([theirs.accountId]);
  const { people } = await search(`zoe ${accent.replace('ée', 'ee')}`);
  expect(people.map(({ id }) => id)).toEqual([theirs.ownerId]);
});

test("payments are found by the domain of the payer's email", async () => {
  const domain = `${randomWord()}.example`;
  const [mine, sub, similar] = [
    await buildOrder(own, randomWord()),
    await buildOrder(other, randomWord()),
    await buildOrder(own, randomWord()),
  ];
  await setPayer(mine, { email: `Guest@${domain.toUpperCase()}` });
  await setPayer(sub, { email: `guest@mail.${domain}` });
  await setPayer(similar, { email: `guest@x${domain}` });
  expect(await findIds(`@${domain}`)).toEqual([sub, mine].sort().reverse());
  expect(await findIds(`${domain} today ${merchantName}`)).toEqual([mine]);
  const { orderAmount, orderCurrency } = await prisma.transaction.findUniqueOrThrow({ where: { id: mine } });
  const amount = `${(Number(orderAmount) / 100).toFixed(2)} ${orderCurrency}`;
  expect(await findIds(`${domain} today ${amount}`)).toContain(mine);
  expect(await findIds(`${domain} 77123.45 USD`)).toEqual([]);
});

test('declined payments are found by the reason', async () => {
  const client = await buildApiClient(await buildMerchant({ name: `Reasons ${randomWord()}` }));
  const name = (await prisma.account.findUniqueOrThrow({ where: { id: client.merchant.accountId } })).name;
  const [funds, honor] = [
    await buildOrder(client, randomWord(), cards.declined),
    await buildOrder(client, randomWord(), cards.declined),
  ];
  await prisma.transaction.update({ where: { id: funds }, data: { declineCode: 'insufficient_funds' } });
  await prisma.transaction.update({ where: { id: honor }, data: { declineCode: 'do_not_honor' } });
  expect(await findIds(`insufficient funds today ${name}`)).toEqual([funds]);
  expect(await findIds(`NSF ${name}`)).toEqual([funds]);
  expect(await findIds(`do not honour ${name}`)).toEqual([honor]);
  expect(await findIds(`stolen card today ${name}`)).toEqual([]);
  expect(await findIds('insufficient funds today')).toContain(funds);
});

test('a merchant and a person are found despite a spelling error, and the page says so', async () => {
  const id = await buildOrder(own, randomWord());
  const swapped = `${marker.slice(0, 4)}${marker[5]}${marker[4]}${marker.slice(6)}`;
  const misspelled = swapped === marker ? `${marker.slice(0, -1)}x` : swapped;
  const found = await search(`${misspelled} today`);
  expect(found).toMatchObject({
    assumedName: { name: merchantName, terms: [misspelled] },
    merchants: [{ id: own.merchant.accountId }],
    matchedTerms: { merchant: [misspelled], nobody: [] },
    near: [],
  });
  expect(listIds(found)).toContain(id);
  expect(await search(misspelled)).toMatchObject({ assumedName: { name: merchantName } });
  // Without a matching payment, it may be another name.
  expect(await search(`${misspelled} 77123.45 USD`)).toMatchObject({
    ...{ assumedName: null, merchants: [], near: [{ name: merchantName }] },
    matchedTerms: { nobody: [misspelled] },
  });
  const surname = randomWord();
  await prisma.user.update({ where: { id: own.merchant.ownerId }, data: { name: `Ada ${surname}` } });
  expect(await search(`${surname.slice(0, -1)}x`)).toMatchObject({
    assumedName: { name: `Ada ${surname}` },
    people: [{ id: own.merchant.ownerId }],
  });
});

test('a misspelled word beside one of the same name means that merchant', async () => {
  const [word, misspelled] = [randomWord(), randomWord()];
  const swap = (text: string) => `${text.slice(0, 4)}x${text.slice(5)}`;
  const [meant, other] = [
    await buildMerchant({ name: `${misspelled} ${word}` }),
    await buildMerchant({ name: `${randomWord()} ${word}` }),
  ];
  const { merchants, matchedTerms } = await search(`${swap(misspelled)} ${word} yesterday`);
  expect(merchants.map(({ id }) => id)).toEqual([meant.accountId]);
  expect(matchedTerms).toMatchObject({ merchant: [swap(misspelled), word], nobody: [] });
  const both = await search(`${randomWord(12)} ${word} yesterday`);
  expect(both.merchants.map(({ id }) => id).sort()).toEqual([meant.accountId, other.accountId].sort());
});

test('of two names that are equally close, none is assumed', async () => {
  const word = randomWord();
  for (const ending of ['q', 'r']) await buildMerchant({ name: `${word}${ending} Tea` });
  const { assumedName, near } = await search(`${word}s`);
  expect(assumedName).toBeNull();
  expect(near.map(({ name }) => name).sort()).toEqual([`${word}q Tea`, `${word}r Tea`]);
});

test('keywords with spelling errors are corrected, unless they are a name', async () => {
  const id = await buildOrder(own, randomWord(), cards.declined);
  const found = await search(`declinde todya ${merchantName}`);
  expect(found).toMatchObject({
    corrections: [
      { word: 'declinde', keyword: 'declined' },
      { word: 'todya', keyword: 'today' },
    ],
    criteria: { status: 'declined', when: { text: 'today' }, unclear: [] },
  });
  expect(listIds(found)).toContain(id);
  await buildMerchant({ name: `Mondya ${marker}` });
  expect(await search(`Mondya ${marker}`)).toMatchObject({
    corrections: [],
    criteria: { name: ['Mondya', marker] },
  });
});

test('what no index contains is searched among the newest payments, page by page', async () => {
  const orders: string[] = [];
  const ending = randomWord();
  for (let i = 0; i < 3; i++) orders.push(await buildOrder(i % 2 ? own : other, `${i}-${ending}`));
  for (let i = 0; i < 55; i++) await buildOrder(other, randomWord());
  await setPayer(orders[1]!, { first_name: ending });
  await setPayer(orders[2]!, { first_name: ending });
  await setPayer(orders[0]!, { first_name: ending });
  const accounts = [own.merchant.accountId, other.merchant.accountId];
  for (const [input, accountIds] of [
    [`order ending in ${ending}`, null],
    [`payer: ${ending}`, accounts],
  ] as const) {
    const found: string[] = [];
    let [before, pages, wasIncomplete] = [undefined as string | undefined, 0, false];
    do {
      const page = await searchPayments({
        interpretations: [{ criteria: parseSearchQuery(input), accountIds }],
        ...{ clocks: 'merchant', now: new Date(), before, rowBudget: 40 },
      });
      if (page === 'too_wide') throw new Error(page);
      found.push(...page.payments.map(({ id }) => id));
      wasIncomplete ||= page.isIncomplete;
      before = page.older ?? undefined;
    } while (before && found.length < 3 && ++pages < 50);
    expect({ found, wasIncomplete }).toEqual({ found: orders.toReversed(), wasIncomplete: true });
  }
}, 60_000);

test('a later page keeps to the understanding of the first', async () => {
  const name = randomWord();
  const id = await buildOrder(own, randomWord());
  await setPayer(id, { first_name: name, last_name: 'Example' });
  const first = await search(`${name} today ${merchantName}`);
  expect(first).toMatchObject({ payer: [name], attempt: 0 });
  const later = await searchAll({
    ...{ input: `${name} today ${merchantName}`, clocks: 'merchant', now: new Date() },
    ...{ before: id, attempt: first.attempt },
  });
  expect(later).toMatchObject({ payer: [name], payments: { payments: [], older: null } });
});

test('a word that is almost a keyword may be a payer, too', async () => {
  const id = await buildOrder(own, randomWord());
  await setPayer(id, { first_name: 'Sundar', last_name: 'Example' });
  const input = `Sundar today ${merchantName}`;
  expect(await search(input)).toMatchObject({ corrections: [], payer: ['Sundar'] });
  expect(await findIds(input)).toEqual([id]);
  await setPayer(id, { first_name: 'Ada', last_name: 'Example' });
  expect(await search(input)).toMatchObject({ corrections: [{ word: 'Sundar', keyword: 'Sunday' }] });
});

test("a domain that is a merchant's name isn't searched among payers", async () => {
  const domain = `${randomWord()}.com`;
  const client = await buildApiClient(await buildMerchant({ name: domain }));
  const [theirs, payers] = [await buildOrder(client, randomWord()), await buildOrder(own, randomWord())];
  await setPayer(payers, { email: `guest@${domain}` });
  expect(await search(`${domain} today`)).toMatchObject({
    merchants: [{ id: client.merchant.accountId }],
    criteria: { emailDomains: [] },
  });
  expect(await findIds(`${domain} today`)).toEqual([theirs]);
  expect(await findIds(`@${domain} today`)).toEqual([payers]);
});

test('a part with too many matches is searched among the newest payments of the time', async () => {
  const client = await buildApiClient(await buildMerchant({ name: `Parts ${randomWord()}` }));
  const { accountId } = client.merchant;
  const { name } = await prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const ending = randomWord();
  const first = await buildOrder(client, `1-${ending}`);
  const copy = (count: number, column: string) =>
    prisma.$executeRawUnsafe(
      `insert into transactions select c.* from transactions t, generate_series(1, ${count}) n, jsonb_populate_record(t, jsonb_build_object('id', left(t.id, 34) || lpad(n::text, 6, '0'), 'external_id', n || t.external_id) || jsonb_build_object('${column}', n || '-${ending}')) c where t.id = $1`,
      first,
    );
  await copy(1_000, 'order_id');
  await prisma.transaction.updateMany({
    where: { accountId, id: { not: first } },
    data: { createdAt: new Date(Date.now() - 3 * 86_400_000) },
  });
  const wide = await search(`order ending in ${ending} ${name}`);
  expect(wide).toMatchObject({ payments: { isPartTooShort: true } });
  expect(await search(`order ending in 77-${ending} ${name}`)).toMatchObject({
    payments: { isPartTooShort: false },
  });
});

test('a payer who asks for a refund that failed is found, and no team member is taken for them', async () => {
  const [first, last] = [randomWord(), randomWord()];
  const { id } = await buildPayment(own, { operation: 'authcap', orderId: randomWord() });
  await setPayer(id, { first_name: first, last_name: last });
  await own.post('/refunds', { external_id: createId('req'), trx_id: id });
  // A refund that failed leaves no refunded amount.
  await prisma.transaction.update({ where: { id }, data: { amountRefunded: 0 } });
  await prisma.user.update({ where: { id: other.merchant.ownerId }, data: { name: `Miguel ${last}` } });
  for (const input of [
    `where is my refund ${first} ${last}`,
    `failed refund ${first} ${last}`,
    `refund failed ${first} ${last}`,
    `${first} ${last} hold`,
    `${first} ${last} charged twice`,
  ])
    expect({ input, found: await search(input) }).toMatchObject({
      input,
      found: { payments: { payments: [{ id }] }, payer: [first, last], assumedName: null },
    });
});

test('an order number of digits beside a merchant is found, also quoted, although it may be an amount', async () => {
  const digits = String(10_000 + Math.floor(Math.random() * 89_999));
  const id = await buildOrder(own, `HT-${digits}`);
  expect(await findIds(`${digits} ${merchantName}`)).toEqual([id]);
  const quoted = await search(`"${digits}" ${merchantName}`);
  expect({ ids: listIds(quoted), isRelaxed: quoted.isRelaxed }).toEqual({ ids: [id], isRelaxed: true });
});

test('with an email address, an order number selects its payment, and a wrong one is said to be wrong', async () => {
  const email = `${randomWord()}@example.com`;
  const digits = String(10_000 + Math.floor(Math.random() * 89_999));
  const [mine, another] = [await buildOrder(own, `HT-${digits}`), await buildOrder(own, randomWord())];
  for (const id of [mine, another]) await setPayer(id, { email });
  const find = async (input: string) => {
    const results = await search(`${input} ${email}`);
    const { isRelaxed, isWithoutReferences } = results;
    return { ids: listIds(results), isRelaxed, isWithoutReferences };
  };
  const exact = { isRelaxed: false, isWithoutReferences: false };
  expect(await find(`order HT-${digits}`)).toEqual({ ids: [mine], ...exact });
  expect(await find(`order ${digits}`)).toEqual({ ids: [mine], ...exact, isRelaxed: true });
  expect(await find('order HT-99999x')).toEqual({
    ...{ ids: [another, mine], isRelaxed: false, isWithoutReferences: true },
  });
});
