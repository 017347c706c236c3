import { ReasonPage, type ReasonPageProps } from './reason-page';

type Props = Pick<ReasonPageProps, 'name' | 'path' | 'backPath' | 'rejected'> & { isSuspended: boolean };

/** Suspends an account, or reinstates a suspended one. A rejected form stays the same, even if a colleague was faster. */
export function SuspensionPage({ isSuspended, ...props }: Props) {
  const reinstates = props.rejected ? props.rejected.input.as === 'reinstate' : isSuspended;
  const title = reinstates ? 'Reinstate account' : 'Suspend account';
  return (
    <ReasonPage
      {...props}
      title={title}
      lead={
        reinstates
          ? 'The API accepts its requests again, with the same credentials.'
          : 'Within 5 seconds, the API rejects all its requests in test and live. The merchant can still log in and view everything.'
      }
      label="Reason"
      hint="The account’s owners get it by email."
      button={title}
    >
      <input type="hidden" name="as" value={reinstates ? 'reinstate' : 'suspend'} />
    </ReasonPage>
  );
}
