import type { CardBehavior } from './cards';

export type AdyenStandInOptions = {
  port?: number;
  host?: string;
  apiKey?: string;
  /** The key of webhook signatures, in hexadecimal. */
  hmacKey?: string;
  companyAccount?: string;
  merchantAccount?: string;
  /** Further merchant accounts of the company. */
  otherMerchantAccounts?: string[];
  /** What happens to further card numbers, or to Adyen's test cards instead of what Adyen defines. */
  cards?: Record<string, CardBehavior>;
  /** When payments are captured that don't ask for anything else. */
  captureDelay?: 'immediate' | 'manual';
  /** Whether a payment can be captured in parts. Otherwise, the first capture releases the rest of the hold. */
  multiplePartialCaptures?: boolean;
  /** How long a hold lasts. */
  holdSeconds?: number;
  /** How long outcomes take that Adyen reports later. */
  laterSeconds?: number;
  /** How long an idempotency key is kept. */
  idempotencySeconds?: number;
  /** How long a merchant can defend a dispute. */
  defenseSeconds?: number;
  /** What a settled payment costs. `isBlended`: as one commission. `perTransaction`: charged with the payout. */
  fees?: {
    interchangePercent: number;
    schemePercent: number;
    markup: number;
    perTransaction: number;
    isBlended?: boolean;
  };
  chargebackFee?: number;
  /** When set, everything is settled in this currency. The rates are those of major units. */
  settlement?: { currency: string; rates: Record<string, number> };
  /** Whether webhooks say that they are from the live environment. */
  isLive?: boolean;
  webhookUrl?: string;
  webhookCredentials?: { username: string; password: string };
  reportCredentials?: { username: string; password: string };
  /** The key of the report user, which can't use the other APIs. */
  reportApiKey?: string;
};

export const standInDefaults = {
  port: 0,
  host: '127.0.0.1',
  apiKey: 'AQE_stand_in_test_key',
  hmacKey: '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056',
  companyAccount: 'StandInCompany',
  merchantAccount: 'StandInECOM',
  otherMerchantAccounts: [] as string[],
  cards: {} as Record<string, CardBehavior>,
  captureDelay: 'immediate' as 'immediate' | 'manual',
  multiplePartialCaptures: false as boolean,
  holdSeconds: 28 * 86_400,
  laterSeconds: 0,
  idempotencySeconds: 7 * 86_400,
  defenseSeconds: 14 * 86_400,
  fees: { interchangePercent: 0.2, schemePercent: 0.05, markup: 10, perTransaction: 11 },
  chargebackFee: 750,
  isLive: false as boolean,
  reportCredentials: { username: 'report@Company.StandInCompany', password: 'stand-in' },
  reportApiKey: 'AQE_stand_in_report_key',
} satisfies AdyenStandInOptions;

export type StandInSettings = typeof standInDefaults & AdyenStandInOptions;
