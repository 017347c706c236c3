import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; link: string };

export const subject = ({ brandName }: Props) => `Confirm your e-mail address for ${brandName}`;

/** Does not repeat the name that was typed: anybody can type anything beside anybody's address. */
export default function ConfirmAddress({ brandName, link }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="One click, then choose a password."
      heading="Confirm your e-mail address"
      reason={`You get this mail because somebody registered at ${brandName} with this address. If it was not you, ignore it: without your click nothing happens.`}
    >
      <Paragraph>
        One more step: confirm this address and choose a password. Your test credentials are waiting behind
        it.
      </Paragraph>
      <ActionButton href={link}>Confirm and choose a password</ActionButton>
      <Paragraph>The link works once, for 24 hours, on any device.</Paragraph>
    </EmailLayout>
  );
}
