import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { verifyRedirect } from '~/payments/checkout/redirect-verification';
import { PageHeader } from '~/ui/layout/page-header';
import { TextLink } from '~/ui/content/text-link';
import { isWebhookSecret } from '~/webhooks/verification/signature';
import { verifyWebhook } from '~/webhooks/verification/webhook-verification';
import { formTitle } from '../forms/form-title';
import { exactTextOf, readForm, textOf } from '../forms/form-body';
import { requireMerchant } from '../guards';
import { RedirectCheck } from './verify/redirect-check';
import { WebhookCheck } from './verify/webhook-check';
import { findWebhookInputErrors } from './verify/webhook-input';
import { getVisibleUrl } from './webhooks/endpoint-key';

const path = '/developers/verify';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { environment } = await requireMerchant(request, 'developer_view');
  return { environment, rejected: context.formRejected };
}

/** Responds directly: the input is in no URL and isn't stored. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, role, environment } = await requireMerchant(request, 'developer_view');
  const form = await readForm(request);
  const owner = { accountId: account.id, environment };
  const privately = { headers: { 'Cache-Control': 'private, no-store' } };
  if (form.get('what') === 'webhook') {
    const received = {
      id: textOf(form, 'id'),
      timestamp: textOf(form, 'timestamp'),
      signature: textOf(form, 'signature'),
      body: exactTextOf(form, 'body'),
    };
    const secret = textOf(form, 'secret');
    const errors = findWebhookInputErrors({ ...received, secret }, isWebhookSecret(secret));
    if (Object.keys(errors).length) {
      context.formRejected = true;
      return data({ webhook: { received, errors, result: null, hasSecret: secret !== '' } }, privately);
    }
    const result = await verifyWebhook(owner, received, secret);
    const { endpoint = null } = result.signedBy ?? {};
    const signedBy = result.signedBy && {
      ...result.signedBy,
      endpoint: endpoint === null ? null : getVisibleUrl({ role }, endpoint),
    };
    return data(
      { webhook: { received, errors, result: { ...result, signedBy }, hasSecret: secret !== '' } },
      privately,
    );
  }
  const pasted = exactTextOf(form, 'address');
  const result = await verifyRedirect({ ...owner, pasted });
  context.formRejected = !result;
  return data({ return: { pasted, result } }, privately);
}

export const meta = formTitle('Check a signature');

export default function Verify() {
  const { environment } = useLoaderData<typeof loader>();
  const checked = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="Check a signature"
        lead={
          <>
            Paste a redirect or webhook that failed verification. We’ll tell you whether it’s genuine and, if
            not, what’s different. We don’t store what you paste. Learn how signatures work:{' '}
            <TextLink to="/docs/redirect-signature">redirects</TextLink> and{' '}
            <TextLink to="/docs/webhooks#verify-the-signature">webhooks</TextLink>.
          </>
        }
      />
      <div className="max-w-4xl space-y-6">
        <RedirectCheck
          path={path}
          environment={environment}
          checked={checked && 'return' in checked ? checked.return : undefined}
        />
        <WebhookCheck path={path} checked={checked && 'webhook' in checked ? checked.webhook : undefined} />
      </div>
    </>
  );
}
