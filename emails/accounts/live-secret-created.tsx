import { ActionButton, EmailLayout, Paragraph, formatMailTime } from '../email-layout';
import type { OverlapHours } from '~/platform/secrets/secret-overlap';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';
import { explainPreviousSecret } from './secret-overlap';

type Props = AccountProps & {
  brandName: string;
  link: string;
  by: string;
  hint: string;
  createdAt: string;
  overlapHours?: OverlapHours;
};

export const subject = (props: Props) =>
  `A live client secret was created${ifApproved(props, (name) => ` for ${name}`)}`;

export default function LiveSecretCreated({
  brandName,
  businessName,
  timeZone,
  link,
  by,
  hint,
  createdAt,
  overlapHours,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="If you didn’t expect this, act now."
      heading="Live client secret created"
      reason={`You’re receiving this email because you manage the credentials of ${quoteName(businessName)} on ${brandName}.`}
    >
      <Paragraph>
        {quoteName(by)} created a live client secret on {formatMailTime(createdAt, timeZone)}. It ends in{' '}
        {hint}, can move real money, and was shown only once. {explainPreviousSecret(overlapHours)}
      </Paragraph>
      <Paragraph>If you didn’t expect this, revoke it and change your password right away.</Paragraph>
      <ActionButton href={link}>Open the credentials</ActionButton>
    </EmailLayout>
  );
}
