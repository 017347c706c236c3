import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { changeSettings, toBrandSettingName, retrieveSettings } from '~/merchants/accounts/settings';
import { maximumHoldDays } from '~/payments/operations/hold-duration';
import { getBrandName, cardBrands } from '~/platform/cards/card-brands';
import { listTimeZones } from '~/platform/time/time-zones.server';
import { Banner } from '~/ui/layout/banner';
import { PageHeader } from '~/ui/layout/page-header';
import { readForm } from '../../forms/form-body';
import { describeConflict, toSeenInput } from '../../forms/edit-conflict';
import { rejectForm } from '../../forms/form-reply';
import { formTitle } from '../../forms/form-title';
import { requireMerchant } from '../../guards';
import { BackToSettings } from './back-to-settings';
import { getSettingLabel } from './setting-option-labels';
import { SettingsForm } from './settings-form';
import { readSettingsInput, toSettingsInput, validateSettingsInput } from './settings-input';

const path = '/settings/general';

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { account } = await requireMerchant(request, 'settings_manage');
  const seen = toSettingsInput(await retrieveSettings(account.id));
  return {
    seen,
    timeZones: [...new Set([...(await listTimeZones()), seen.time_zone!])],
    brands: cardBrands.map((brand) => ({ name: toBrandSettingName(brand), text: getBrandName(brand)! })),
    maximumHoldDays,
    saved: new URL(request.url).searchParams.has('saved'),
    rejected: context.formRejected ?? false,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user, account } = await requireMerchant(request, 'settings_manage');
  const form = await readForm(request);
  const [input, previousInput] = [readSettingsInput(form), readSettingsInput(form, 'seen_')];
  // The current zone stays selectable, even if it's no longer in the list.
  const { settings: requested, errors } = validateSettingsInput(input, {
    maximumHoldDays,
    timeZones: [...(await listTimeZones()), account.timeZone],
  });
  // After an error, it's still the page of a person who saw the previous values.
  const kept = { ...input, ...toSeenInput(previousInput) };
  if (!requested) return rejectForm(context, { initialValue: kept, error: errors });
  // A form without the seen value is treated as having seen the current one.
  const seen =
    validateSettingsInput(previousInput, { maximumHoldDays: 30, timeZones: [previousInput.time_zone!] })
      .settings ?? (await retrieveSettings(account.id));
  const outcome = await changeSettings({
    accountId: account.id,
    seen,
    requested,
    by: user.id,
    address: context.clientAddress,
  });
  const fault =
    outcome === 'unknown_time_zone'
      ? 'Choose a time zone from the list'
      : outcome === 'too_many_time_zones'
        ? 'You’ve changed the time zone ten times today, and each change recalculates all reports. Try again tomorrow'
        : null;
  if (fault) return rejectForm(context, { initialValue: kept, error: { time_zone: [fault] } });
  if (typeof outcome === 'string') return redirect(`${path}?saved`);
  const now = toSettingsInput(await retrieveSettings(account.id));
  const conflicts = Object.fromEntries(outcome.conflicts.map((name) => [name, now[name]!]));
  return rejectForm(context, {
    initialValue: { ...kept, ...toSeenInput(conflicts) },
    error: Object.fromEntries(
      outcome.conflicts.map((name) => [
        name,
        [describeConflict(getSettingLabel(name, now[name]!) || 'the default')],
      ]),
    ),
  });
}

export const meta = formTitle('General settings');

export default function GeneralSettings() {
  const { saved, ...loaded } = useLoaderData<typeof loader>();
  const rejected = useActionData<typeof action>();
  return (
    <>
      <PageHeader
        title="General settings"
        lead={
          <>
            These settings apply to your whole team and to both environments. <BackToSettings />
          </>
        }
      />
      <div className="max-w-3xl space-y-6">
        {saved && !rejected && (
          <Banner tone="positive" title="Saved" announced>
            The audit log lists what changed.
          </Banner>
        )}
        <SettingsForm path={path} {...loaded} rejected={rejected} />
      </div>
    </>
  );
}
