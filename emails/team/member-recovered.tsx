import { ActionButton, EmailLayout, Paragraph } from '../email-layout';
import { ifApproved, quoteName, type AccountProps } from '../chosen-names';

type Props = AccountProps & { brandName: string; name: string; email: string; link: string };

export const subject = (props: Props) =>
  `${ifApproved(props, (business) => `${props.name} at ${business}`, 'A team member')} now logs in without a second factor`;

/** To those in charge of an account. */
export default function MemberRecovered({ brandName, businessName, name, email, link }: Props) {
  return (
    <EmailLayout
      brandName={brandName}
      preview="The second factor was removed after a three-day wait."
      heading="A team member has recovered their login"
      reason={`You’re receiving this email because you manage the ${quoteName(businessName)} team on ${brandName}.`}
    >
      <Paragraph>
        {quoteName(name)} ({email}) reported that they lost their second factor and recovery codes. After
        three days, during which they could stop the recovery, their second factor was removed. Their password
        alone is enough to log in until they set up a new one.
      </Paragraph>
      <Paragraph>If you’re not sure it was them, ask them, or remove them from the team.</Paragraph>
      <ActionButton href={link}>View team</ActionButton>
    </EmailLayout>
  );
}
