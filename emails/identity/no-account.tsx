import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; registerLink: string };

export const subject = ({ brandName }: Props) => `No account at ${brandName} has this address`;

export default function NoAccount({ brandName, registerLink }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Perhaps you registered with another one."
      heading="No account has this address"
      reason={`You get this mail because somebody asked for a new password at ${brandName} with this address. If it was not you, there is nothing to do.`}
    >
      <Paragraph>
        You asked for a new password, but you have no account with this address. Perhaps you registered with
        another one.
      </Paragraph>
      <ActionButton href={registerLink}>Create an account</ActionButton>
    </EmailLayout>
  );
}
