import { ActionButton, EmailLayout, MailLink, Paragraph } from '../email-layout';

type Props = { brandName: string; loginLink: string; resetLink: string };

export const subject = ({ brandName }: Props) => `You already have an account with ${brandName}`;

export default function AlreadyRegistered({ brandName, loginLink, resetLink }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Log in, or choose a new password."
      heading="You already have an account"
      reason={`You’re receiving this email because someone tried to register with ${brandName} using this address. If it wasn’t you, you don’t need to do anything.`}
    >
      <Paragraph>You can log in with your password.</Paragraph>
      <ActionButton href={loginLink}>Log in</ActionButton>
      <Paragraph>
        If you forgot it, choose a new one. The link works once, within one hour:{' '}
        <MailLink href={resetLink}>Choose a new password</MailLink>
      </Paragraph>
    </EmailLayout>
  );
}
