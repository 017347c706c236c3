import { Action, Letter, Paragraph, momentOf } from './letter';

type Props = { brandName: string; changedAt: string; forgotLink: string };

export const subject = ({ brandName }: Props) => `Your ${brandName} password has been changed`;

export default function PasswordChanged({ brandName, changedAt, forgotLink }: Props) {
  return (
    <Letter
      brandName={brandName}
      preview="If it was not you, act now."
      heading="Your password has been changed"
      reason={`You get this mail because the password of your ${brandName} account has been changed.`}
    >
      <Paragraph>Your password was changed on {momentOf(changedAt)}. All devices have been logged out.</Paragraph>
      <Paragraph>If it was not you, choose a new password now.</Paragraph>
      <Action href={forgotLink}>Choose a new password</Action>
    </Letter>
  );
}
