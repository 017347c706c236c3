import { Action, Letter, Paragraph } from './letter';

type Props = { brandName: string; link: string };

export const subject = ({ brandName }: Props) => `Confirm your e-mail address for ${brandName}`;

/** Does not repeat the name that was typed: anybody can type anything beside anybody's address. */
export default function ConfirmAddress({ brandName, link }: Props) {
  return (
    <Letter
      brandName={brandName}
      preview="One click, then choose a password."
      heading="Confirm your e-mail address"
      reason={`You get this mail because somebody registered at ${brandName} with this address. If it was not you, ignore it: without your click nothing happens.`}
    >
      <Paragraph>
        One more step: confirm this address and choose a password. Your test credentials are waiting behind
        it.
      </Paragraph>
      <Action href={link}>Confirm and choose a password</Action>
      <Paragraph>The link works once, for 24 hours, on any device.</Paragraph>
    </Letter>
  );
}
