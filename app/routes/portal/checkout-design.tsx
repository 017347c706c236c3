import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import {
  discardDesignDraft,
  retrieveDesigns,
  saveDesignDraft,
} from '~/merchants/checkout-design/design-versions';
import {
  addCheckoutLogo,
  isLogoOfAccount,
  type CheckoutLogoFault,
} from '~/merchants/checkout-design/checkout-logos';
import { ButtonLink } from '~/ui/forms/button';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm, textOf } from '../forms/form-body';
import { rejectForm } from '../forms/form-reply';
import { formTitle } from '../forms/form-title';
import { requireMerchant } from '../guards';
import { DesignForm } from './checkout-design/design-form';
import { editor } from './checkout-design/editor-path';
import { validateDesignInput } from './checkout-design/form';
import { CopyToLive, CopyToLiveButton, DesignStatus } from './checkout-design/design-status';
import { ReplaceDraft } from './checkout-design/replace-draft';
import { readDesignInput, type DesignInput } from './checkout-design/design-input';
import { logoMessages } from './checkout-design/design-labels';

const flashMessages = [
  'saved',
  'discarded',
  'published',
  'restored',
  'copied',
  'changed',
  'nothing_to_copy',
] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account, environment } = await requireMerchant(request, 'checkout_manage');
  const { searchParams } = new URL(request.url);
  const inTest = { accountId: account.id, environment: 'test' } as const;
  const [test, live] = await Promise.all([
    retrieveDesigns(inTest),
    account.mode === 'live' ? retrieveDesigns({ ...inTest, environment: 'live' }) : null,
  ]);
  const copy =
    live && test.published
      ? {
          revision: live.revision,
          replacedDraft: live.draft && { savedBy: live.draft.savedBy, savedAt: live.draft.savedAt },
          text: environment === 'test' ? 'Copy published design to live' : 'Copy published design from test',
        }
      : undefined;
  const current = (environment === 'live' && live) || test;
  return {
    environment,
    ...current,
    copy,
    replacing:
      current.draft && searchParams.has('discard')
        ? ('discard' as const)
        : copy?.replacedDraft && searchParams.has('copy')
          ? ('copy' as const)
          : null,
    flashMessages: flashMessages.find((name) => searchParams.has(name)),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account, environment } = await requireMerchant(request, 'checkout_manage');
  const form = await readForm(request);
  // A page left open in one environment changes nothing in the other.
  if (form.get('environment') !== environment) return redirect(editor);
  const change = {
    accountId: account.id,
    environment,
    by: user.id,
    revision: textOf(form, 'revision'),
    address: context.clientAddress,
  };
  if (form.has('discard')) return redirect(`${editor}?${await discardDesignDraft(change)}`);

  const input = readDesignInput(form);
  const logo = await takeLogo(form, input, change);
  const initialValue = { ...input, logoId: logo.logoId };
  const { design, errors = {} } = validateDesignInput(initialValue);
  if (!design || logo.fault)
    return rejectForm(context, {
      // It's still the page of a person who saw this revision.
      initialValue: { ...initialValue, revision: change.revision },
      error: { ...errors, ...(logo.fault && { logo: [logoMessages[logo.fault]] }) },
    });
  if ((await saveDesignDraft({ ...change, design })) === 'changed')
    return rejectForm(context, { initialValue, error: { '': [conflictMessage] } });
  return redirect(form.get('then') === 'publish' ? `${editor}/publish` : `${editor}?saved`);
}

const conflictMessage =
  'Someone else saved or published this design after you opened the page. Your changes are below. Save again to replace theirs, or reopen Checkout to see them.';

/** The uploaded file, or else the form's previous logo. */
async function takeLogo(
  form: FormData,
  { logoId }: DesignInput,
  { accountId, by, address }: { accountId: string; by: string; address: string },
): Promise<{ logoId: string; fault?: CheckoutLogoFault }> {
  const kept = logoId && (await isLogoOfAccount({ accountId, logoId })) ? logoId : '';
  const file = form.get('logo');
  // An empty file field is sent as a file without a name.
  if (!(file instanceof File) || (!file.name && !file.size)) return { logoId: kept };
  const added = await addCheckoutLogo({
    accountId,
    by,
    address,
    bytes: Buffer.from(await file.arrayBuffer()),
  });
  return typeof added === 'string' ? { logoId: kept, fault: added } : added;
}

export const meta = formTitle((loaded) => {
  const { replacing } = (loaded ?? {}) as { replacing?: 'discard' | 'copy' | null };
  return replacing ? replacementTitles[replacing] : 'Checkout';
});

const replacementTitles = { discard: 'Discard draft', copy: 'Replace the live draft' };

export default function CheckoutDesignPage() {
  const { flashMessages, copy, replacing, ...loaded } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  const { environment, revision, draft } = loaded;
  if (replacing === 'discard' && draft)
    return (
      <ReplaceDraft
        title="Discard the draft?"
        draft={draft}
        environment={environment}
        consequence="What payers see stays the same."
        submitLabel="Discard draft"
        action={editor}
        fields={{ environment, revision, discard: 'draft' }}
      />
    );
  if (replacing === 'copy' && copy?.replacedDraft)
    return (
      <ReplaceDraft
        title="Replace the live draft?"
        draft={copy.replacedDraft}
        environment="live"
        consequence="The design published in test becomes the live draft. Payers see it after you publish it."
        submitLabel="Replace draft"
        action={`${editor}/copy`}
        fields={{ revision: copy.revision }}
      />
    );
  return (
    <>
      <DesignForm key={loaded.revision} {...loaded} rejected={rejected}>
        <PageHeader title="Checkout" lead="The page where payers enter their card." />
        <div className="mb-6 space-y-3">
          {flashMessages && !rejected && <Banner {...flashMessage[flashMessages]} announced />}
          <DesignStatus {...loaded} />
          {copy &&
            (copy.replacedDraft ? (
              <ButtonLink to={`${editor}?copy`} variant="secondary" size="small">
                {copy.text}
              </ButtonLink>
            ) : (
              <CopyToLiveButton>{copy.text}</CopyToLiveButton>
            ))}
        </div>
      </DesignForm>
      {copy && !copy.replacedDraft && <CopyToLive revision={copy.revision} />}
    </>
  );
}

const flashMessage = {
  saved: { tone: 'positive', title: 'Draft saved. Payers don’t see it yet' },
  discarded: { tone: 'positive', title: 'Draft discarded' },
  published: { tone: 'positive', title: 'Published. Payers see it now' },
  restored: {
    tone: 'positive',
    title: 'Your draft is now the earlier version. Publish it to show it to payers',
  },
  copied: {
    tone: 'positive',
    title: 'The live draft is now the design published in test. Review it, then publish it',
  },
  changed: {
    tone: 'negative',
    title:
      'No changes were made, because someone else saved or published in the meantime. This is the current design',
  },
  nothing_to_copy: {
    tone: 'negative',
    title: 'Nothing was copied, because no design is published in test yet',
  },
} as const;
