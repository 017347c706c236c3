/**
 * The guides in the navigation's order. Each is a file in guides/. The first one is the start page of the
 * docs.
 */
export const guides = [
  { slug: 'start', title: 'Quickstart' },
  { slug: 'hosted-checkout', title: 'Hosted checkout' },
  { slug: 'card-payments', title: 'Direct card payments' },
  { slug: 'three-d-secure', title: '3-D Secure' },
  { slug: 'card-tokens', title: 'Card tokens' },
  { slug: 'refunds-and-chargebacks', title: 'Refunds and chargebacks' },
  { slug: 'currencies', title: 'Amounts and currencies' },
  { slug: 'idempotency', title: 'Idempotency and retries' },
  { slug: 'unknown-outcomes', title: 'Unknown outcomes' },
  { slug: 'webhooks', title: 'Webhooks' },
  { slug: 'test-cards', title: 'Test cards' },
  { slug: 'rate-limits', title: 'Rate limits' },
  { slug: 'redirect-signature', title: 'Redirect signature' },
] as const;

export const guidePath = (slug: string) => (slug === guides[0].slug ? '/docs' : `/docs/${slug}`);
