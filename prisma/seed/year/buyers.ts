import { pickCard, type PayerCard } from './payer-cards';
import { createRandom, type Random } from './random';

/** A customer, with the card that they usually pay with. */
export type Buyer = {
  currency: 'EUR' | 'USD';
  language: 'en' | 'de' | 'fr' | 'es';
  card: PayerCard;
  cardHolder: {
    first_name: string;
    last_name: string;
    email: string;
    address_1: string;
    postal_code: string;
    city: string;
    state?: string;
    country: string;
  };
};

type Region = {
  weight: number;
  currency: Buyer['currency'];
  language: Buyer['language'];
  names: readonly string[];
  surnames: readonly string[];
  streets: readonly string[];
  cities: readonly (readonly [city: string, postalCode: string, country: string, state?: string])[];
  /** American addresses begin with the house number. */
  writeAddress: (street: string, number: number) => string;
};

const streetFirst = (street: string, number: number) => `${street} ${number}`;
const numberFirst = (street: string, number: number) => `${number} ${street}`;

const regions: readonly Region[] = [
  {
    weight: 50,
    currency: 'EUR',
    language: 'de',
    names: [
      'Anna',
      'Lena',
      'Jonas',
      'Felix',
      'Clara',
      'Mehmet',
      'Elif',
      'Lukas',
      'Sophie',
      'Matteo',
      'Katharina',
      'Nils',
      'Hannah',
      'Tobias',
      'Zeynep',
      'Moritz',
      'Greta',
      'Aylin',
      'Paul',
      'Johanna',
    ],
    surnames: [
      'Weber',
      'Hoffmann',
      'Becker',
      'Yilmaz',
      'Schulz',
      'Nowak',
      'Richter',
      'Klein',
      'Demir',
      'Vogel',
      'Brandt',
      'Lorenz',
      'Winter',
      'Berger',
      'Kaya',
      'Sommer',
      'Engel',
      'Huber',
      'Lang',
      'Pohl',
    ],
    streets: ['Lindenallee', 'Gartenweg', 'Bahnhofstrasse', 'Am Markt', 'Schillerstrasse', 'Uferweg'],
    cities: [
      ['Hamburg', '20357', 'DE'],
      ['Berlin', '10437', 'DE'],
      ['Munich', '80469', 'DE'],
      ['Cologne', '50674', 'DE'],
      ['Leipzig', '04109', 'DE'],
      ['Bremen', '28203', 'DE'],
      ['Vienna', '1070', 'AT'],
      ['Salzburg', '5020', 'AT'],
    ],
    writeAddress: streetFirst,
  },
  {
    weight: 26,
    currency: 'USD',
    language: 'en',
    names: [
      'Maya',
      'Marcus',
      'Emily',
      'Daniel',
      'Priya',
      'Olivia',
      'Andre',
      'Grace',
      'Miguel',
      'Naomi',
      'Ethan',
      'Aaliyah',
      'Kenji',
      'Sarah',
      'Rafael',
      'Hannah',
      'Darnell',
      'Ines',
      'Caleb',
      'Mei',
    ],
    surnames: [
      'Patel',
      'Johnson',
      'Chen',
      'Kim',
      'Raman',
      'Sullivan',
      'Washington',
      'Nguyen',
      'Ortiz',
      'Goldberg',
      'Carter',
      'Haddad',
      'Tanaka',
      'Reyes',
      'Bennett',
      'Okafor',
      'Larsen',
      'Moore',
      'Silva',
      'Brooks',
    ],
    streets: ['Maple Street', 'Cedar Avenue', 'Lake Drive', 'Hillcrest Road', 'Juniper Lane', 'Park Avenue'],
    cities: [
      ['Portland', '97214', 'US', 'OR'],
      ['Seattle', '98103', 'US', 'WA'],
      ['Brooklyn', '11215', 'US', 'NY'],
      ['Austin', '78704', 'US', 'TX'],
      ['Chicago', '60614', 'US', 'IL'],
      ['Boston', '02130', 'US', 'MA'],
      ['Denver', '80206', 'US', 'CO'],
      ['Atlanta', '30307', 'US', 'GA'],
    ],
    writeAddress: numberFirst,
  },
  {
    weight: 14,
    currency: 'EUR',
    language: 'en',
    names: [
      'Sanne',
      'Bram',
      'Fatima',
      'Lars',
      'Emma',
      'Daan',
      'Aoife',
      'Liam',
      'Noor',
      'Freja',
      'Mikkel',
      'Ciara',
    ],
    surnames: [
      'de Vries',
      'Jansen',
      'Bakker',
      'Murphy',
      'Nielsen',
      'Visser',
      'Byrne',
      'Khan',
      'Hansen',
      'Smit',
    ],
    streets: ['Kerkstraat', 'Harbour Road', 'Molenweg', 'Church Lane'],
    cities: [
      ['Amsterdam', '1016 GV', 'NL'],
      ['Utrecht', '3512 JE', 'NL'],
      ['Dublin', 'D08 X4K2', 'IE'],
      ['Copenhagen', '2200', 'DK'],
      ['Helsinki', '00150', 'FI'],
    ],
    writeAddress: streetFirst,
  },
  {
    weight: 10,
    currency: 'EUR',
    language: 'fr',
    names: ['Camille', 'Louis', 'Amina', 'Hugo', 'Chloe', 'Youssef', 'Manon', 'Antoine', 'Lea', 'Karim'],
    surnames: ['Laurent', 'Moreau', 'Benali', 'Girard', 'Lefevre', 'Dubois', 'Mercier', 'Diallo', 'Fontaine'],
    streets: ['rue des Lilas', 'avenue du Parc', 'rue Victor Hugo', 'rue de la Gare'],
    cities: [
      ['Paris', '75011', 'FR'],
      ['Lyon', '69004', 'FR'],
      ['Nantes', '44000', 'FR'],
      ['Brussels', '1050', 'BE'],
    ],
    writeAddress: numberFirst,
  },
];

const buyerCount = 420;

/** The shop's customers, the same at every start. Their email addresses belong to reserved domains. */
export function createBuyers(): Buyer[] {
  const mailboxes = new Set<string>();
  return Array.from({ length: buyerCount }, (_, index) => {
    const random = createRandom(`buyer ${index}`);
    const region = random.pickWeighted(regions.map((one) => [one, one.weight] as const));
    const [first_name, last_name] = [random.pick(region.names), random.pick(region.surnames)];
    const [city, postal_code, country, state] = random.pick(region.cities);
    const name = `${first_name}.${last_name}`.toLowerCase().replaceAll(' ', '');
    const mailbox = mailboxes.has(name) ? `${name}${index}` : name;
    mailboxes.add(mailbox);
    return {
      currency: region.currency,
      language: region.language,
      card: pickCard(region.currency, random),
      cardHolder: {
        first_name,
        last_name,
        email: `${mailbox}@${random.pick(['example.com', 'example.net', 'example.org'])}`,
        address_1: region.writeAddress(random.pick(region.streets), random.between(1, 180)),
        postal_code,
        city,
        ...(state && { state }),
        country,
      },
    };
  });
}

/** Some customers return often, and many order once or twice. */
export function pickBuyer(buyers: readonly Buyer[], random: Random): Buyer {
  return buyers[Math.floor(buyers.length * random.fraction() ** 1.4)]!;
}
