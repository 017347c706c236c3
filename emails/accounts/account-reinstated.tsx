import { ActionButton, EmailLayout, Paragraph, Quote } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; link: string; message: string };

export const subject = (props: Props) =>
  `Your ${ifApproved(props, (name) => `${name} `)}account is active again`;

export default function AccountReinstated({ brandName, businessName, link, message }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="You can accept payments again."
      heading="Your account is active again"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} account on ${brandName}.`}
    >
      <Paragraph>
        The API accepts this account’s requests again. Your credentials and settings haven’t changed.
      </Paragraph>
      {message && (
        <>
          <Paragraph>Message from the reviewer:</Paragraph>
          <Quote>{message}</Quote>
        </>
      )}
      <ActionButton href={link}>Open the portal</ActionButton>
    </EmailLayout>
  );
}
