import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  confirmIdentity,
  isConfirmed,
  type ConfirmationProof,
} from '~/identity/second-factor/step-up-confirmations';
import { findConfirmationOptions } from '~/identity/passkeys/passkey-confirmation';
import { findSecondFactor } from '~/identity/second-factor/second-factor';
import { AuthLayout } from '~/ui/layout/auth-layout';
import { TextLink } from '~/ui/content/text-link';
import { exactTextOf, readForm, textOf } from '../forms/form-body';
import { actionHeaders, rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requirePerson } from '../guards';
import { useRejectedForm, type RejectedForm } from '../forms/rejected-form';
import { areaPaths, pathAfterLogin } from './areas';
import { carriedFields, CarriedFields, type Carried } from './step-up-confirmation/carried-fields';
import { ProofField, proofNames } from './step-up-confirmation/proof-field';
import { DocumentForm } from './email/document-form';
import { rejectCode } from './second-factor/code-rejection';
import { rejectPasskey, readPasskeyResponse } from './passkeys/passkey-response';

const fields = [proofNames.code, proofNames.password];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { user, area, confirmation } = await requirePerson(request);
  if (await isConfirmed(user.id, confirmation)) return redirect(pathAfterLogin(request, area));
  return {
    area,
    email: user.email,
    ways: await findConfirmationOptions(user.id, area),
    rejected: context.formRejected ?? false,
  };
}

/**
 * A form that a guard has redirected here arrives with all its fields. They're included in this page's form,
 * and return with it to their target.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const { user, area, confirmation } = await requirePerson(request);
  const form = await readForm(request);
  const carried = carriedFields(form);
  const target = pathAfterLogin(request, area);
  const resume = (cookie?: string) =>
    redirect(target, {
      status: carried.length && target !== areaPaths[area].home ? 307 : 302,
      headers: cookie ? { 'Set-Cookie': cookie } : {},
    });
  if (await isConfirmed(user.id, confirmation)) return resume();
  if (!form.has('confirm')) return data<Reply>({ kind: 'question', carried });
  const reject = ({ data: rejected, init }: ReturnType<typeof rejectForm>) =>
    data<Reply>({ ...rejected, carried }, init ?? undefined);
  const rejectPassword = (message: string) =>
    reject(rejectForm(context, { error: { [proofNames.password]: [message] } }));
  const hasFactor = (await findSecondFactor(user.id)) !== null;
  const proof = readProof(form, hasFactor);
  const field = proofNames.code;
  if (!proof)
    return hasFactor
      ? reject(rejectCode(context, 'missing', { field }))
      : rejectPassword('Enter your password');
  const outcome = await confirmIdentity(
    request,
    { userId: user.id, email: user.email, area, address: context.clientAddress },
    proof,
  );
  if (outcome === 'session_ended') return redirect(target);
  if (outcome === 'wrong_password') return rejectPassword('This isn’t your password');
  if (outcome === 'wrong_passkey')
    return reject(rejectPasskey(context, { error: 'invalid_passkey' }, { instead: ', or use a code' }));
  if (typeof outcome === 'string' || 'wait' in outcome)
    return reject(rejectCode(context, outcome, { field }));
  return resume(outcome.cookie);
}

/** For a person with a second factor, the password doesn't confirm their identity. */
function readProof(form: FormData, hasFactor: boolean): ConfirmationProof | null {
  const [password, passkey, code] = [
    exactTextOf(form, proofNames.password),
    readPasskeyResponse(form, proofNames.passkey),
    textOf(form, proofNames.code),
  ];
  if (!hasFactor) return password ? { password } : null;
  return passkey ? { passkey } : code ? { code } : null;
}

/** `carried`: the fields of the form that waits for the confirmation. */
type Reply = (RejectedForm | { kind: 'question' }) & { carried: Carried };

export const headers = actionHeaders;

export const meta = formTitle('Confirm it’s you');

export default function StepUpConfirmation() {
  const { area, email, ways } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const rejected = useRejectedForm();
  const isSent = reply !== undefined && reply.carried.length > 0;
  return (
    <AuthLayout
      area={area}
      title="Confirm it’s you"
      lead={
        <p>
          You are logged in as <strong className="font-semibold wrap-anywhere text-ink">{email}</strong>.{' '}
          {isSent ? 'We’ll complete your request once you confirm.' : 'The next page is for you only.'} We
          won’t ask again for 10 minutes.
        </p>
      }
      aside={<TextLink to={areaPaths[area].home}>{isSent ? 'Cancel' : 'Not now'}</TextLink>}
    >
      <DocumentForm
        fields={fields}
        submit="Confirm"
        variant={ways?.passkey && !ways.app ? 'secondary' : 'primary'}
      >
        <input type="hidden" name="confirm" value="yes" />
        {isSent && <CarriedFields carried={reply.carried} />}
        <input type="email" name="confirm_username" autoComplete="username" value={email} readOnly hidden />
        <ProofField ways={ways} rejected={rejected} />
      </DocumentForm>
    </AuthLayout>
  );
}
