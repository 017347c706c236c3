import { acquirerLabels } from '~/acquirers/acquirer-names';
import type { ConnectionDetails } from '~/payments/connections/connection-list';
import { overlapLabels } from '~/ui/labels/overlap-labels';
import { DescriptionList } from '~/ui/content/description-list';
import { TextLink } from '~/ui/content/text-link';
import { Time } from '~/ui/content/time';
import { ButtonLink } from '~/ui/forms/button';
import { Panel } from '~/ui/layout/panel';
import { EnvironmentBadge } from '../../support/search/payment-table';
import { WebhookAddress } from './webhook-address';

type Serialized<T> = T extends Date ? string : T extends object ? { [K in keyof T]: Serialized<T[K]> } : T;
/** As loaded by a page, with times as text or dates. */
export type LoadedConnection = ConnectionDetails | Serialized<ConnectionDetails>;

const settingLabels: Record<string, string> = {
  account: 'Connected account',
  merchantAccount: 'Merchant account',
  liveUrlPrefix: 'Live URL prefix',
  multipleCaptures: 'Several captures per payment',
};

type Item = readonly [name: string, value: React.ReactNode];

/** What an approver checks: the scope, settings, and the ends of keys. */
export function listConnectionFacts({
  acquirer,
  environment,
  account,
  settings,
  secrets,
}: LoadedConnection): Item[] {
  return [
    ['Acquirer', acquirerLabels[acquirer]],
    ['Environment', <EnvironmentBadge key="environment" environment={environment} />],
    [
      'For',
      account ? (
        <TextLink key="account" to={`/support/merchants/${account.id}`}>
          {account.name}
        </TextLink>
      ) : (
        'All merchants without their own connection'
      ),
    ],
    ...Object.entries(settings).map(([name, value]): Item => [
      settingLabels[name] ?? name,
      typeof value === 'boolean' ? (
        value ? (
          'Allowed'
        ) : (
          'Not allowed'
        )
      ) : (
        <span className="break-all">{value}</span>
      ),
    ]),
    ...secrets.map(describeSecret),
  ];
}

export const describeSecret = ({ label, end }: { label: string; end: string | null }): Item => [
  label,
  end ? `Saved, ends in ${end}` : 'Saved',
];

export function ConnectionPanels({ connection, userId }: { connection: LoadedConnection; userId: string }) {
  const { id, acquirer, state, next, previousEndsAt, webhookUrl } = connection;
  return (
    <>
      {next && <ProposedSecrets connection={connection} next={next} userId={userId} />}
      <Panel title="Details">
        <DescriptionList
          items={[
            ...listConnectionFacts(connection),
            [
              'Previous webhook secrets',
              previousEndsAt && (
                <>
                  Accepted until <Time at={previousEndsAt} />
                </>
              ),
            ],
            ...listHistory(connection),
          ]}
        />
      </Panel>
      {acquirer !== 'simulator' && state !== 'rejected' && (
        <Panel title="Webhooks">
          <WebhookAddress url={webhookUrl} />
          <p className="mt-3 text-ink-soft">
            {acquirerLabels[acquirer]} sends its events to this address. Keep it there as long as this
            connection has payments, even after it’s retired.
          </p>
          <p className="mt-3">
            <TextLink
              to={`/support/acquirer-events?${new URLSearchParams({ connection: id, status: 'all' })}`}
            >
              View acquirer events
            </TextLink>
          </p>
        </Panel>
      )}
    </>
  );
}

function listHistory({ proposed, approved, rejected, retired }: LoadedConnection): Item[] {
  const step = (step: { by: { name: string } | null; at: Date | string } | null) =>
    step && (
      <>
        <Time at={step.at} />
        {step.by && ` by ${step.by.name}`}
      </>
    );
  return [
    ['Proposed', step(proposed)],
    ['Approved', step(approved)],
    ['Rejected', step(rejected)],
    ['Reason', rejected && <span className="whitespace-pre-line">{rejected.reason}</span>],
    ['Retired', step(retired)],
  ];
}

function ProposedSecrets({
  connection: { id },
  next,
  userId,
}: {
  connection: LoadedConnection;
  next: NonNullable<LoadedConnection['next']>;
  userId: string;
}) {
  const isOwn = next.by.userId === userId;
  return (
    <Panel
      title="New secrets"
      action={
        <ButtonLink
          to={`/staff/connections/${id}/secrets/approval`}
          variant={isOwn ? 'secondary' : 'primary'}
        >
          {isOwn ? 'Discard new secrets' : 'Approve or discard'}
        </ButtonLink>
      }
    >
      <DescriptionList
        items={[
          ...next.changed.map(describeSecret),
          [
            'Proposed',
            <>
              <Time at={next.at} /> by {next.by.name}
            </>,
          ],
          ['Previous webhook secrets end', overlapLabels[next.overlapHours as keyof typeof overlapLabels]],
        ]}
      />
      <p className="mt-4 text-ink-soft">
        {isOwn
          ? 'Another admin must approve them. Until then, the current ones apply. A test uses the new ones.'
          : 'Until they’re approved, the current ones apply. A test uses the new ones.'}
      </p>
    </Panel>
  );
}
