import { ActionButton, EmailLayout, formatMailTime, Paragraph } from '../email-layout';

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
      preview="If it wasn’t you, act now."
      heading="New login from an unfamiliar browser"
      reason={`You’re receiving this email because of a login to your ${brandName} account from a browser you haven’t used before.`}
    >
      <Paragraph>
        {formatMailTime(signedInAt)}: {device}
        {address && `, from the IP address ${address}`}
        {area === 'staff' && ', to the staff area'}.
      </Paragraph>
      <Paragraph>
        If it was you, you don’t need to do anything. If it wasn’t, choose a new password now. That also logs
        out all devices.
      </Paragraph>
      <ActionButton href={passwordLink}>Choose a new password</ActionButton>
      <Paragraph>To see where you’re logged in and end unfamiliar sessions:</Paragraph>
      <ActionButton href={sessionsLink}>View open sessions</ActionButton>
    </EmailLayout>
  );
}
