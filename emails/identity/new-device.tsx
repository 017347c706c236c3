import { ActionButton, EmailLayout, formatUtcDateTime, Paragraph } from '../email-layout';

type Props = {
  brandName: string;
  signedInAt: string;
  device: string;
  address: string;
  area: 'portal' | 'staff';
  passwordLink: string;
  sessionsLink: string;
};

export const subject = ({ brandName }: Props) => `New login to your ${brandName} account`;

export default function NewDevice({
  brandName,
  signedInAt,
  device,
  address,
  area,
  passwordLink,
  sessionsLink,
}: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="If it was not you, act now."
      heading="Somebody logged in from a new browser"
      reason={`You get this mail because of a login to your ${brandName} account from a browser it had not been used with before.`}
    >
      <Paragraph>
        {formatUtcDateTime(signedInAt)}: {device}
        {address && `, from the address ${address}`}
        {area === 'staff' && ', to the staff area'}.
      </Paragraph>
      <Paragraph>
        If it was you, there is nothing to do. If it was not, choose a new password now: that also logs out
        all devices.
      </Paragraph>
      <ActionButton href={passwordLink}>Choose a new password</ActionButton>
      <Paragraph>To see where you are logged in, and to end what you do not know:</Paragraph>
      <ActionButton href={sessionsLink}>See open sessions</ActionButton>
    </EmailLayout>
  );
}
