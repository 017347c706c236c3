import { AuthLayout } from '~/ui/layout/auth-layout';
import { ButtonLink } from '~/ui/forms/button';

export const invalidLinkTitle = 'This link no longer works';

/**
 * One page for used, expired, mistyped, and invented links: it doesn't say which, and explains how to
 * continue.
 */
export function InvalidLink({ again }: { again: { to: string; text: string } }) {
  return (
    <AuthLayout
      title={invalidLinkTitle}
      lead="It was already used or has expired. Your account hasn’t changed."
    >
      <div className="space-y-3">
        <ButtonLink to={again.to} size="wide">
          {again.text}
        </ButtonLink>
        <ButtonLink to="/login" variant="secondary" size="wide">
          Log in
        </ButtonLink>
      </div>
    </AuthLayout>
  );
}
