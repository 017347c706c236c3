import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; loginLink: string };

export const subject = ({ brandName }: Props) => `Your address was entered for another ${brandName} account`;

/** To an address that is already in use, which the page doesn't reveal. */
export default function EmailChangeTaken({ brandName, loginLink }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Your account hasn’t changed."
      heading="You already have an account with this address"
      reason={`You’re receiving this email because someone entered this address as the new address of another ${brandName} account.`}
    >
      <Paragraph>
        An address can belong to only one account. If it was you, change the address of this account first, or
        keep using this account. If it wasn’t you, you don’t need to do anything.
      </Paragraph>
      <ActionButton href={loginLink}>Log in</ActionButton>
    </EmailLayout>
  );
}
