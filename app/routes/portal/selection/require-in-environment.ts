import type { Environment } from '~/platform/environment';
import type { OtherEnvironment } from '~/ui/layout/other-environment';

type Member = { account: { mode: string }; environment: Environment };

/**
 * What a page's URL names, in the current environment. `what`: "payout".
 * @throws 404, which offers to switch if it's in the other environment, because people share URLs
 */
export async function requireInEnvironment<Found>(
  { account, environment }: Member,
  what: string,
  find: (environment: Environment) => Promise<Found | null>,
): Promise<Found> {
  const found = await find(environment);
  if (found) return found;
  const otherEnvironment = environment === 'test' ? 'live' : 'test';
  if (account.mode !== 'live' || !(await find(otherEnvironment))) throw new Response(null, { status: 404 });
  throw Response.json({ what, otherEnvironment } satisfies OtherEnvironment, { status: 404 });
}
