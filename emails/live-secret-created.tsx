import { Action, Letter, Paragraph, momentOf } from './letter';

type Props = {
  brandName: string;
  businessName: string;
  link: string;
  by: string;
  hint: string;
  createdAt: string;
};

export const subject = ({ businessName }: Props) => `A live client secret of ${businessName} was created`;

export default function LiveSecretCreated({ brandName, businessName, link, by, hint, createdAt }: Props) {
  return (
    <Letter
      brandName={brandName}
      preview="If you do not know of it, act now."
      heading="A live client secret was created"
      reason={`You get this mail because you manage the credentials of ${businessName} at ${brandName}.`}
    >
      <Paragraph>
        {by} created it on {momentOf(createdAt)}. It ends in {hint}, moves real money, and was shown once.
      </Paragraph>
      <Paragraph>If you do not know of it, revoke it at once, and change your password.</Paragraph>
      <Action href={link}>Open the credentials</Action>
    </Letter>
  );
}
