/**
 * `prefixes`: first digits, one number or a range. `isWeak`: such numbers resemble dates, times, and addresses,
 * so in free text they count only if they're grouped as on a card.
 */
type CardRange = { brand: string; prefixes: readonly string[]; lengths: readonly number[]; isWeak?: true };

/**
 * The number ranges of the card brands (ISO/IEC 7812). The checkout rejects other lengths. Of overlapping ranges, the one with
 * the longest prefix determines the brand.
 */
const cardRanges: readonly CardRange[] = [
  { brand: 'visa', prefixes: ['4'], lengths: [13, 16, 18, 19] },
  { brand: 'mastercard', prefixes: ['51-55', '22-27'], lengths: [16] },
  { brand: 'american-express', prefixes: ['34', '37'], lengths: [15] },
  { brand: 'diners-club', prefixes: ['30', '36', '38-39'], lengths: [14, 16, 19] },
  { brand: 'discover', prefixes: ['6011', '644-649', '65'], lengths: [16, 17, 18, 19] },
  { brand: 'jcb', prefixes: ['35'], lengths: [16, 17, 18, 19] },
  { brand: 'jcb', prefixes: ['1800', '2131'], lengths: [15], isWeak: true },
  { brand: 'unionpay', prefixes: ['62', '810-817'], lengths: [16, 17, 18, 19] },
  { brand: 'maestro', prefixes: ['50', '56-58', '63', '67'], lengths: [12, 15], isWeak: true },
  // British (50) and Danish (57) barcodes have 13 digits. French company numbers have 14, with Luhn's check digit.
  {
    brand: 'maestro',
    prefixes: ['5018', '5020', '5038', '5893', '63', '67'],
    lengths: [13, 14],
    isWeak: true,
  },
  { brand: 'maestro', prefixes: ['50', '56-59', '6'], lengths: [16, 17, 18, 19], isWeak: true },
  { brand: 'dankort', prefixes: ['5019'], lengths: [16] },
  {
    brand: 'elo',
    prefixes: [
      ...['401178-401179', '431274', '438935', '451416', '457393', '457631-457632', '504175'],
      ...['506699-506778', '509000-509999', '627780', '636297', '636368', '650031-650033'],
      ...['650035-650051', '650405-650439', '650485-650538', '650541-650598', '650700-650718'],
      ...['650720-650727', '650901-650978', '651652-651679', '655000-655019', '655021-655058'],
    ],
    lengths: [16],
  },
  { brand: 'hiper', prefixes: ['637095', '637568', '637599', '637609', '637612'], lengths: [16] },
  { brand: 'hipercard', prefixes: ['606282'], lengths: [16, 19] },
  { brand: 'mir', prefixes: ['2200-2204'], lengths: [16, 17, 18, 19] },
  { brand: 'naranja', prefixes: ['402918', '527572', '589562'], lengths: [16] },
  {
    brand: 'rupay',
    prefixes: ['508500-508999', '606985-608500', '652150-653149', '817200-820199'],
    lengths: [16],
  },
  {
    brand: 'troy',
    prefixes: [
      ...['9792', '650052', '650082-650083', '650092', '650161', '650170', '650173', '650175', '650268'],
      ...['650271', '650273-650274', '650456-650457', '650836', '650846-650850', '650923', '650987'],
      ...['650990', '654997', '657366', '657998', '658758', '658767-658768'],
    ],
    lengths: [16],
  },
  { brand: 'uatp', prefixes: ['1'], lengths: [15], isWeak: true },
  {
    brand: 'verve',
    prefixes: ['506099-506198', '507865-507964', '650002-650027'],
    lengths: [16, 18, 19],
  },
];

type Prefix = Omit<CardRange, 'prefixes'> & { from: string; to: string };

const prefixes: readonly Prefix[] = cardRanges
  .flatMap(({ prefixes, ...range }) =>
    prefixes.map((prefix) => {
      const [from, to = from] = prefix.split('-') as [string, string?];
      return { ...range, from, to };
    }),
  )
  .sort((one, other) => other.from.length - one.from.length);

/** By their first digit and a length. */
const prefixesOfLength = new Map<string, Prefix[]>();
for (const prefix of prefixes)
  for (const length of prefix.lengths) {
    const key = `${prefix.from[0]}/${length}`;
    prefixesOfLength.set(key, [...(prefixesOfLength.get(key) ?? []), prefix]);
  }

/** Whether a number begins with a prefix or, if it's incomplete, may begin with it. */
function beginsWith(digits: string, { from, to }: Prefix): boolean {
  const start = digits.slice(0, from.length);
  return from.slice(0, start.length) <= start && start <= to.slice(0, start.length);
}

const findLongestPrefix = (digits: string) => prefixes.find((prefix) => beginsWith(digits, prefix));

/** The brand of a card number. Undefined if there is none, or the digits don't determine it yet. */
export function findCardBrand(digits: string): string | undefined {
  const longest = findLongestPrefix(digits);
  return longest && longest.from.length <= digits.length ? longest.brand : undefined;
}

/** Whether the card's brand has numbers of this length. Always true for unknown brands and weak ranges. */
export function hasLengthOfBrand(digits: string): boolean {
  const range = findLongestPrefix(digits);
  return !range || range.isWeak === true || hasCardRange(digits, true);
}

/** Whether a brand has numbers that begin like this one and are as long. */
export function hasCardRange(digits: string, isGroupedAsOnCard: boolean): boolean {
  const candidates = prefixesOfLength.get(`${digits[0]}/${digits.length}`) ?? [];
  return candidates.some((prefix) => (isGroupedAsOnCard || !prefix.isWeak) && beginsWith(digits, prefix));
}
