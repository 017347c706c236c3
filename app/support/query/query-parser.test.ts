import { describe, expect, test } from 'vitest';
import { createId } from '~/platform/ids';
import { redactSearchInput } from './input-redaction';
import { describesPayment, parseSearchQuery, type SearchCriteria, relaxReferences } from './query-parser';

/** What was understood, without what was not: amounts in US dollars and their slack. */
function summarize(input: string) {
  const { amount, when, references, unclear, title: _, ...rest } = parseSearchQuery(input);
  const criteria = {
    ...rest,
    references: references.map(({ text }) => text),
    unclear: unclear.map(({ text }) => text),
  };
  const dollars = amount?.ranges.find(({ currencies }) => currencies.includes('USD')) ?? amount?.ranges[0];
  const definedFields = Object.fromEntries(
    Object.entries(criteria).filter(
      ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
    ),
  );
  return {
    ...definedFields,
    ...(amount && { amount: [dollars!.from, dollars!.to, amount.about] }),
    ...(when && { when: when.text }),
  };
}

describe('parses a sentence', () => {
  test.each<[string, object]>([
    [
      'last four 4242, about 40 dollars, yesterday afternoon',
      { lastFour: '4242', amount: [3600, 4400, true], when: 'yesterday, afternoon' },
    ],
    ['4242 $40 today', { lastFour: '4242', amount: [4000, 4000, false], when: 'today' }],
    [
      'visa ending in 0002 declined at 15:20',
      { lastFour: '0002', brand: 'visa', status: 'declined', when: 'at 15:20' },
    ],
    ['•••• 4444 mastercard', { lastFour: '4444', brand: 'mastercard' }],
    ...['424242******4242', '424242xxxxxx4242', '4242 42•• •••• 4242', '424242…4242', '42424242****4242'].map(
      (number): [string, object] => [
        `${number} Fern`,
        { cardStart: '424242', lastFour: '4242', name: ['Fern'] },
      ],
    ),
    ...['4242********4242', '4242 **** **** 4242', '4242-XXXX-XXXX-4242'].map((number): [string, object] => [
      `visa ${number}`,
      { cardStart: '4242', lastFour: '4242', brand: 'visa' },
    ]),
    ['card xxxx-4242', { lastFour: '4242' }],
    ['order: A/4711-b, 4242', { references: ['A/4711-b'], lastFour: '4242' }],
    [
      'amex, roughly 1,250.50 usd on 3 May',
      { brand: 'american-express', amount: [112545, 137555, true], when: '3 May' },
    ],
    ['USD 99.99 last week', { amount: [9999, 9999, false], when: 'last week' }],
    ['~40 on Monday', { amount: [3600, 4400, true], when: 'on Monday' }],
    ['40ish bucks this morning', { amount: [3600, 4400, true], when: 'this morning' }],
    [
      'a refund of 12.50 dollars to a customer at Blue Fern Books',
      { status: 'refunded', amount: [1250, 1250, false], name: ['Blue', 'Fern', 'Books'] },
    ],
    [
      'payout of 15.98 at Fern that arrived yesterday',
      { isOfPayout: true, amount: [1598, 1598, false], name: ['Fern'], when: 'yesterday' },
    ],
    ['Fern Pay-outs', { isOfPayout: true, name: ['Fern'] }],
    ['payoutful', { name: ['payoutful'], singleTerm: 'payoutful' }],
    [
      'refunded payment at Nordic Lamps 2026-11-03',
      { status: 'refunded', name: ['Nordic', 'Lamps'], when: '2026-11-03' },
    ],
    ['order 77123 at Blue Fern', { references: ['77123'], name: ['Blue', 'Fern'] }],
    ['reorder5 order 5', { references: ['5', 'reorder5'] }],
    [
      'recorder 5 order 5 4242',
      { references: ['5'], name: ['recorder'], lastFour: '4242', amount: [500, 500, false] },
    ],
    ['x3/05 3/05', { references: ['x3/05'], unclear: ['3/05'] }],
    ['order-77 on 3rd of May 2026', { references: ['order-77'], when: '3rd of May 2026' }],
    ['“my very own id” yesterday', { references: ['my very own id'], when: 'yesterday' }],
    ['Guest@Example.com, chargeback', { emails: ['guest@example.com'], status: 'disputed' }],
    [
      'stuck live payment 40 dollars',
      { status: 'pending', environment: 'live', amount: [4000, 4000, false] },
    ],
    ['12.50', { amount: [1250, 1250, false], singleTerm: '12.50' }],
    ['payout of 3.19 at Blue Fern', { isOfPayout: true, amount: [319, 319, false], name: ['Blue', 'Fern'] }],
    ['-3.19 Blue Fern', { amount: [319, 319, false], name: ['Blue', 'Fern'] }],
    ['harbor 1,250.00 yesterday', { amount: [125000, 125000, false], name: ['harbor'], when: 'yesterday' }],
    ['harbor 12,500', { amount: [1250000, 1250000, false], name: ['harbor'] }],
    ['1.250,00 harbor', { amount: [125000, 125000, false], name: ['harbor'] }],
    ['-1,250.00 harbor', { amount: [125000, 125000, false], name: ['harbor'] }],
    ['4242,500 harbor', { lastFour: '4242', amount: [50000, 50000, false], name: ['harbor'] }],
    ['between US$43 and US$44', { amount: [4300, 4400, false] }],
    ['HT 20473', { references: ['HT-20473'] }],
    ['USD 20473', { amount: [2047300, 2047300, false] }],
    [
      'Blue Tea 5126 about 24 dollars',
      { lastFour: '5126', amount: [2160, 2640, true], name: ['Blue', 'Tea'] },
    ],
    ['43 or 44 dollars', { amount: [4300, 4400, false] }],
    ['between $43 and $44.50, 4242', { lastFour: '4242', amount: [4300, 4450, false] }],
    ['some 43 to 44 usd today', { amount: [4300, 4400, false], when: 'today' }],
    ['40 dollars or 4242', { lastFour: '4242', amount: [4000, 4000, false] }],
    ['37 dollars or so at Blue Fern', { amount: [3330, 4070, true], name: ['Blue', 'Fern'] }],
    ['140 usd and something', { amount: [12600, 15400, true] }],
    ['a bit under 30 dollars', { amount: [2700, 3300, true] }],
    ['52022 Blue Fern', { amount: [5202200, 5202200, false], bareNumber: '52022', name: ['Blue', 'Fern'] }],
    ['orders 52022 and 52052', { references: ['52022', '52052'] }],
    ['4242', { lastFour: '4242', singleTerm: '4242' }],
    ['Fern', { name: ['Fern'], singleTerm: 'Fern' }],
    ['yesterday', { when: 'yesterday', singleTerm: 'yesterday' }],
    ['paid', { status: 'paid', singleTerm: 'paid' }],
    ['4242 on 03/05', { lastFour: '4242', unclear: ['03/05'] }],
    ['4242 on 12.11.2026', { lastFour: '4242', unclear: ['12.11.2026'] }],
    ['4242 on 25/12/2025', { lastFour: '4242', when: '25/12/2025' }],
    ['all 40 dollars', { name: ['all'], amount: [4000, 4000, false] }],
    ['forty-one euros', { amount: [4100, 4100, false] }],
    ['two thousand three hundred and seventeen yen', { amount: [2317, 2317, false] }],
    ['forty dollars', { amount: [4000, 4000, false] }],
    ['about a hundred and twenty-five dollars at Fern', { amount: [11250, 13750, true], name: ['Fern'] }],
    ['48,70 Mastercard, 4242', { amount: [4870, 4870, false], brand: 'mastercard', lastFour: '4242' }],
    ['twenty dollars fifty, 4242', { amount: [2050, 2050, false], lastFour: '4242' }],
    ['about forty, two days ago', { amount: [3600, 4400, true], when: 'two days ago' }],
    ['20 dollars and 5 cents', { amount: [2005, 2005, false] }],
    ['fifteen hundred usd, last four 4242', { amount: [150000, 150000, false], lastFour: '4242' }],
    ['4242 saterday afternoon', { lastFour: '4242', name: ['saterday'], unclear: ['saterday', 'afternoon'] }],
    ['4242 tomorrow at 15:20', { lastFour: '4242', name: ['tomorrow'], unclear: ['tomorrow', 'at 15:20'] }],
    ['4242 before Friday', { lastFour: '4242', unclear: ['before Friday'] }],
    ['4242 next fri afternoon', { lastFour: '4242', unclear: ['next fri, afternoon'] }],
    [
      'by ada@shop.example yesterday, not visa',
      { emails: ['ada@shop.example'], when: 'yesterday', brand: 'visa' },
    ],
    ['it may be 40 dollars', { amount: [4000, 4000, false] }],
    ['the customer says the payment was made', {}],
    ['  ', {}],
  ])('%s', (input, expected) => expect(summarize(input)).toEqual(expected));

  test.each<[string, readonly string[], number, number]>([
    ['40 euros', ['EUR'], 4000, 4000],
    ['€1.234,50', ['EUR'], 123450, 123450],
    ['about 5000 yen', ['JPY'], 4500, 5500],
    ['20 quid', ['GBP'], 2000, 2000],
    ['US$20', ['USD'], 2000, 2000],
    ['US$ 1,200.00', ['USD'], 120000, 120000],
    ['A$20', ['AUD'], 2000, 2000],
    ['C$20', ['CAD', 'NIO'], 2000, 2000],
    ['CHF 20.05', ['CHF'], 2005, 2005],
    ['12.3450 KWD', ['KWD'], 12345, 12345],
  ])('amounts in the named currency: %s', (input, currencies, from, to) => {
    expect(parseSearchQuery(`4242 ${input}`).amount!.ranges).toEqual([{ currencies, from, to }]);
  });

  test.each<[string, string[]]>([
    [
      'order 2000',
      ['order-2000', 'order_2000', 'ORDER-2000', 'Order-2000', 'order2000', 'order 2000', '2000', '#2000'],
    ],
    ['ORDER-2000', ['ORDER-2000', 'order-2000', 'order_2000']],
    ['order_2000', ['order_2000', 'order-2000', 'ORDER-2000']],
    ['order2000', ['order2000', 'order-2000']],
    ['Order #2000 at Fern', ['Order-2000', 'order-2000', '2000']],
    ['invoice no. A-7', ['A-7', 'a-7', 'A7']],
  ])('a reference with its usual spellings: %s', (input, spellings) => {
    const [reference, ...others] = parseSearchQuery(input).references;
    expect(others).toEqual([]);
    expect(reference!.spellings).toEqual(expect.arrayContaining(spellings));
    expect(reference!.spellings.length).toBeLessThanOrEqual(30);
  });

  test('many references share the limit of spellings, and each keeps the literal one', () => {
    const numbers = Array.from({ length: 70 }, (_, i) => `a${i}`);
    const { references, unclear } = parseSearchQuery(
      numbers
        .slice(0, 7)
        .map((number) => `order ${number}`)
        .join(' '),
    );
    expect(references.flatMap(({ spellings }) => spellings).length).toBeLessThanOrEqual(60);
    expect(references.map(({ spellings }) => spellings[0])).toEqual(numbers.slice(0, 7));
    expect(unclear).toEqual([]);
    const many = parseSearchQuery(numbers.join(' '));
    expect(many.references.flatMap(({ spellings }) => spellings)).toEqual(numbers.slice(0, 60));
    expect(many.unclear.map(({ text }) => text)).toEqual(numbers.slice(60));
  });

  test('a currency without an amount is one, and not a name', () => {
    expect(parseSearchQuery('Blue Fern payout in euros')).toMatchObject({
      ...{ currencies: ['EUR'], name: ['Blue', 'Fern'] },
    });
    expect(parseSearchQuery('refunds in dollars').currencies).toEqual(expect.arrayContaining(['USD', 'CAD']));
    expect(parseSearchQuery('40 dollars').currencies).toBeUndefined();
    expect(parseSearchQuery('Real Coffee').name).toEqual(['Real', 'Coffee']);
  });

  test('a payment link’s order ID is found as it was heard', () => {
    expect(parseSearchQuery('PL-END1GWOE').references[0]!.spellings).toContain('PL-END1GW0E');
    expect(parseSearchQuery('order plendlgw0e').references[0]!.spellings).toContain('PL-END1GW0E');
  });

  test('a quoted reference has only its exact spelling', () => {
    expect(parseSearchQuery('"ORDER-2000"').references).toEqual([
      { text: 'ORDER-2000', spellings: ['ORDER-2000'], isExact: true },
    ]);
    const criteria = parseSearchQuery('"ORDER-2000"');
    expect(relaxReferences(criteria)).toBeNull();
    // Unless a named merchant doesn't have it.
    expect(relaxReferences(criteria, { isOfMerchant: true })!.parts).toEqual([
      { text: 'ORDER-2000', positions: ['start', 'end'] },
    ]);
  });

  test.each(['Sun Coffee', 'paid', 'Last Friday Records'])(
    'words that may be a complete name are one too: %s',
    (input) => expect(parseSearchQuery(input).title).toEqual(input.split(' ')),
  );
  test.each(['Blue Fern', '4242', '40 dollars at Sun Coffee'])('but not: %s', (input) =>
    expect(parseSearchQuery(input).title).toBeUndefined(),
  );

  test('an ID is recognized anywhere, and in any case', () => {
    const ids = (['trx', 'int', 'op', 'tok', 'acc', 'req', 'evt', 'dlv', 'mail', 'usr', 'po'] as const).map(
      (prefix) => createId(prefix),
    );
    expect(parseSearchQuery(`what of ${ids.join(', ')}?`).ids.map(({ id }) => id)).toEqual(ids);
    expect(parseSearchQuery(ids[0]!.toUpperCase())).toMatchObject({
      ids: [{ kind: 'transaction', id: ids[0] }],
      references: [],
    });
    expect(parseSearchQuery('trx_short').ids).toEqual([]);
  });

  test("an attacker's input is only words", () => {
    for (const input of [
      '%',
      "'; drop table",
      '\\',
      '('.repeat(400),
      '4'.repeat(255),
      '1 '.repeat(120),
      'a@'.repeat(100),
      '１２．５０ €',
      '\u202e4242',
      'about '.repeat(40),
      '3 may '.repeat(40),
    ]) {
      const before = performance.now();
      parseSearchQuery(input);
      expect(performance.now() - before).toBeLessThan(200);
    }
  });

  // Nothing here can be read in two ways at each step: what can takes for ever, so the bound may be wide.
  test('no repeated text takes long to parse', () => {
    const terms = (
      'a an and of one two forty forty-one seventeen hundred thousand euros dollars pounds sterling swiss francs yen usd $ € about circa ~ some like ish cents pence may march mar. friday fri. day days week weekend last past this the before since at ' +
      'in the on between from to until noon midnight afternoon o’clock am p.m. yesterday ago hours minutes order ref no. # id card ending four digits • x visa master diners club charged back in limbo test live mode 1 12 123 1234 1,234 1.2 12:30 3/5 3.5.26 2026-05-03 1st a@b.cc trx_ sk_test_ " “ ( . , ; ¦ ‡'
    ).split(' ');
    const units = [
      ...terms,
      ...terms.flatMap((term) =>
        ['one', 'hundred', 'and', 'may', 'the', 'last', '3', '123'].map((other) => `${term} ${other}`),
      ),
      '\ufdfa',
      '\u2474',
      '\u33c2',
      '\u2026',
    ];
    const texts = units.flatMap((unit) =>
      [' ', '', '-', ', '].map((between) => (unit + between).repeat(255).slice(0, 255)),
    );
    const startTime = performance.now();
    for (const text of texts) {
      redactSearchInput(text);
      parseSearchQuery(text);
    }
    expect((performance.now() - startTime) / texts.length).toBeLessThan(50);
  }, 60_000);

  test('a name alone distinguishes no payment', () => {
    expect(describesPayment({ ...parseSearchQuery('Blue Fern') } as SearchCriteria)).toBe(false);
    expect(describesPayment(parseSearchQuery('Blue Fern yesterday'))).toBe(true);
  });
});
