import { Link } from '@react-email/components';
import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; loginLink: string; resetLink: string };

export const subject = ({ brandName }: Props) => `You already have an account at ${brandName}`;

export default function AlreadyRegistered({ brandName, loginLink, resetLink }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Log in, or choose a new password."
      heading="You already have an account"
      reason={`You get this mail because somebody tried to register at ${brandName} with this address. If it was not you, there is nothing to do.`}
    >
      <Paragraph>You can log in with the password you have.</Paragraph>
      <ActionButton href={loginLink}>Log in</ActionButton>
      <Paragraph>
        This link works once, for one hour, if you no longer know it:{' '}
        <Link href={resetLink}>choose a new password</Link>
      </Paragraph>
    </EmailLayout>
  );
}
