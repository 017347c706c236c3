import { ReasonPage, type ReasonPageProps } from './reason-page';

type Props = Pick<ReasonPageProps, 'name' | 'path' | 'backPath' | 'rejected'> & { isSuspended: boolean };

/** Suspends an account, or reinstates a suspended one. */
export function SuspensionPage({ isSuspended, ...props }: Props) {
  const title = isSuspended ? 'Reinstate account' : 'Suspend account';
  return (
    <ReasonPage
      {...props}
      title={title}
      lead={
        isSuspended
          ? 'The API accepts its requests again, with the same credentials.'
          : 'Within 5 seconds, the API rejects all its requests in test and live. The merchant can still log in and view everything.'
      }
      label="Reason"
      hint="The merchant gets it by email and sees it in the history."
      button={title}
    >
      <input type="hidden" name="as" value={isSuspended ? 'reinstate' : 'suspend'} />
    </ReasonPage>
  );
}
