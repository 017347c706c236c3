import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import {
  rotateSigningSecret,
  requireSigningSecretCreatedAt,
} from '~/merchants/credentials/signing-secret-rotation';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { readForm, textOf } from '../../forms/form-body';
import { formTitle } from '../../forms/form-title';
import { requireConfirmedInLive, requireMerchant } from '../../guards';
import { ConfirmationForm } from './confirmation-form';

const fields = [] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const { account, environment } = merchant;
  return {
    environment,
    mayConfirm,
    since: await requireSigningSecretCreatedAt({ accountId: account.id, environment }),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  await requireConfirmedInLive(request, merchant);
  const { user, account, environment } = merchant;
  const form = await readForm(request);
  const expectedCreatedAt = readMoment(textOf(form, 'since'));
  if (form.get('environment') !== environment || !expectedCreatedAt)
    return redirect('/developers/signing-secret');
  await rotateSigningSecret({
    accountId: account.id,
    environment,
    expectedCreatedAt,
    rotatedBy: user.id,
    address: context.clientAddress,
  });
  return redirect('/developers/signing-secret?rotated');
}

/** The page's timestamp. Null for any other text, and for years that the database can't store. */
function readMoment(text: string): Date | null {
  if (!/^20\d{2}-\d{2}-\d{2}T[\d:.]{12}Z$/.test(text)) return null;
  const moment = new Date(text);
  return !Number.isNaN(moment.getTime()) && moment.toISOString() === text ? moment : null;
}

export const meta = formTitle('Rotate the checkout signing secret');

export default function RotateSigningSecret() {
  const { environment, mayConfirm, since } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Rotate the checkout signing secret?"
        lead={
          <>
            Rotating the secret replaces it in the {environment} environment. The current one was created on{' '}
            <Time at={since} />.
          </>
        }
      />
      <div className="max-w-2xl space-y-6">
        <Banner tone="caution" title="The old secret stops working immediately">
          Each redirect carries one signature, so the two secrets can’t overlap. Until your server has the new
          secret, signature checks fail. No payment is lost: your server should always confirm the transaction
          through the API.
        </Banner>
        <Panel>
          <ConfirmationForm
            mayConfirm={mayConfirm}
            what="rotate it"
            fields={fields}
            submit="Rotate signing secret"
            after={
              <p className="text-center">
                <TextLink to="/developers/signing-secret">Cancel</TextLink>
              </p>
            }
          >
            <input type="hidden" name="environment" value={environment} />
            <input type="hidden" name="since" value={since.toISOString()} />
          </ConfirmationForm>
        </Panel>
      </div>
    </>
  );
}
