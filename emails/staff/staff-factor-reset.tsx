import { ActionButton, EmailLayout, formatMailTime, Paragraph } from '../email-layout';

type Props = {
  brandName: string;
  step: 'requested' | 'approved' | 'canceled' | 'done';
  /** Whether this email is for the person whose second factor it is. Admins get it, too. */
  isPerson: boolean;
  name: string;
  requestedBy: string;
  approvedBy?: string;
  reason: string;
  takesEffectAt?: string;
  link: string;
};

const whose = ({ isPerson, name }: Props) =>
  isPerson ? 'your second factor' : `the second factor of ${name}`;

const headings: Record<Props['step'], (props: Props) => string> = {
  requested: (props) => `A reset of ${whose(props)} was requested`,
  approved: (props) => `A reset of ${whose(props)} was approved`,
  canceled: (props) => `The reset of ${whose(props)} was canceled`,
  done: (props) =>
    `${props.isPerson ? 'Your second factor' : `The second factor of ${props.name}`} was reset`,
};

export const subject = (props: Props) => `${props.brandName} staff: ${headings[props.step](props)}`;

export default function StaffFactorReset(props: Props) {
  const { brandName, step, isPerson, requestedBy, approvedBy, reason, takesEffectAt, link } = props;
  return (
    <EmailLayout
      brandName={brandName}
      preview={`Requested by ${requestedBy}.`}
      heading={headings[step](props)}
      reason={`You’re receiving this email because you’re ${isPerson ? 'a staff member' : 'an admin'} of ${brandName}.`}
    >
      <Paragraph>
        Requested by {requestedBy}
        {approvedBy ? `, approved by ${approvedBy}` : ''}. Reason: {reason}
      </Paragraph>
      {step === 'requested' && <Paragraph>Nothing changes unless another admin approves it.</Paragraph>}
      {step === 'approved' && takesEffectAt && (
        <Paragraph>
          On {formatMailTime(takesEffectAt)}, the app, passkeys, and recovery codes will be removed, and all
          devices will be logged out.
        </Paragraph>
      )}
      {(step === 'requested' || step === 'approved') && (
        <>
          <Paragraph>
            {isPerson
              ? 'If you still have your second factor or didn’t ask for this, log in and cancel the reset. If you can’t log in, ask an admin to cancel it.'
              : 'If you weren’t expecting this, call the person. If they didn’t ask for it, cancel the reset.'}
          </Paragraph>
          <ActionButton href={link}>Review the reset</ActionButton>
        </>
      )}
      {step === 'done' && isPerson && (
        <Paragraph>Log in with your password, and set up a new second factor.</Paragraph>
      )}
    </EmailLayout>
  );
}
