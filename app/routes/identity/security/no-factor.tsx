import { ButtonLink } from '~/ui/button';
import { Card } from '~/ui/card';

/** For somebody who logs in with a password alone. */
export function NoFactor({ setUp }: { setUp: string }) {
  return (
    <Card title="Log in with a code as well">
      <p className="mb-5 max-w-2xl text-ink-soft">
        Who learns your password can log in as you. With an authenticator app on your phone, a code that changes every 30 seconds is needed as well.
      </p>
      <ButtonLink to={setUp}>Set up an authenticator app</ButtonLink>
    </Card>
  );
}
