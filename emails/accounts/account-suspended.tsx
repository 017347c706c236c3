import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; link: string; message: string };

export const subject = (props: Props) =>
  `Your ${ifApproved(props, (name) => `${name} `)}account is suspended`;

export default function AccountSuspended({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="The account can’t accept payments until it’s reinstated."
      heading="Your account is suspended"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>
        The API now rejects all requests from this account, including in the test environment. You can still
        log in and view everything.
      </Paragraph>
      <Paragraph>Message from the reviewer:</Paragraph>
      <Quote>{message}</Quote>
      <ActionButton href={link}>Open the portal</ActionButton>
    </EmailLayout>
  );
}
