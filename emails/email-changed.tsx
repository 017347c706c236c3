import { Letter, Paragraph } from './letter';

type Props = { brandName: string; oldEmail: string; newEmail: string };

export const subject = ({ brandName }: Props) => `The e-mail address of your ${brandName} account has changed`;

export default function EmailChanged({ brandName, oldEmail, newEmail }: Props) {
  return (
    <Letter
      brandName={brandName}
      preview={`You log in as ${newEmail} from now on.`}
      heading="Your e-mail address has changed"
      reason={`You get this mail because the e-mail address of a ${brandName} account was changed from ${oldEmail} to ${newEmail}.`}
    >
      <Paragraph>Both addresses have agreed. From now on you log in as {newEmail}, and our mails go there. Links that were sent to {oldEmail} before no longer work.</Paragraph>
      <Paragraph>If it was not you, tell us at once.</Paragraph>
    </Letter>
  );
}
