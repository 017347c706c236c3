// Demo merchants at each stage of their application.

export type DemoApplicant = {
  name: string;
  owner: { email: string; name: string };
  answers: Record<string, string>;
  people: Record<string, string>[];
};

const company = {
  business_form: 'company',
  card_entry: 'checkout',
  country: 'DE',
  bank_country: 'DE',
  currency: 'EUR',
};

export const inReview: DemoApplicant = {
  name: 'Lighthouse Books',
  owner: { email: 'demo@lighthouse-books.example', name: 'Kim Lighthouse' },
  answers: {
    ...company,
    legal_name: 'Lighthouse Books GmbH',
    trading_name: 'Lighthouse Books',
    registration_number: 'HRB 118822',
    tax_number: 'DE 811 907 980',
    address_line: 'Hafenstrasse 12',
    postal_code: '20457',
    city: 'Hamburg',
    contact_name: 'Kim Lighthouse',
    contact_email: 'demo@lighthouse-books.example',
    contact_phone: '+49 40 123456',
    website: 'https://lighthouse-books.example',
    what_is_sold:
      'New and second-hand books about the sea, sent by post within two days of the order. No subscriptions.',
    monthly_volume: '18000',
    average_amount: '32.50',
    account_holder: 'Lighthouse Books GmbH',
    account_number: 'DE89 3704 0044 0532 0130 00',
  },
  people: [
    {
      person_name: 'Kim Lighthouse',
      person_role: 'both',
      person_share: '60',
      person_birth_date: '1984-05-17',
      person_country: 'DE',
    },
    {
      person_name: 'Robin Kelp',
      person_role: 'owner',
      person_share: '40',
      person_birth_date: '1990-11-02',
      person_country: 'DE',
    },
  ],
};

export const changesRequested: DemoApplicant = {
  name: 'Clover Ceramics',
  owner: { email: 'demo@clover-ceramics.example', name: 'Alex Clover' },
  answers: {
    ...company,
    business_form: 'sole_trader',
    legal_name: 'Alex Clover',
    trading_name: 'Clover Ceramics',
    tax_number: 'GB 123 4567 82',
    country: 'GB',
    address_line: '4 Kiln Lane',
    postal_code: 'BS1 4ST',
    city: 'Bristol',
    contact_name: 'Alex Clover',
    contact_email: 'demo@clover-ceramics.example',
    contact_phone: '+44 117 496 0123',
    website: 'https://clover-ceramics.example',
    what_is_sold: 'Cups, bowls and plates made to order, and weekend courses in the workshop.',
    currency: 'GBP',
    monthly_volume: '6000',
    average_amount: '58',
    bank_country: 'GB',
    account_holder: 'Alex Clover',
    account_number: 'GB29 NWBK 6016 1331 9268 19',
  },
  people: [{ person_name: 'Alex Clover', person_birth_date: '1979-03-30', person_country: 'GB' }],
};

const soleTrader = {
  ...company,
  business_form: 'sole_trader',
  country: 'US',
  bank_country: 'US',
  currency: 'USD',
};

export const waiting: DemoApplicant = {
  name: 'Juniper Candles',
  owner: { email: 'demo@juniper-candles.example', name: 'Naomi Brooks' },
  answers: {
    ...soleTrader,
    legal_name: 'Naomi Brooks',
    trading_name: 'Juniper Candles',
    tax_number: '12-3456789',
    address_line: '418 Alder Street',
    postal_code: '97205',
    city: 'Portland',
    contact_name: 'Naomi Brooks',
    contact_email: 'demo@juniper-candles.example',
    contact_phone: '+1 503 555 0142',
    website: 'https://juniper-candles.example',
    what_is_sold: 'Hand-poured soy candles and refills, shipped within three business days.',
    monthly_volume: '4500',
    average_amount: '36',
    account_holder: 'Naomi Brooks',
    account_number: '000123456789',
    bank_code: '123456780',
  },
  people: [{ person_name: 'Naomi Brooks', person_birth_date: '1988-07-19', person_country: 'US' }],
};

export const snoozed: DemoApplicant = {
  name: 'Trailhead Prints',
  owner: { email: 'demo@trailhead-prints.example', name: 'Miguel Ortiz' },
  answers: {
    ...soleTrader,
    legal_name: 'Miguel Ortiz',
    trading_name: 'Trailhead Prints',
    tax_number: '98-7654321',
    address_line: '77 Canyon Road',
    postal_code: '80302',
    city: 'Boulder',
    contact_name: 'Miguel Ortiz',
    contact_email: 'demo@trailhead-prints.example',
    contact_phone: '+1 720 555 0178',
    website: 'https://trailhead-prints.example',
    what_is_sold: 'Art prints and maps of national parks, printed to order and shipped within a week.',
    monthly_volume: '7200',
    average_amount: '64',
    account_holder: 'Miguel Ortiz',
    account_number: '000987654321',
    bank_code: '987654320',
  },
  people: [{ person_name: 'Miguel Ortiz', person_birth_date: '1982-01-23', person_country: 'US' }],
};

export const registered: Pick<DemoApplicant, 'name' | 'owner'> = {
  name: 'North Sea Bikes',
  owner: { email: 'demo@north-sea-bikes.example', name: 'Sam Dyke' },
};

export const live: DemoApplicant = {
  name: 'Harbour Tea',
  owner: { email: 'demo@harbour-tea.example', name: 'Robin Harbour' },
  answers: {
    ...company,
    legal_name: 'Harbour Tea Trading GmbH',
    trading_name: 'Harbour Tea',
    registration_number: 'HRB 90210',
    tax_number: 'DE 136 695 976',
    card_entry: 'direct',
    pci_level: '4',
    address_line: 'Am Sandtorkai 3',
    postal_code: '20457',
    city: 'Hamburg',
    contact_name: 'Robin Harbour',
    contact_email: 'demo@harbour-tea.example',
    contact_phone: '+49 40 765432',
    website: 'https://harbour-tea.example',
    what_is_sold: 'Loose tea, teapots and cups, sent by post on the next working day.',
    monthly_volume: '12000',
    average_amount: '54',
    account_holder: 'Harbour Tea Trading GmbH',
    account_number: 'DE02 1203 0000 0000 2020 51',
  },
  people: [
    {
      person_name: 'Robin Harbour',
      person_role: 'both',
      person_share: '100',
      person_birth_date: '1981-09-09',
      person_country: 'DE',
    },
  ],
};

/** The live merchant's other team members. */
export const colleagues = [
  { name: 'Jo Kettle', email: 'developer@harbour-tea.example', role: 'developer' },
  { name: 'Toni Ledger', email: 'finance@harbour-tea.example', role: 'finance' },
] as const;
