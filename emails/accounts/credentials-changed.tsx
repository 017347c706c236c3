import { ActionButton, EmailLayout, Paragraph, formatUtcDateTime } from '../email-layout';

type Change =
  | 'secret_created'
  | 'secret_revoked'
  | 'addresses_changed'
  | 'signing_secret_rotated'
  | 'webhook_secret_rotated'
  | 'webhook_address_changed';
type Props = {
  brandName: string;
  businessName: string;
  link: string;
  by: string;
  environment: string;
  change: Change;
  subject: string;
  at: string;
};

const headings: Record<Change, (environment: string) => string> = {
  secret_created: (environment) => `A ${environment} client secret was created`,
  secret_revoked: (environment) => `A ${environment} client secret was revoked`,
  addresses_changed: (environment) => `The allowed addresses of the ${environment} environment were changed`,
  signing_secret_rotated: (environment) => `The ${environment} checkout signing secret was rolled`,
  webhook_secret_rotated: (environment) => `The secret of a ${environment} webhook endpoint was rolled`,
  webhook_address_changed: (environment) => `A ${environment} webhook endpoint has a new address`,
};

const explanations: Record<Change, (subject: string) => string> = {
  secret_created: (hint) => `It ends in ${hint} and was shown once.`,
  secret_revoked: (hint) =>
    `It ended in ${hint}. It opens nothing any more, and neither do its access tokens.`,
  addresses_changed: (ranges) => `From now on the API may be used from: ${ranges}.`,
  signing_secret_rotated: () =>
    'Redirects from the checkout are signed with the new one from now on. Your server refuses them until it has it.',
  webhook_secret_rotated: (host) =>
    `Webhooks to ${host} are signed with the new one. Your server there needs it.`,
  webhook_address_changed: (host) => `From now on its events are sent to ${host}.`,
};

export const subject = ({ businessName, change, environment }: Props) =>
  `${headings[change](environment)}: ${businessName}`;

export default function CredentialsChanged({
  brandName,
  businessName,
  link,
  by,
  environment,
  change,
  subject: changedItem,
  at,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="If you do not know of it, act now."
      heading={headings[change](environment)}
      reason={`You get this mail because you manage the credentials of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        {by} did this on {formatUtcDateTime(at)}. {explanations[change](changedItem)}
      </Paragraph>
      <Paragraph>
        If you do not know of it, look at the credentials at once, and change your password.
      </Paragraph>
      <ActionButton href={link}>Open the credentials</ActionButton>
    </EmailLayout>
  );
}
