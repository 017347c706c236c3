import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; registerLink: string };

export const subject = ({ brandName }: Props) =>
  `We couldn’t find a ${brandName} account for this email address`;

export default function NoAccount({ brandName, registerLink }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="You may have registered with a different one."
      heading="No account for this address"
      reason={`You’re receiving this email because someone requested a new ${brandName} password for this address. If it wasn’t you, you don’t need to do anything.`}
    >
      <Paragraph>
        You requested a new password, but no account uses this address. You may have registered with a
        different one.
      </Paragraph>
      <ActionButton href={registerLink}>Create an account</ActionButton>
    </EmailLayout>
  );
}
