import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { maxAddressRanges, parseAddressRanges } from '~/merchants/credentials/address-ranges';
import {
  changeAllowedAddresses,
  listAllowedAddresses,
  findExcludedAddresses,
} from '~/merchants/credentials/allowed-addresses';
import { Banner } from '~/ui/layout/banner';
import { Panel } from '~/ui/layout/panel';
import { CheckboxField } from '~/ui/forms/checkbox-field';
import { PageHeader } from '~/ui/layout/page-header';
import { TextAreaField } from '~/ui/forms/text-area-field';
import { TextLink } from '~/ui/content/text-link';
import { readForm, textOf } from '../../forms/form-body';
import { actionHeaders, rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireConfirmedInLive, requireMerchant } from '../../guards';
import { useRejectedForm } from '../../forms/rejected-form';
import { ConfirmationForm } from './confirmation-form';

const path = '/developers/addresses';
const fields = ['addresses', 'anyway'] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  const mayConfirm = await requireConfirmedInLive(request, merchant);
  const { account, environment } = merchant;
  const ranges = await listAllowedAddresses({ accountId: account.id, environment });
  return {
    environment,
    ranges,
    mayConfirm,
    own: context.clientAddress,
    most: maxAddressRanges,
    saved: new URL(request.url).searchParams.has('saved'),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const merchant = await requireMerchant(request, 'credentials_manage');
  await requireConfirmedInLive(request, merchant);
  const { user, account, environment } = merchant;
  const form = await readForm(request);
  // A page left open during a switch must not change the other environment.
  if (form.get('environment') !== environment) return redirect(path);
  const [input, seen] = [textOf(form, 'addresses'), textOf(form, 'seen')];
  // The excluded addresses that the person agreed to block.
  const confirmed = textOf(form, 'anyway');
  const kept = { addresses: input, seen, anyway: confirmed };
  const reject = (error: Record<string, string[]>) => rejectForm(context, { initialValue: kept, error });
  const read = parseAddressRanges(input);
  if (read === 'too_many_ranges')
    return reject({ addresses: [`You can list up to ${maxAddressRanges} addresses and ranges`] });
  if ('wrong' in read)
    return reject({
      addresses: [
        `“${read.wrong}” isn’t a valid address or range. Enter one per line, for example 203.0.113.7, 203.0.113.0/24, or 2001:db8::/32`,
      ],
    });
  const place = { accountId: account.id, environment };
  const { own, servers } = await findExcludedAddresses({
    ...place,
    ranges: read.ranges,
    own: context.clientAddress,
  });
  const others = servers.filter((address) => address !== context.clientAddress);
  const excluded = [...others, ...(own ? [context.clientAddress] : [])];
  if (!excluded.every((address) => confirmed.split(' ').includes(address))) {
    const descriptions = [
      ...others.map((address) => `${address}, where a secret was last used`),
      ...(own ? [`${context.clientAddress}, your current address`] : []),
    ];
    return rejectForm(context, {
      initialValue: { ...kept, anyway: excluded.join(' ') },
      error: {
        anyway: [
          `This list leaves out ${descriptions.join('; and ')}. ${excluded.length === 1 ? 'Add it, or confirm that you want to block it' : 'Add them, or confirm that you want to block them'}`,
        ],
      },
    });
  }
  const listedAddresses = seen.split(/\s+/).filter(Boolean);
  // The next submission replaces the colleague's list, which the message shows.
  const rejectOutdated = (meanwhile: readonly string[]) =>
    rejectForm(context, {
      initialValue: { ...kept, seen: meanwhile.join(' ') },
      error: { addresses: [conflictMessage(meanwhile)] },
    });
  const done = await changeAllowedAddresses({
    ...place,
    ranges: read.ranges,
    seen: listedAddresses,
    changedBy: user.id,
    address: context.clientAddress,
  });
  return done === 'saved' ? redirect(`${path}?saved`) : rejectOutdated(done.currentRanges);
}

function conflictMessage(ranges: readonly string[]): string {
  const now = ranges.length ? `It now contains ${ranges.join(', ')}` : 'It’s now empty';
  return `Someone else changed the list after you opened it, so your changes weren’t saved. ${now}. Save again to replace it`;
}

export const headers = actionHeaders;

export const meta = formTitle('Allowed addresses');

export default function AllowedAddresses() {
  const { environment, ranges, mayConfirm, own, most, saved } = useLoaderData<typeof loader>();
  const rejected = useRejectedForm();
  const excluded = rejected?.input.anyway;
  return (
    <>
      <PageHeader
        title="Allowed addresses"
        lead={
          <>
            The IP addresses that can use the credentials of your {environment} environment.{' '}
            <TextLink to="/developers">Back to API credentials</TextLink>
          </>
        }
      />
      <div className="max-w-2xl space-y-6">
        {saved && !rejected && (
          <Banner tone="positive" title="List saved" announced>
            {ranges.length
              ? 'Within 5 seconds, the API rejects requests from any other address.'
              : 'The API accepts requests from any address.'}
          </Banner>
        )}
        <Panel>
          <ConfirmationForm mayConfirm={mayConfirm} what="edit the list" fields={fields} submit="Save list">
            <input type="hidden" name="environment" value={environment} />
            <input type="hidden" name="seen" value={rejected?.input.seen ?? ranges.join(' ')} />
            <TextAreaField
              name="addresses"
              label="IP addresses and ranges"
              hint={`One per line, up to ${most}: IPv4 or IPv6 addresses, or ranges such as 203.0.113.0/24. Leave the list empty to allow any address. Your current address is ${own}.`}
              error={rejected?.errors.addresses}
              defaultValue={rejected?.input.addresses ?? ranges.join('\n')}
              rows={8}
              spellCheck={false}
            />
            {excluded && (
              <CheckboxField
                name="anyway"
                value={excluded}
                defaultChecked={!rejected.errors.anyway}
                label={`Save the list anyway, and block ${excluded.split(' ').join(', ')}`}
                error={rejected.errors.anyway}
              />
            )}
          </ConfirmationForm>
        </Panel>
        <p className="text-ink-soft">
          A stolen secret can’t be used from anywhere else. Requests from other addresses get a 403{' '}
          <TextLink to="/docs/errors#address_not_allowed">address_not_allowed</TextLink> error, even with an
          existing access token. The portal and the checkout stay open to everyone.
        </p>
      </div>
    </>
  );
}
