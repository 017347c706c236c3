import type { CardBehavior } from './cards';

export type StripeStandInOptions = {
  port?: number;
  host?: string;
  secretKey?: string;
  webhookSecret?: string;
  apiVersion?: string;
  /** The account of the key. */
  account?: string;
  /** Connected accounts, which `Stripe-Account` may name. Each has its own state. */
  connectedAccounts?: string[];
  /** What happens to further card numbers, or to Stripe's test cards instead of what Stripe defines. */
  cards?: Record<string, CardBehavior>;
  /** Whether the account may capture several times. */
  multicapture?: boolean;
  /** How long a hold lasts. */
  holdSeconds?: number;
  /** When refunds fail, disputes are opened, and banks decide: this long after their cause. */
  laterSeconds?: number;
  /** When captured money becomes available for a payout. */
  availableAfterSeconds?: number;
  fee?: { percent: number; fixed: number };
  disputeFee?: number;
  /** When set, the balance is kept in this currency. */
  settlement?: { currency: string; rates: Record<string, number> };
  webhookUrl?: string;
};

export const standInDefaults = {
  port: 0,
  host: '127.0.0.1',
  secretKey: 'sk_test_stand_in',
  webhookSecret: 'whsec_stand_in',
  apiVersion: '2026-10-28.endive',
  account: 'acct_standin000000',
  connectedAccounts: [] as string[],
  cards: {} as Record<string, CardBehavior>,
  multicapture: false as boolean,
  holdSeconds: 7 * 86_400,
  laterSeconds: 2,
  availableAfterSeconds: 2 * 86_400,
  fee: { percent: 2.9, fixed: 30 },
  disputeFee: 1500,
} satisfies StripeStandInOptions;

export type StandInSettings = typeof standInDefaults & StripeStandInOptions;
