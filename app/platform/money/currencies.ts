// ISO 4217, list one as of January 1, 2026, with amendments 176 to 180: every active code of a country or a
// monetary union, by its minor unit. Codes of precious metals, bonds, tests, and units of account of
// institutions, such as XDR, aren't money that a card can pay.
const codesByDecimals = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW
   CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF
   IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
   MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP
   SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XCD XCG YER
   ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** The active currency codes of ISO 4217 by their decimals: 2 for most, 0, 3, or 4 for some. */
export const currenciesByDecimals = Object.entries(codesByDecimals).map(([decimals, codes]) => ({
  decimals: Number(decimals),
  currencies: codes.split(/\s+/),
}));

const decimalsByCode = new Map(
  currenciesByDecimals.flatMap(({ decimals, currencies }) => currencies.map((code) => [code, decimals])),
);

/** The same in alphabetical order. */
export const currencies: readonly string[] = [...decimalsByCode.keys()].sort();

export const isCurrency = (code: string): boolean => decimalsByCode.has(code);

/**
 * The minor unit of ISO 4217 as a number of decimals: 2 for USD, 0 for JPY, 3 for KWD. The runtime's locale data
 * says how people usually write amounts, which differs: no decimals for HUF, for example. Old transactions may
 * have a currency that has been withdrawn since, such as BGN. Those had 2.
 */
export const currencyDigits = (code: string): number => decimalsByCode.get(code) ?? 2;

// Amounts have at most 8 digits in minor units, as is common in card payments. A currency has 10 if the largest of these
// was worth less than 10,000 US dollars in January 2026, or 12 if 10 digits were also worth less. A currency can get more
// digits, but never fewer, because merchants rely on its maximum (record 35).
const codesByMaximumDigits = {
  10: `AMD AOA ARS BDT CDF COP CRC CUP DZD ETB GYD HTG HUF JMD KES KHR KPW KZT LKR LRD MGA MMK MNT MWK NGN NPR PKR RSD
   SDG SOS SSP TZS UYW VED VES VND YER`,
  12: 'IDR IQD IRR LAK LBP SYP UZS',
};
const defaultMaximumDigits = 8;

const maximumDigitsByCode = new Map(
  Object.entries(codesByMaximumDigits).flatMap(([digits, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(digits)] as const),
  ),
);

/** The largest amount of a currency in minor units: 999,999.99 USD, but 9,999,999,999.99 IDR. */
export const getMaximumAmount = (code: string): number => 10 ** maximumDigits(code) - 1;

/**
 * The factor for an amount that applies to all currencies, such as a refund limit: 1 for most, and 100 or 10,000 for
 * currencies with a low value.
 */
export const getAmountScale = (code: string): number => 10 ** (maximumDigits(code) - defaultMaximumDigits);

const maximumDigits = (code: string): number => maximumDigitsByCode.get(code) ?? defaultMaximumDigits;

/** The largest amount of any currency in minor units, for fields without a currency. */
export const maximumAmount = Math.max(...currencies.map(getMaximumAmount));

const names = new Intl.DisplayNames('en', { type: 'currency' });

/** The English name of a currency: "Hungarian Forint". */
export const currencyName = (code: string): string => names.of(code)!;
