import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { retrieveDesigns } from '~/merchants/checkout-design/design-versions';
import { defaultDesign } from '~/merchants/checkout-design/checkout-design';
import { CheckoutPage } from '../../checkout/page/checkout-page';
import { LinkPageContent } from '../../checkout/payment-link/link-page';
import { readForm } from '../../forms/form-body';
import { requireMerchant } from '../../guards';
import { readDesignInput } from './design-input';
import { toPreviewDesign } from './form';
import { buildSamplePage, type SamplePage } from './preview/sample';
import { readSampleChoice } from './preview/sample-choice';

/** The payers' page without scripts or forms that submit. The editor shows it in a frame. */
export const handle = { script: false, framed: true };

declare module '@remix-run/server-runtime' {
  interface AppLoadContext {
    /** Set by the action, for the loader of the same request. */
    preview?: SamplePage;
  }
}

/** The last saved design, or with `?version=published` what payers see, unless a form was submitted. */
export async function loader({ request, context }: LoaderFunctionArgs): Promise<SamplePage> {
  const { account, environment } = await requireMerchant(request, 'checkout_manage');
  if (context.preview) return context.preview;
  const { draft, published } = await retrieveDesigns({ accountId: account.id, environment });
  const { searchParams } = new URL(request.url);
  const saved = searchParams.get('version') === 'published' ? null : draft;
  const { design } = saved ?? published ?? { design: defaultDesign };
  return buildSamplePage({
    design,
    accountName: account.name,
    environment,
    choice: readSampleChoice(searchParams),
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
    choice: readSampleChoice(form),
  });
  return null;
}

export const meta = () => [{ title: 'Checkout preview' }];

export default function Preview() {
  const page = useLoaderData<typeof loader>() as SamplePage;
  return 'link' in page ? <LinkPageContent pageData={page} /> : <CheckoutPage pageData={page} />;
}
