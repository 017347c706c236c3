import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { retrieveDesigns } from '~/merchants/checkout-design/design-versions';
import { defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { CheckoutPage } from '../../checkout/page/checkout-page';
import type { CheckoutPageData } from '../../checkout/page-data';
import { readForm } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { readDesignInput, toPreviewDesign } from './form';
import { buildSamplePage, getSampleState } from './sample';

/** The payers' page without scripts or forms that submit. The editor shows it in a frame. */
export const handle = { script: false, framed: true };

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    /** Set by the action, for the loader of the same request. */
    preview?: CheckoutPageData;
  }
}

/** The last saved design, unless a form was submitted. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<CheckoutPageData> {
  const { account, environment } = await requireMerchant(request, 'checkout_manage');
  if (context.preview) return context.preview;
  const { draft, published } = await retrieveDesigns({ accountId: account.id, environment });
  const { design } = draft ?? published ?? { design: defaultDesign };
  return buildSamplePage({
    design,
    accountName: account.name,
    environment,
    state: getSampleState(new URL(request.url).searchParams.get('state')),
  });
}

/** The form's design, which isn't saved. The page's context, such as its language, comes from the loader. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'checkout_manage');
  const form = await readForm(request);
  context.preview = buildSamplePage({
    design: toPreviewDesign(readDesignInput(form)),
    accountName: account.name,
    environment,
    state: getSampleState(form.get('state')),
  });
  return null;
}

export const meta = () => [{ title: 'Checkout preview' }];

export default function Preview() {
  return <CheckoutPage pageData={useLoaderData<typeof loader>()} />;
}
