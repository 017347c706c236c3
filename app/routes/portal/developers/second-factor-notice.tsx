import { useLocation } from '@remix-run/react';
import { TextLink } from '~/ui/content/text-link';

/** In live, sensitive actions require a second factor, which this person hasn't set up yet. */
export function SecondFactorNotice({
  reason = 'Live credentials move real money.',
  what,
}: {
  reason?: string;
  what: string;
}) {
  const { pathname } = useLocation();
  return (
    <p className="max-w-2xl">
      {reason} Before you {what},{' '}
      <TextLink to={`/security/second-factor?${new URLSearchParams({ returnTo: pathname })}`}>
        set up a second factor
      </TextLink>{' '}
      for your login. We’ll bring you back here.
    </p>
  );
}
