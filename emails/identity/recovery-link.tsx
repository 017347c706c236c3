import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string; passwordLink?: string; waitHours: number };

export const subject = ({ brandName }: Props) => `Recover your ${brandName} login`;

export default function RecoveryLinkEmail({ brandName, link, passwordLink, waitHours }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview={`It takes ${waitHours} hours, and can be stopped at any time.`}
      heading="Recover your login without its second factor"
      reason={`You get this mail because somebody who knows the password of your ${brandName} account said that they have lost its second factor and recovery codes.`}
    >
      <Paragraph>
        If this was you, begin the recovery. After {waitHours} hours your password alone opens your account,
        so that you can set up a new second factor.
      </Paragraph>
      <ActionButton href={link}>Begin the recovery</ActionButton>
      <Paragraph>The link works once, for an hour.</Paragraph>
      <Paragraph>
        If it was not you, somebody knows your password. Choose a new one, and this link is over.
      </Paragraph>
      <ActionButton href={passwordLink}>Choose a new password</ActionButton>
    </EmailLayout>
  );
}
