import { ActionButton, EmailLayout, Paragraph } from '../email-layout';

type Props = { brandName: string; businessName: string; name: string; email: string; link: string };

export const subject = ({ name, businessName }: Props) =>
  `${name} of ${businessName} logs in without a second factor now`;

/** To those who answer for an account. */
export default function MemberRecovered({ brandName, businessName, name, email, link }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="After three days of waiting the second factor is off."
      heading="A member has recovered their login"
      reason={`You get this mail because you answer for the team of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        {name} ({email}) said that they have lost their second factor and recovery codes. After three days, in
        which it could be stopped, the second factor was taken off their login. Their password alone opens it
        until they set up a new one.
      </Paragraph>
      <Paragraph>If you doubt that it was them, ask them, or take them off the team.</Paragraph>
      <ActionButton href={link}>See the team</ActionButton>
    </EmailLayout>
  );
}
