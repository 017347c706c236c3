import type { Environment } from '~/platform/environment';

/** The searched environment of an account with both. Null: the account has only one. */
type Props = { searchedEnvironment: Environment | null };

/** What a search for a payment or payout didn't find. */
export function NoTransactions(props: Props) {
  return (
    <>
      No transactions or payouts match. <OtherEnvironmentHint {...props} />
    </>
  );
}

export function OtherEnvironmentHint({ searchedEnvironment }: Props) {
  if (!searchedEnvironment) return null;
  const other = searchedEnvironment === 'live' ? 'test' : 'live';
  return (
    <>
      Only {searchedEnvironment} is searched. Switch to {other} to search there.
    </>
  );
}
