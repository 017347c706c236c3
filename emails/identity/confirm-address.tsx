import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string };

export const subject = ({ brandName }: Props) => `Confirm your email address for ${brandName}`;

/** Doesn't repeat the typed name, because anyone can type any name with any address. */
export default function ConfirmAddress({ brandName, link }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="Confirm your address and choose a password."
      heading="Confirm your email address"
      reason={`You’re receiving this email because someone registered with ${brandName} using this address. If it wasn’t you, ignore this email; nothing happens unless you click the link.`}
    >
      <Paragraph>Confirm this address and choose a password to get your test credentials.</Paragraph>
      <ActionButton href={link}>Confirm and choose a password</ActionButton>
      <Paragraph>The link works once, within 24 hours, on any device.</Paragraph>
    </EmailLayout>
  );
}
