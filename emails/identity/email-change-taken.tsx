import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; loginLink: string };

export const subject = ({ brandName }: Props) => `Your address was entered for another ${brandName} account`;

/** To an address that somebody has: on the page nobody learns that. */
export default function EmailChangeTaken({ brandName, loginLink }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Your account is as it was."
      heading="You have an account with this address already"
      reason={`You get this mail because somebody entered this address as the new one of another ${brandName} account.`}
    >
      <Paragraph>
        An address belongs to one account. If it was you, change the address of this account first, or go on
        with it. If it was not you, there is nothing to do.
      </Paragraph>
      <ActionButton href={loginLink}>Log in</ActionButton>
    </EmailLayout>
  );
}
