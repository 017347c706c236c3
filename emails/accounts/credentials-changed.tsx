import { ActionButton, EmailLayout, Paragraph, formatMailTime } from '../email-layout';
import type { OverlapHours } from '~/platform/secrets/secret-overlap';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';
import { explainPreviousSecret, explainSigning } from './secret-overlap';

type Change =
  | 'secret_created'
  | 'secret_revoked'
  | 'addresses_changed'
  | 'signing_secret_rotated'
  | 'webhook_secret_rotated'
  | 'webhook_created'
  | 'webhook_address_changed'
  | 'redirect_host_added';
type Props = AccountProps & {
  brandName: string;
  link: string;
  by: string;
  environment: string;
  change: Change;
  subject: string;
  overlapHours?: OverlapHours;
  at: string;
};

const headings: Record<Change, (environment: string) => string> = {
  secret_created: (environment) => `A ${environment} client secret was created`,
  secret_revoked: (environment) => `A ${environment} client secret was revoked`,
  addresses_changed: (environment) => `The allowed IP addresses for the ${environment} environment changed`,
  signing_secret_rotated: (environment) => `The ${environment} checkout signing secret was rotated`,
  webhook_secret_rotated: (environment) => `The secret of a ${environment} webhook endpoint was rotated`,
  webhook_created: (environment) => `A ${environment} webhook endpoint was added`,
  webhook_address_changed: (environment) => `A ${environment} webhook endpoint has a new address`,
  redirect_host_added: (environment) => `A ${environment} redirect host was added`,
};

const explanations: Record<Change, (subject: string, overlapHours?: OverlapHours) => string> = {
  secret_created: (hint, overlapHours) =>
    `It ends in ${hint} and was shown only once. ${explainPreviousSecret(overlapHours)}`,
  secret_revoked: (hint) => `It ended in ${hint}. The secret and its access tokens no longer work.`,
  addresses_changed: (ranges) =>
    ranges === 'everywhere'
      ? 'The API now accepts requests from any IP address.'
      : `The API now accepts requests only from ${ranges}.`,
  signing_secret_rotated: () =>
    'Checkout redirects are now signed with the new secret. Add it to your server, or your server will reject them.',
  webhook_secret_rotated: explainSigning,
  webhook_created: (host) => `Events are now sent to ${host}.`,
  webhook_address_changed: (host) => `Its events are now sent to ${host}.`,
  redirect_host_added: (host) => `Payers can now be redirected to ${host} after a payment.`,
};

export const subject = (props: Props) =>
  `${headings[props.change](props.environment)}${ifApproved(props, (name) => `: ${name}`)}`;

export default function CredentialsChanged({
  brandName,
  businessName,
  timeZone,
  link,
  by,
  environment,
  change,
  subject: changedItem,
  overlapHours,
  at,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="If you didn’t expect this, act now."
      heading={headings[change](environment)}
      reason={`You’re receiving this email because you manage the credentials of ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        {quoteName(by)} did this on {formatMailTime(at, timeZone)}.{' '}
        {explanations[change](changedItem, overlapHours)}
      </Paragraph>
      <Paragraph>
        If you didn’t expect this, check your credentials and change your password right away.
      </Paragraph>
      <ActionButton href={link}>Open the credentials</ActionButton>
    </EmailLayout>
  );
}
