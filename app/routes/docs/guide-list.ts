/**
 * The guides in the navigation's order, with their description for search engines. Each is a file in guides/. The
 * first one is the start page of the docs.
 */
export const guides = [
  {
    slug: 'start',
    title: 'Quickstart',
    description:
      'Make your first test payment in five minutes: open a checkout, authorize, capture, and refund with curl.',
  },
  {
    slug: 'hosted-checkout',
    title: 'Hosted checkout',
    description: 'Accept card payments on our page, so that card numbers never reach your servers.',
  },
  {
    slug: 'payment-links',
    title: 'Payment links',
    description: 'Get paid without a website: create a link, send it, or print its QR code.',
  },
  {
    slug: 'card-payments',
    title: 'Direct card payments',
    description: 'Authorize, capture, and void card payments from your own server.',
  },
  {
    slug: 'three-d-secure',
    title: '3-D Secure',
    description: 'Authenticate payers with their bank, on the hosted checkout and in direct card payments.',
  },
  {
    slug: 'card-tokens',
    title: 'Card tokens',
    description: 'Save a payer’s card and charge it later, with or without the payer.',
  },
  {
    slug: 'refunds-and-chargebacks',
    title: 'Refunds and chargebacks',
    description: 'Return captured money, and respond when a payer’s bank takes money back.',
  },
  {
    slug: 'currencies',
    title: 'Amounts and currencies',
    description: 'Every currency with its decimals and maximum amount.',
  },
  {
    slug: 'idempotency',
    title: 'Idempotency and retries',
    description: 'Repeat any request safely with the same external_id.',
  },
  {
    slug: 'unknown-outcomes',
    title: 'Unknown outcomes',
    description: 'What happens when the acquirer doesn’t respond, and how to handle it.',
  },
  {
    slug: 'webhooks',
    title: 'Webhooks',
    description: 'Receive events about payments, refunds, and disputes, and verify their signatures.',
  },
  {
    slug: 'test-cards',
    title: 'Test cards',
    description: 'Card numbers that simulate approvals, declines, unknown outcomes, and chargebacks.',
  },
  {
    slug: 'typescript',
    title: 'TypeScript client',
    description: 'Generate a typed client, and authorize, capture, retry, and refund a payment with it.',
  },
  {
    slug: 'rate-limits',
    title: 'Rate limits',
    description: 'How many requests you can send, and what to do when you reach the limit.',
  },
  {
    slug: 'csv-exports',
    title: 'CSV exports',
    description: 'Every column of the files with your transactions, payouts, and payout entries.',
  },
  {
    slug: 'redirect-signature',
    title: 'Redirect signature',
    description: 'Verify that a payer’s return to your site comes from our checkout.',
  },
] as const;

export const guidePath = (slug: string) => (slug === guides[0].slug ? '/docs' : `/docs/${slug}`);
